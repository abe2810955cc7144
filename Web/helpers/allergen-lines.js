// Allergens as a sign and words, the same on the menu, in the basket and in the kitchen.

import { h, icon } from "./dom.js"
import { language, t } from "./messages.js"

// statement: { known, contains, mayContain }; names: what the menu calls each allergen; unknown: what to say when
// nobody has stated them.
export function allergenLines(statement, names, unknown = t("Allergens unknown. Ask at the counter.")) {
  const list = allergens => new Intl.ListFormat(language()).format(allergens.map(id => names[id] ?? id))
  const lines = []
  if (!statement?.known) lines.push(line("unknown", unknown))
  const { contains = [], mayContain = [] } = statement ?? {}
  if (contains.length > 0) lines.push(line("allergen", t("Contains {allergens}", { allergens: list(contains) })))
  if (mayContain.length > 0) lines.push(line("trace", t("May contain {allergens}", { allergens: list(mayContain) })))
  if (lines.length === 0) lines.push(line("none", t("No listed allergens")))
  return lines
}

const SIGNS = { unknown: "unknown", allergen: "allergen", trace: "trace", none: "check" }

function line(kind, text) {
  return h(`p.allergens.${kind}`, {}, icon(SIGNS[kind]), h("span", {}, text))
}
