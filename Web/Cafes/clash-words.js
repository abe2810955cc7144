// Says why a dish or a choice does not fit the filter of the menu.

import { h, icon } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { allergenName } from "./allergen-words.js"
import { dietName } from "./diet-words.js"
import { clashes, presence } from "./models/menu-filter.js"

const list = words => new Intl.ListFormat(language()).format(words)

// part: an item, a choice, or an item with its choices: { allergens, diets }. Returns paragraphs, none when it fits.
export function clashLines(part, filter) {
  const { avoid, diets } = clashes(part, filter)
  const had = avoid.filter(allergen => presence(part.allergens, allergen) !== "unknown").map(allergenName)
  const unstated = avoid.filter(allergen => presence(part.allergens, allergen) === "unknown").map(allergenName)
  return [
    had.length > 0 && line(t("Has or may have what you leave out: {allergens}", { allergens: list(had) })),
    unstated.length > 0 && line(t("Not stated whether it has {allergens}", { allergens: list(unstated) })),
    diets.length > 0 && line(part.diets
      ? t("Does not fit: {diets}", { diets: list(diets.map(dietName)) })
      : t("Not stated whether it fits: {diets}", { diets: list(diets.map(dietName)) })),
  ].filter(paragraph => paragraph)
}

const line = text => h("p.clash.small", {}, icon("allergen"), h("span", {}, text))
