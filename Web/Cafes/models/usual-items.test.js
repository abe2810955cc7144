import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { pastChoices, today } from "./usual-items.js"

const euro = amount => ({ amount, currency: "EUR" })
const line = (item, choices = [], quantity = 1) => ({ item, name: item, quantity, choices: choices.map(choice => ({ choice, name: choice, quantity: 1 })) })
const order = (lines, more = {}) => ({ id: "o", cafe: { id: "main" }, stage: "collected", lines, ...more })
const usual = (...orders) => pastChoices(orders, "main").usual.map(({ item, choices }) => [item, ...choices.map(({ choice }) => choice)].join(" "))

describe("what a person usually takes", () => {
  it("is what came in two orders or more, the most frequent first", () => {
    const orders = [order([line("tea")]), order([line("flat", ["oat"]), line("soup")]), order([line("flat", ["oat"])]), order([line("flat", ["oat"]), line("tea")])]
    assert.deepEqual(usual(...orders), ["flat oat", "tea"])
  })

  it("counts an order once, however often it has a dish", () => {
    assert.deepEqual(usual(order([line("tea", [], 5), line("tea")])), [])
  })

  it("keeps apart the same item with other choices", () => {
    assert.deepEqual(usual(order([line("flat", ["oat"])]), order([line("flat", ["cow"])])), [])
  })

  it("leaves out other cafés and orders that came to nothing", () => {
    const other = order([line("tea")], { cafe: { id: "other" } })
    const cancelled = order([line("tea")], { stage: "cancelled" })
    assert.deepEqual(usual(order([line("tea")]), other, cancelled), [])
    assert.equal(pastChoices([cancelled, other], "main").again, null)
    assert.equal(pastChoices([cancelled, order([line("soup")])], "main").again.lines[0].item, "soup")
  })

  it("is three dishes at most", () => {
    const all = ["a", "b", "c", "d"].map(name => line(name))
    assert.equal(usual(order(all), order(all)).length, 3)
  })

  it("has today's price, and is nothing when it cannot be had like that today", () => {
    const item = (id, more = {}) => ({ id, name: id, price: euro(300), soldOut: false, isServed: true, groups: [], ...more })
    const menu = { sections: [{ items: [item("tea"), item("soup", { soldOut: true }), item("eggs", { isServed: false })] }] }
    assert.deepEqual(today(line("tea"), menu, () => "k").unitPrice, euro(300))
    for (const gone of [line("soup"), line("eggs"), line("pizza"), line("tea", ["honey"])]) assert.equal(today(gone, menu, () => "k"), null)
  })
})
