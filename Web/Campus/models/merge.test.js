import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isEqual, merge, onlyAt } from "./merge.js"

const soup = { id: "soup", name: { en: "Soup" }, price: 450 }
const tea = { id: "tea", name: { en: "Tea" }, price: 200 }
const part = items => ({ menu: { sections: [{ id: "lunch", items }] } })

describe("two changes of one draft", () => {
  it("are both kept when they touch different fields", () => {
    const { merged, clashes } = merge(part([soup, tea]), part([{ ...soup, price: 480 }, tea]), part([{ ...soup, name: { en: "Pea soup" } }, { ...tea, price: 210 }]))
    assert.deepEqual(merged, part([{ ...soup, name: { en: "Pea soup" }, price: 480 }, { ...tea, price: 210 }]))
    assert.deepEqual(clashes, [])
  })
  it("clash where both changed one value, and mine stays", () => {
    const { merged, clashes } = merge(part([soup]), part([{ ...soup, price: 480 }]), part([{ ...soup, price: 500 }]))
    assert.equal(merged.menu.sections[0].items[0].price, 480)
    assert.deepEqual(clashes, ["/menu/sections/lunch/items/soup/price"])
  })
  it("do not clash when both did the same", () =>
    assert.deepEqual(merge(part([soup]), part([{ ...soup, price: 480 }]), part([{ ...soup, price: 480 }])).clashes, []))
  it("keep what each added, behind what it followed", () => {
    const cake = { id: "cake" }, pie = { id: "pie" }
    assert.deepEqual(merge(part([soup, tea]), part([soup, cake, tea]), part([soup, tea, pie])).merged, part([soup, cake, tea, pie]))
  })
  it("take away what one removed and the other left alone", () =>
    assert.deepEqual(merge(part([soup, tea]), part([tea]), part([soup, { ...tea, price: 1 }])).merged, part([{ ...tea, price: 1 }])))
  it("clash when one removed what the other changed", () => {
    const { merged, clashes } = merge(part([soup, tea]), part([tea]), part([{ ...soup, price: 1 }, tea]))
    assert.deepEqual([merged, clashes], [part([tea]), ["/menu/sections/lunch/items/soup"]])
  })
  it("keep an order that only one of them changed", () => {
    assert.deepEqual(merge(part([soup, tea]), part([tea, soup]), part([soup, { ...tea, price: 1 }])).merged, part([{ ...tea, price: 1 }, soup]))
    assert.deepEqual(merge(part([soup, tea]), part([soup, { ...tea, price: 1 }]), part([tea, soup])).merged, part([{ ...tea, price: 1 }, soup]))
  })
  it("join names of shared things one by one", () =>
    assert.deepEqual(merge({ groups: ["size"] }, { groups: ["size", "milk"] }, { groups: ["extra", "size"] }).merged, { groups: ["extra", "size", "milk"] }))
  it("treat a list of anything else as one value", () =>
    assert.deepEqual(merge({ hours: ["08:00-10:00"] }, { hours: ["08:00-10:00"] }, { hours: [] }).merged, { hours: [] }))
  it("need no base: from nothing, both sides are additions", () =>
    assert.deepEqual(merge({}, { pickup: { minutes: 5 } }, { pickup: { orders: 3 } }).merged, { pickup: { orders: 3, minutes: 5 } }))
})

describe("equality", () => {
  it("does not depend on the order of members", () => assert.ok(isEqual({ a: 1, b: [2] }, { b: [2], a: 1 })))
  it("tells lists from objects, and null from both", () => {
    assert.ok(!isEqual([], {}))
    assert.ok(!isEqual(null, {}))
    assert.ok(!isEqual({ a: undefined }, { b: 1 }))
  })
})

it("a change at the places of the clashes leaves out what does not clash", () => {
  const before = { name: { en: "Main" }, items: [{ id: "soup", price: 3, note: "a" }, { id: "tea", price: 2 }] }
  const mine = { name: { en: "Main" }, items: [{ id: "soup", price: 4, note: "a" }] }
  const theirs = { name: { en: "Other" }, items: [{ id: "soup", price: 5, note: "b" }, { id: "tea", price: 1 }, { id: "cake", price: 6 }] }
  const { clashes } = merge(before, mine, theirs)
  assert.deepEqual(clashes, ["/items/soup/price", "/items/tea"])
  assert.deepEqual(onlyAt(before, theirs, clashes), { name: { en: "Main" }, items: [{ id: "soup", price: 5, note: "a" }, { id: "tea", price: 1 }] })
  assert.deepEqual(onlyAt(before, mine, clashes), { name: { en: "Main" }, items: [{ id: "soup", price: 4, note: "a" }] })
  assert.deepEqual(onlyAt(before, theirs, []), before)
  assert.deepEqual(onlyAt({ a: 1 }, { a: 2, b: 3 }, ["/b"]), { a: 1, b: 3 })
})
