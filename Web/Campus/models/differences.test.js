import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { campusDifferences } from "./campus-differences.js"
import { differences } from "./differences.js"

const soup = { id: "soup", name: { en: "Soup" }, price: 450, groups: ["size"] }
const tea = { id: "tea", name: { en: "Tea" }, price: 200 }
const part = (items, more = {}) => ({ name: { en: "Main" }, menu: { groups: [], sections: [{ id: "a", name: { en: "Lunch" }, items }, { id: "b", name: { en: "Late" }, items: [] }] }, ...more })

describe("the differences of two parts", () => {
  it("are none between equal ones", () => assert.deepEqual(differences(part([soup]), part([{ ...soup }])), []))
  it("name the item and the field, with both values", () =>
    assert.deepEqual(differences(part([soup]), part([{ ...soup, price: 480 }])), [{ kind: "changed", thing: "item", names: [{ en: "Soup" }], field: "price", before: 450, after: 480 }]))
  it("tell a translation from a changed name", () =>
    assert.deepEqual(differences(part([soup]), part([{ ...soup, name: { en: "Soup", de: "Suppe" } }])),
      [{ kind: "changed", thing: "item", names: [{ en: "Soup", de: "Suppe" }], field: "name", language: "de", before: undefined, after: "Suppe" }]))
  it("have what is new, gone and moved", () => {
    const kinds = entries => entries.map(({ kind, thing }) => `${kind} ${thing}`)
    assert.deepEqual(kinds(differences(part([soup]), part([soup, tea]))), ["added item"])
    assert.deepEqual(kinds(differences(part([soup, tea]), part([tea]))), ["removed item"])
    assert.deepEqual(kinds(differences(part([soup, tea]), part([tea, soup]))), ["moved item"])
  })
  it("have an item that changed its group of the menu once", () => {
    const before = part([soup, tea]), after = part([soup])
    after.menu.sections[1] = { ...after.menu.sections[1], items: [tea] }
    assert.deepEqual(differences(before, after).map(({ field, after }) => [field, after]), [["section", { en: "Late" }]])
  })
  it("reach choices of a shared group", () => {
    const size = price => ({ id: "size", name: { en: "Size" }, choices: [{ id: "large", name: { en: "Large" }, price }] })
    const [before, after] = [60, 80].map(price => ({ ...part([soup]), menu: { ...part([soup]).menu, groups: [size(price)] } }))
    assert.deepEqual(differences(before, after).map(({ thing, names, after }) => [thing, names.map(({ en }) => en), after]), [["choice", ["Size", "Large"], 80]])
  })
  it("say which tax rate changed, from what to what", () => {
    const tax = more => ({ tax: { included: true, rounding: "half-up", rates: { food: "7", drinks: "19" }, ...more } })
    const short = (before, after) => differences(part([], before), part([], after)).map(({ field, taxClass, before, after }) => [field, taxClass, before, after])
    assert.deepEqual(short(tax(), tax({ rates: { food: "8.25", books: "7" } })), [["taxRate", "food", "7", "8.25"], ["taxRate", "drinks", "19", undefined], ["taxRate", "books", undefined, "7"]])
    assert.deepEqual(short(tax(), tax({ included: false, rounding: "down" })), [["taxIncluded", undefined, true, false], ["taxRounding", undefined, "half-up", "down"]])
    assert.deepEqual(short(tax(), tax({ roundingLevel: "rate" })), [["taxRoundingLevel", undefined, "line", "rate"]])
    assert.deepEqual(short(tax(), tax({ roundingLevel: "line" })), [])
    assert.deepEqual(short(tax(), tax()), [])
    assert.deepEqual(short({}, tax()).map(([field]) => field), ["tax"])
  })
  it("have the café's own fields", () =>
    assert.deepEqual(differences(part([], { dayBoundaryHour: 4 }), part([], { dayBoundaryHour: 5, pickup: { minutes: 10 } })).map(({ thing, field }) => [thing, field]), [["cafe", "dayBoundaryHour"], ["cafe", "pickup"]]))
})

describe("the differences of two campus files", () => {
  const campus = (price, more = {}) => ({
    organisation: { id: "o" }, people: [], devices: [],
    sites: [{ id: "s", major: 1, cafes: [{ id: "main", currency: "EUR", ...part([{ ...soup, price }]) }] }], ...more,
  })
  it("are none between equal ones", () => assert.deepEqual(campusDifferences(campus(450), campus(450)), []))
  it("name the café first, with its currency", () =>
    assert.deepEqual(campusDifferences(campus(450), campus(480)), [{ kind: "changed", thing: "item", names: [{ en: "Main" }, { en: "Soup" }], field: "price", before: 450, after: 480, currency: "EUR" }]))
  it("say which other parts changed, and which cafés come and go", () => {
    const other = campus(450, { people: [{ id: "ada" }] })
    other.sites = [{ id: "s", major: 2, cafes: [{ id: "new", name: { en: "New" } }] }]
    assert.deepEqual(campusDifferences(campus(450), other).map(({ kind, field, names }) => [kind, field ?? names[0].en]),
      [["changed", "people"], ["changed", "sites"], ["removed", "Main"], ["added", "New"]])
  })
})
