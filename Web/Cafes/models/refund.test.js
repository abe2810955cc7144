import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { chosenAmount, leftOfLine, refundBody } from "./refund.js"

const euros = amount => ({ amount, currency: "EUR" })
const order = { total: euros(1_000), lines: [{ line: 0, quantity: 3, refunded: 1, total: euros(1_000) }, { line: 1, quantity: 1, refunded: 0, total: euros(0) }] }

describe("a refund on the page", () => {
  it("asks for lines, for an amount, or for everything that is left (C105)", () => {
    const none = { quantities: new Map([[0, 0]]), amount: null }
    assert.deepEqual(refundBody(order, { ...none, kind: "rest" }, "cold"), { reason: "cold" })
    assert.equal(refundBody(order, { ...none, kind: "lines" }, "cold"), null)
    assert.equal(refundBody(order, { ...none, kind: "amount" }, "cold"), null)
    assert.deepEqual(refundBody(order, { ...none, kind: "amount", amount: 250 }, "cold"), { reason: "cold", amount: euros(250) })
    assert.deepEqual(refundBody(order, { kind: "lines", quantities: new Map([[0, 2], [1, 0]]), amount: 5 }, "cold"), { reason: "cold", lines: [{ line: 0, quantity: 2 }] })
  })

  it("shows shares of a line that add up to it", () => {
    const whole = { ...order, lines: [{ ...order.lines[0], refunded: 0 }] }
    const parts = [0, 1, 2].map(refunded => chosenAmount({ ...whole, lines: [{ ...whole.lines[0], refunded }] }, new Map([[0, 1]])).amount)
    assert.deepEqual(parts, [333, 334, 333])
    assert.deepEqual(chosenAmount(order, new Map([[0, 2]])), euros(667))
    assert.equal(leftOfLine(order.lines[0]), 2)
  })
})
