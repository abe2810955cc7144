import assert from "node:assert/strict"
import { describe, it } from "node:test"
import * as baskets from "./basket.js"

const { emptyBasket } = baskets
const CAFE = { id: "main", currency: "EUR" }
const eur = amount => ({ amount, currency: "EUR" })
const line = (key, more = {}) => ({ key, item: "latte", name: "Latte", quantity: 1, choices: [], note: null, unitPrice: eur(300), ...more })
const oat = { choice: "oat", name: "Oat drink", quantity: 1 }

function basketOf(...lines) {
  return lines.reduce((basket, each) => baskets.addLine(basket, CAFE, each), emptyBasket)
}

describe("basket", () => {
  it("takes the café and currency of its first line", () => {
    const basket = basketOf(line("a"))
    assert.equal(basket.cafe, "main")
    assert.equal(basket.currency, "EUR")
  })

  it("raises the quantity of an equal line", () => {
    const basket = basketOf(line("a"), line("b"))
    assert.deepEqual(basket.lines.map(({ key, quantity }) => [key, quantity]), [["a", 2]])
  })

  const different = { "another choice": { choices: [oat] }, "another note": { note: "hot" }, "another item": { item: "tea" } }
  for (const [name, more] of Object.entries(different)) {
    it(`keeps lines apart that have ${name}`, () => assert.equal(basketOf(line("a"), line("b", more)).lines.length, 2))
  }

  it("ignores the order of choices", () => {
    const shot = { choice: "shot", name: "Shot", quantity: 2 }
    assert.equal(basketOf(line("a", { choices: [oat, shot] }), line("b", { choices: [shot, oat] })).lines.length, 1)
  })

  it("keeps a quantity between 1 and 20", () => {
    const basket = basketOf(line("a"))
    assert.equal(baskets.setQuantity(basket, "a", 0).lines[0].quantity, 1)
    assert.equal(baskets.setQuantity(basket, "a", 99).lines[0].quantity, 20)
  })

  it("brings a removed line back to its place", () => {
    const basket = basketOf(line("a"), line("b", { item: "tea" }), line("c", { item: "cake" }))
    const without = baskets.removeLine(basket, "b")
    assert.deepEqual(without.lines.map(({ key }) => key), ["a", "c"])
    assert.deepEqual(baskets.restoreLine(without, basket.lines[1], 1), basket)
  })

  it("changes a line in place", () => {
    const basket = baskets.replaceLine(basketOf(line("a"), line("b", { item: "tea" })), "a", line(null, { quantity: 3 }))
    assert.deepEqual(basket.lines.map(({ key, quantity }) => [key, quantity]), [["a", 3], ["b", 1]])
  })

  it("counts items and adds up what can be ordered", () => {
    const basket = basketOf(line("a", { quantity: 2 }), line("b", { item: "tea", unitPrice: eur(250) }))
    assert.equal(baskets.itemCount(basket), 3)
    assert.deepEqual(baskets.subtotal(basket), eur(850))
  })

  it("C7 keeps every line of a quote and marks the ones that cannot be ordered", () => {
    const basket = basketOf(line("a"), line("b", { item: "tea" }), line("c", { item: "cake" }))
    const quote = { lines: [
      { status: "price-changed", name: "Latte", unitPrice: eur(320), was: eur(300) }, { status: "missing" }, { status: "sold-out", name: "Cake" },
    ] }
    assert.deepEqual(baskets.changes(basket, quote).map(({ line: { key }, status }) => [key, status]),
      [["a", "price-changed"], ["b", "missing"], ["c", "sold-out"]])
    const moved = baskets.applyQuote(basket, { id: "other", currency: "EUR" }, quote)
    assert.equal(moved.cafe, "other")
    assert.deepEqual(moved.lines.map(({ status }) => status), ["price-changed", "missing", "sold-out"])
    // The person has seen the difference before the basket moved.
    assert.ok(moved.lines.every(line => !("was" in line)))
    assert.deepEqual(baskets.subtotal(moved), eur(320))
  })

  it("remembers what a line cost when it was chosen, until it costs that again", () => {
    const quoted = (basket, status, amount) => baskets.applyQuote(basket, CAFE, { lines: [{ status, unitPrice: eur(amount) }] })
    const chosen = basketOf(line("a"))
    const dearer = quoted(chosen, "price-changed", 320)
    assert.deepEqual([dearer.lines[0].unitPrice, dearer.lines[0].was], [eur(320), eur(300)])
    // The next quote knows the new price only.
    const again = quoted(dearer, "ok", 320)
    assert.deepEqual([again.lines[0].unitPrice, again.lines[0].was], [eur(320), eur(300)])
    assert.equal(quoted(again, "price-changed", 300).lines[0].was, undefined)
  })

  it("says whether a quote makes a line dearer, cheaper, or impossible to order", () => {
    const chosen = basketOf(line("a"))
    const isRepriced = answer => baskets.isRepriced(chosen, baskets.applyQuote(chosen, CAFE, { lines: [answer] }))
    assert.equal(isRepriced({ status: "ok", unitPrice: eur(300) }), false)
    assert.equal(isRepriced({ status: "price-changed", unitPrice: eur(280) }), true)
    assert.equal(isRepriced({ status: "sold-out" }), true)
  })

  it("C7 takes the other café's currency with its prices", () => {
    const usd = { amount: 350, currency: "USD" }
    const moved = baskets.applyQuote(basketOf(line("a")), { id: "austin", currency: "USD" }, { lines: [{ status: "price-changed", unitPrice: usd }] })
    assert.deepEqual(baskets.subtotal(moved), usd)
  })

  it("names no change when nothing differs", () => {
    assert.deepEqual(baskets.changes(basketOf(line("a")), { lines: [{ status: "ok" }] }), [])
  })

  it("sends a note as one line without marks that turn the direction", () => {
    const note = text => baskets.orderRequest(basketOf(line("a", { note: text })), eur(300)).lines[0].note
    assert.equal(note(" no onions\n\u0000please\u202E "), "no onions please")
    assert.equal(note(`e${"\u0301".repeat(40)}`), `e${"\u0301".repeat(8)}`)
    assert.equal(note("\n"), undefined)
    assert.equal(note("ohne Zwiebeln, ありがとう, شكرًا"), "ohne Zwiebeln, ありがとう, شكرًا")
  })

  it("sends only what the contract asks for", () => {
    const basket = basketOf(line("a", { choices: [oat], note: "hot" }), line("b", { item: "tea" }))
    assert.deepEqual(baskets.orderRequest(basket, eur(600)), {
      cafe: "main",
      lines: [
        { item: "latte", quantity: 1, choices: [{ choice: "oat", quantity: 1 }], note: "hot" },
        { item: "tea", quantity: 1, choices: [] },
      ],
      expectedTotal: eur(600),
    })
    assert.deepEqual(baskets.quoteRequest(basket).lines[1], { item: "tea", quantity: 1, choices: [], unitPrice: eur(300) })
  })
})
