import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { payments, taxRows } from "./receipt.js"

const eur = amount => ({ amount, currency: "EUR" })
const line = (taxRate, total, tax) => ({ taxRate, total: eur(total), tax: eur(tax) })
const order = (stage, ...stages) => ({
  stage, total: eur(1500), lines: [line("0.07", 890, 58), line("0.19", 320, 51), line("0.07", 290, 19)],
  history: stages.map((stage, index) => ({ stage, at: `${index}` })),
})

describe("a receipt", () => {
  it("has the tax by rate, as it was charged for each line", () => {
    const rows = taxRows(order("accepted"))
    assert.deepEqual(rows.map(({ rate }) => rate), ["0.19", "0.07"])
    assert.deepEqual(rows[1], { rate: "0.07", net: eur(1103), tax: eur(77), total: eur(1180) })
    assert.deepEqual(rows.reduce((sum, { total }) => sum + total.amount, 0), 1500)
  })

  it("names what was paid, and each part that came back", () => {
    assert.deepEqual(payments(order("ready", "placed", "accepted", "preparing", "ready")), [{ kind: "paid", at: "1", amount: eur(1500) }])
    const refunded = { ...order("collected", "placed", "accepted", "ready", "collected"), returns: [{ at: "4", amount: eur(290) }, { at: "5", amount: eur(10) }] }
    assert.deepEqual(payments(refunded).slice(1), [
      { kind: "returned", at: "4", amount: eur(-290) }, { kind: "returned", at: "5", amount: eur(-10) }])
  })

  it("of an order that was never paid names nothing", () => {
    assert.deepEqual(payments(order("expired", "placed", "expired")), [])
    assert.deepEqual(payments(order("placed", "placed")), [])
  })
})
