// What is in an item or a choice: allergens and diets. Each returns { element, read(thing) }; read returns the thing with the values.

import { allergenName } from "../Cafes/allergen-words.js"
import { dietName } from "../Cafes/diet-words.js"
import { h } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { ALLERGENS, isSameStatement } from "./models/allergen-change.js"
import { withMember } from "./models/draft-edit.js"

const DIETS = ["vegan", "vegetarian", "halal", "kosher"]

// Unknown, or for each allergen: not in it, may be in it, in it. place: the pointer of the thing; key: begins the data-keys.
export function allergenFields(fields, place, thing, key) {
  const isUnknown = thing.allergens === "unknown" || thing.allergens === undefined
  const { contains = [], mayContain = [] } = isUnknown ? {} : thing.allergens
  const known = h("input", { type: "checkbox", "data-key": `${key}allergens-known`, checked: !isUnknown, onchange: () => { table.hidden = !known.checked } })
  const choices = ALLERGENS.map(id => {
    const select = h("select", { "data-key": `${key}allergen-${id}`, id: `${key}allergen-${id}` },
      [["", t("no")], ["contains", t("contains")], ["mayContain", t("may contain")]].map(([value, label]) =>
        h("option", { value, selected: value === (contains.includes(id) ? "contains" : mayContain.includes(id) ? "mayContain" : "") }, label)))
    return { id, select }
  })
  const table = h("div.allergen-grid", { hidden: isUnknown }, choices.map(({ id, select }) =>
    h("div.allergen-choice", {}, h("label", { for: select.id }, allergenName(id)), select)))
  const named = kind => choices.filter(({ select }) => select.value === kind).map(({ id }) => id)
  return {
    element: fields.addSet(`${place}/allergens`, t("Allergens"),
      [h("label.switch", {}, known, h("span", {}, t("The allergens are known"))), table],
      { hint: t("While they are not known, the item never passes a filter as safe.") }),
    read(made) {
      const [sure, possible] = [named("contains"), named("mayContain")]
      const value = known.checked ? { ...(sure.length > 0 && { contains: sure }), ...(possible.length > 0 && { mayContain: possible }) } : "unknown"
      // As it was, when nobody touched it: the order of a list means nothing.
      return { ...made, allergens: isSameStatement(value, made.allergens) ? made.allergens : value }
    },
  }
}

export function dietFields(fields, place, thing, key) {
  const isKnown = Array.isArray(thing.diets)
  const boxes = DIETS.map(id => ({ id, box: h("input", { type: "checkbox", "data-key": `${key}diet-${id}`, checked: isKnown && thing.diets.includes(id) }) }))
  const known = h("input", { type: "checkbox", "data-key": `${key}diets-known`, checked: isKnown, onchange: () => { list.hidden = !known.checked } })
  const list = h("div.box-row", { hidden: !isKnown }, boxes.map(({ id, box }) => h("label.switch", {}, box, h("span", {}, dietName(id)))))
  return {
    element: fields.addSet(`${place}/diets`, t("Diets"), [h("label.switch", {}, known, h("span", {}, t("The diets are known"))), list],
      { words: t("A diet does not fit the allergens above.") }),
    read(made) {
      const named = boxes.filter(({ box }) => box.checked).map(({ id }) => id)
      const isSame = Array.isArray(made.diets) && named.length === made.diets.length && named.every(id => made.diets.includes(id))
      return withMember(made, "diets", known.checked ? (isSame ? made.diets : named) : undefined)
    },
  }
}
