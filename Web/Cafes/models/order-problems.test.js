import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { orderSentence } from "./order-problems.js"

const WORDS = { money: ({ amount, currency }) => `${currency} ${amount}`, when: instant => `at ${instant.slice(11, 16)}` }

describe("problems of orders in words", () => {
  it("name the values of the problem", () => {
    const body = { balance: { amount: 500, currency: "EUR" }, needed: { amount: 900, currency: "EUR" } }
    assert.equal(orderSentence({ code: "insufficient-funds", body }, WORDS), "Your meal account holds EUR 500, this order needs EUR 900. Nothing was paid.")
    assert.match(orderSentence({ code: "cafe-closed", body: { opensAt: "2026-11-21T11:30:00.000Z" } }, WORDS), /opens at 11:30\./)
    assert.match(orderSentence({ code: "cafe-closed", body: {} }, WORDS), /closed now\./)
  })

  const known = [
    "unknown-cafe", "unknown-item", "too-many-favourites", "invalid-basket", "total-changed", "sold-out", "no-account-in-currency",
    "idempotency-key-reused", "body-too-large", "unknown-order", "illegal-transition", "undo-expired", "stale-version", "too-many-orders", "handover-code-needed",
  ]
  for (const code of known) {
    it(`${code} has a sentence`, () => assert.equal(typeof orderSentence({ code, body: {} }, WORDS), "string"))
  }

  it("leave other problems to every page", () => assert.equal(orderSentence({ code: "forbidden", body: {} }, WORDS), null))
})
