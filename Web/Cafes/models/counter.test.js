import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { canCancel, canHandOver, found, isOpen, isSold, isToPay, lineAtOnce, put, walkUpRequest } from "./counter.js"

const price = amount => ({ amount, currency: "EUR" })
const choice = (id, more = {}) => ({ id, name: id, price: price(50), maximumQuantity: 1, ...more })
const milk = { id: "milk", name: "Milk", minimum: 1, maximum: 1, choices: [choice("whole"), choice("oat")] }
const coffee = { id: "coffee", name: "Café crème", price: price(200), groups: [milk] }

describe("lineAtOnce", () => {
  it("adds an item without choices", () => {
    const line = lineAtOnce({ ...coffee, groups: [] })
    assert.deepEqual(line, { item: "coffee", name: "Café crème", quantity: 1, choices: [], note: null, unitPrice: price(200) })
  })
  it("asks for a required choice without a default", () => assert.equal(lineAtOnce(coffee), null))
  it("takes the café's default", () => {
    const line = lineAtOnce({ ...coffee, groups: [{ ...milk, defaults: ["oat"] }] })
    assert.deepEqual([line.choices, line.unitPrice], [[{ choice: "oat", name: "oat", quantity: 1 }], price(250)])
  })
  it("asks when the default is sold out", () => {
    const group = { ...milk, defaults: ["oat"], choices: [choice("whole"), choice("oat", { soldOut: true })] }
    assert.equal(lineAtOnce({ ...coffee, groups: [group] }), null)
  })
})

describe("found", () => {
  const sections = [{ name: "Drinks", items: [coffee] }, { name: "Cake", items: [{ ...coffee, name: "Apple cake" }] }]
  it("finds without accents and capitals, by all words", () => {
    assert.deepEqual(found(sections, " CREME  cafe ").map(({ name }) => name), ["Drinks"])
    assert.deepEqual(found(sections, "creme cake"), [])
    assert.equal(found(sections, "").length, 2)
  })
})

describe("an order at the counter", () => {
  const basket = { cafe: "main", currency: "EUR", lines: [{ key: "1", item: "coffee", quantity: 2, choices: [], note: null, unitPrice: price(200), status: "ok" }] }
  it("sends the lines, the total, the payment, and a name only when there is one", () => {
    assert.deepEqual(walkUpRequest(basket, { total: price(400), payment: "cash", pickup: null, name: "  " }), {
      lines: [{ item: "coffee", quantity: 2, choices: [] }], expectedTotal: price(400), payment: "cash",
    })
    const named = walkUpRequest(basket, { total: price(400), payment: "terminal", pickup: "2026-11-27T12:00:00Z", name: " Ada " })
    assert.deepEqual([named.name, named.pickup, named.payment], ["Ada", "2026-11-27T12:00:00Z", "terminal"])
  })
  it("is cancelled before the kitchen starts, and handed over when it is ready", () => {
    const stages = ["placed", "accepted", "preparing", "ready", "collected", "cancelled"].map(stage => ({ stage }))
    assert.deepEqual(stages.map(canCancel), [true, true, false, false, false, false])
    assert.deepEqual(stages.map(canHandOver), [false, false, false, true, false, false])
    assert.deepEqual(stages.map(isOpen), [true, true, true, true, false, false])
  })
  it("of a kiosk is paid here while it waits, and not while it is being paid by phone", () => {
    const until = "2026-11-27T12:30:00Z"
    assert.deepEqual([{ stage: "placed", until }, { stage: "placed", payment: "card" }, { stage: "accepted", payment: "cash" }].map(isToPay), [true, false, false])
  })
  it("keeps its place in the list", () => {
    const [a, b] = [{ id: "a", stage: "accepted" }, { id: "b", stage: "accepted" }]
    assert.deepEqual(put([b, a], { id: "a", stage: "ready" }).map(({ id, stage }) => id + stage), ["baccepted", "aready"])
    assert.deepEqual(put([a], b).map(({ id }) => id), ["b", "a"])
  })
  it("sells what is there and served", () => {
    assert.deepEqual([{}, { soldOut: true }, { isServed: false }, { pausedUntil: "2026-11-27T12:00:00Z" }].map(isSold), [true, false, false, false])
  })
})
