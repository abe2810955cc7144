import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { addGroup, addItem, allGroups, addSection, allItems, changeItems, copyItem, findItem, missingLanguages, moveItem, moveSection, newID, removeGroup, removeItem, removeSection, setGroup, setItem, textOf, withMember, withText } from "./draft-edit.js"

const item = (id, more = {}) => ({ id, name: { en: id }, summary: { en: id }, ...more })
const part = { hours: {}, menu: { groups: [], sections: [{ id: "a", items: [item("soup"), item("tea")] }, { id: "b", items: [item("cake")] }] } }
const ids = changed => changed.menu.sections.map(({ items }) => items.map(({ id }) => id).join())

describe("items", () => {
  it("are found with their places", () => assert.deepEqual(allItems(part).map(({ pointer }) => pointer), ["/menu/sections/0/items/0", "/menu/sections/0/items/1", "/menu/sections/1/items/0"]))
  it("are added at the end of a group", () => assert.deepEqual(ids(addItem(part, 1, item("pie"))), ["soup,tea", "cake,pie"]))
  it("are copied below their original", () => assert.deepEqual(ids(copyItem(part, "soup", item("soup-2"))), ["soup,soup-2,tea", "cake"]))
  it("are changed in their place", () => assert.equal(setItem(part, "tea", item("tea", { price: 1 }), 0).menu.sections[0].items[1].price, 1))
  it("move to the end of another group", () => assert.deepEqual(ids(setItem(part, "soup", item("soup"), 1)), ["tea", "cake,soup"]))
  it("come back when somebody removed them meanwhile", () => assert.deepEqual(ids(setItem(removeItem(part, "soup"), "soup", item("soup"), 0)), ["tea,soup", "cake"]))
  it("move up and down, but not out", () => {
    assert.deepEqual(ids(moveItem(part, "tea", -1)), ["tea,soup", "cake"])
    assert.deepEqual(ids(moveItem(part, "soup", -1)), ["soup,tea", "cake"])
  })
  it("are changed together", () => assert.deepEqual(allItems(changeItems(part, ["soup", "cake"], found => ({ ...found, price: 5 }))).map(({ item }) => item.price), [5, undefined, 5]))
  it("are not found once they are gone", () => assert.equal(findItem(removeItem(part, "tea"), "tea"), null))
})

describe("groups of the menu", () => {
  it("are added, moved and removed", () => {
    assert.deepEqual(ids(addSection(part, { id: "c", items: [] })), ["soup,tea", "cake", ""])
    assert.deepEqual(ids(moveSection(part, 1, -1)), ["cake", "soup,tea"])
    assert.deepEqual(ids(removeSection(part, 0)), ["cake"])
  })
  it("begin a menu that has none", () => assert.deepEqual(addSection({}, { id: "a", items: [] }).menu, { sections: [{ id: "a", items: [] }] }))
})

describe("an identifier", () => {
  const cases = [["Pea soup", "pea-soup"], ["Crème brûlée!", "creme-brulee"], ["Weißbier", "weissbier"], ["味噌汁", "item"], ["  -- ", "item"], ["a".repeat(80), "a".repeat(56)]]
  for (const [name, id] of cases) it(`of ${name}`, () => assert.equal(newID(name, [], "item"), id))
  it("is not one that something else has", () => assert.equal(newID("Soup", ["soup", "soup-2"], "item"), "soup-3"))
})

describe("texts", () => {
  it("are left out when they are empty", () => assert.deepEqual(withText({ en: "Soup", de: "Suppe" }, "de", "  "), { en: "Soup" }))
  it("fall back along the languages", () => {
    assert.equal(textOf({ de: "Suppe", ja: "スープ" }, ["en", "ja"]), "スープ")
    assert.equal(textOf(undefined, ["en"]), "")
  })
  it("that are missing are named by language, with those of own choices", () => {
    const own = item("soup", { name: { en: "a", de: "b" }, summary: { en: "a", de: "b" }, groups: ["size", { id: "g", name: { en: "x", de: "y" }, choices: [{ name: { en: "x" } }] }] })
    assert.deepEqual(missingLanguages(own, ["en", "de", "ja"]), ["de", "ja"])
  })
})

describe("a member", () => {
  it("keeps its place when it changes, and goes when it is empty", () => {
    assert.deepEqual(Object.keys(withMember({ a: 1, b: 2 }, "a", 3)), ["a", "b"])
    assert.deepEqual(withMember({ a: 1, b: 2 }, "a", undefined), { b: 2 })
  })
})

describe("groups of choices", () => {
  const own = { id: "milk", name: { en: "Milk" } }
  const part = { menu: { groups: [{ id: "size", name: { en: "Size" } }], sections: [{ id: "a", items: [item("tea", { groups: ["size", own] }), item("cake")] }] } }
  const places = changed => allGroups(changed).map(({ pointer, users }) => `${pointer} ${users.map(({ id }) => id)}`)
  it("are those that items share and those of one item", () => assert.deepEqual(places(part), ["/menu/groups/0 tea", "/menu/sections/0/items/0/groups/1 tea"]))
  it("are added and changed where they are", () => {
    assert.deepEqual(places(addGroup(part, { id: "extra" })), ["/menu/groups/0 tea", "/menu/groups/1 ", "/menu/sections/0/items/0/groups/1 tea"])
    assert.equal(setGroup(part, null, "size", { id: "size", minimum: 1 }).menu.groups[0].minimum, 1)
    assert.equal(setGroup(part, "tea", "milk", { ...own, minimum: 1 }).menu.sections[0].items[0].groups[1].minimum, 1)
  })
  it("go with the items that offer them", () => {
    assert.deepEqual(removeGroup(part, null, "size").menu.sections[0].items[0].groups, [own])
    assert.deepEqual(removeGroup(part, "tea", "milk").menu.sections[0].items[0].groups, ["size"])
  })
  it("begin a menu that has none", () => assert.deepEqual(addGroup({}, { id: "size" }).menu, { sections: [], groups: [{ id: "size" }] }))
})
