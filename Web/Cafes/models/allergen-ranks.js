// Ranks what a cook has to know of the allergens of a line: what the item always contains, what a choice added, and what the
// guest has written (VISUAL.md). Unknown never counts as none.

import { needsWarning } from "./allergens.js"

// item: of the present menu, or undefined when it is not there any more; then everything counts as added, which is seen better.
export function ranked(line, item) {
  const { allergens } = line
  if (!needsWarning(allergens)) return { isUnknown: false, always: [], added: [], traces: [] }
  const { contains = [], mayContain = [] } = allergens ?? {}
  const own = item?.allergens?.known ? item.allergens.contains : []
  return {
    isUnknown: !allergens?.known,
    always: contains.filter(allergen => own.includes(allergen)),
    added: contains.filter(allergen => !own.includes(allergen)),
    traces: mayContain,
  }
}

// The beginnings of the words for allergy, intolerance and coeliac disease in the languages of the pages.
const WORDS = /allerg|alerg|alérg|intoleran|unverträg|celiac|coeliac|celíac|zöliak|anaphyla|anafil|アレルギ|不耐|セリアック|알레르|알러지|불내|حساسي/iu

// Whether a note warns of an allergy. Other notes are shown beside their line.
export const mentionsAllergy = note => WORDS.test(note ?? "")
