import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { withAllergen } from "./allergen-change.js"
import { below, fieldOf } from "./mistakes.js"
import { foundSections } from "./menu-search.js"

describe("mistakes", () => {
  const mistakes = [{ pointer: "/menu/sections/0/items/1/price", code: "type" }, { pointer: "/menu/sections/0/items/10/price", code: "type" }, { pointer: "/hours/monday/0", code: "value" }]
  it("are those below a place", () => assert.deepEqual(below(mistakes, "/menu/sections/0/items/1").map(({ pointer }) => pointer), ["/price"]))
  it("belong to the field that leads to them", () => {
    assert.equal(fieldOf("/hours/monday/0", ["/hours", "/hours/monday"]), "/hours/monday")
    assert.equal(fieldOf("/hours/everyday/0", ["/hours", "/hours/monday"]), "/hours")
    assert.equal(fieldOf("/namesake", ["/name"]), null)
  })
})

describe("finding items", () => {
  const part = { menu: { sections: [{ id: "a", items: [{ id: "creme", name: { en: "Crème brûlée", de: "Creme" }, summary: { en: "x", de: "x" } }, { id: "soup", name: { en: "Pea soup" }, summary: { en: "x" } }] }, { id: "b", items: [] }] } }
  const ids = options => foundSections(part, options).map(({ items }) => items.map(({ item }) => item.id).join())
  it("shows everything, also empty groups, while nothing is looked for", () => assert.deepEqual(ids({}), ["creme,soup", ""]))
  it("looks without accents, in any order of words", () => assert.deepEqual(ids({ typed: " BRULEE creme" }), ["creme"]))
  it("shows what lacks a translation", () => assert.deepEqual(ids({ show: "missing", languages: ["en", "de"] }), ["soup"]))
  it("shows what has a mistake", () => assert.deepEqual(ids({ show: "mistakes", mistakes: [{ pointer: "/menu/sections/0/items/0/price" }] }), ["creme"]))
})

describe("an allergen of many items", () => {
  it("is added, moved and taken away", () => {
    assert.deepEqual(withAllergen({ allergens: {} }, "milk", "contains").allergens, { contains: ["milk"] })
    assert.deepEqual(withAllergen({ allergens: { mayContain: ["milk", "nuts"] } }, "milk", "contains").allergens, { contains: ["milk"], mayContain: ["nuts"] })
    assert.deepEqual(withAllergen({ allergens: { contains: ["milk"] } }, "milk", "").allergens, {})
  })
  it("leaves unknown allergens unknown, and an equal item alone", () => {
    assert.equal(withAllergen({ allergens: "unknown" }, "milk", "contains").allergens, "unknown")
    const item = { allergens: { contains: ["nuts", "milk"] } }
    assert.equal(withAllergen(item, "milk", "contains"), item)
  })
})
