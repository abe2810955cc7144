import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { paymentToPay, payView, refusalKind } from "./payment.js"

describe("a payment on the page", () => {
  it("each stage of a payment has a view", () => {
    const views = ["open", "paid", "returning", "returned", "ending", "ended", undefined].map(payView)
    assert.deepEqual(views, ["pay", "done", "returned", "returned", "over", "over", "elsewhere"])
  })

  it("the order is named behind # or in the query, and nothing else is taken for one", () => {
    assert.equal(paymentToPay({ hash: "#01kax", search: "" }), "01kax")
    assert.equal(paymentToPay({ hash: "", search: "?order=01kax&payment_intent=pi_1" }), "01kax")
    assert.equal(paymentToPay({ hash: "#../people", search: "" }), null)
    assert.equal(paymentToPay({ hash: "", search: "" }), null)
  })

  it("a refusal is told by what the person can do", () => {
    assert.equal(refusalKind({ type: "card_error", code: "card_declined" }), "declined")
    assert.equal(refusalKind({ type: "card_error", code: "payment_intent_authentication_failure" }), "authentication")
    assert.equal(refusalKind({ type: "validation_error" }), "fields")
    assert.equal(refusalKind({ type: "api_error" }), "unknown")
    assert.equal(refusalKind(), "unknown")
  })
})
