// Ranks the allergens of a line for a cook: always in the item, added by a choice, written by the guest (VISUAL.md). Unknown
// never counts as none.

import { needsWarning } from "./allergens.js"

// item: of the present menu, or undefined if it has left the menu; then all allergens count as added, the more visible rank.
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

// Prefixes of the words for allergy, intolerance and coeliac disease in the languages of the pages.
const WORDS = /allerg|alerg|alérg|intoleran|unverträg|celiac|coeliac|celíac|zöliak|anaphyla|anafil|アレルギ|不耐|セリアック|알레르|알러지|불내|حساسي/iu

// Whether a note warns of an allergy. Other notes are shown beside their line.
export const mentionsAllergy = note => WORDS.test(note ?? "")
