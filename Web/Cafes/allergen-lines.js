// Shows allergens as an icon and words, the same on the menu, in the basket and in the kitchen.

import { h, icon } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { allergenName } from "./allergen-words.js"

// statement: { known, contains, mayContain, isUndecided }. isUndecided: a choice that is still open can add allergens, so the
// item does not count as free of them. unknown: the words for undeclared allergens.
export function allergenLines(statement, unknown = t("Allergens unknown. Ask at the counter.")) {
  const list = allergens => new Intl.ListFormat(language()).format(allergens.map(allergenName))
  const lines = []
  if (!statement?.known) lines.push(line("unknown", unknown))
  const { contains = [], mayContain = [] } = statement ?? {}
  if (contains.length > 0) lines.push(line("allergen", t("Contains {allergens}", { allergens: list(contains) })))
  if (mayContain.length > 0) lines.push(line("trace", t("May contain {allergens}", { allergens: list(mayContain) })))
  if (statement?.isUndecided) lines.push(line("depends", t("Depends on your choice")))
  if (lines.length === 0) lines.push(line("none", t("No listed allergens")))
  return lines
}

// The same for a cook, by rank: { isUnknown, always, added, traces } of models/allergen-ranks.js.
export function rankedLines({ isUnknown, always, added, traces }) {
  const list = allergens => new Intl.ListFormat(language()).format(allergens.map(allergenName))
  return [
    isUnknown && line("unknown", t("Allergens unknown")),
    added.length > 0 && line("added", t("With this choice: {allergens}", { allergens: list(added) })),
    always.length > 0 && line("always", t("Contains {allergens}", { allergens: list(always) })),
    traces.length > 0 && line("trace", t("May contain {allergens}", { allergens: list(traces) })),
  ]
}

const SIGNS = { unknown: "unknown", allergen: "allergen", trace: "trace", depends: "information", none: "check", added: "allergen", always: "allergen" }

function line(kind, text) {
  return h(`p.allergens.${kind}`, {}, icon(SIGNS[kind]), h("span", {}, text))
}
