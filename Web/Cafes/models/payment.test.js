import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { paymentName, paymentPath, paymentToPay, payView, refusalKind } from "./payment.js"

describe("a payment on the page", () => {
  it("each stage of a payment has a view", () => {
    const views = ["open", "paid", "returning", "returned", "ending", "ended", undefined].map(payView)
    assert.deepEqual(views, ["pay", "done", "returned", "returned", "over", "over", "elsewhere"])
  })

  it("the order is named behind # or in the query, and nothing else is taken for one", () => {
    const own = { id: "01kax", isGuest: false }
    assert.deepEqual(paymentToPay({ hash: "#01kax", search: "" }), own)
    assert.deepEqual(paymentToPay({ hash: "", search: "?order=01kax&payment_intent=pi_1" }), own)
    for (const hash of ["#../people", "#guest.", "#other.01kax", "#guest.guest.01kax"]) assert.equal(paymentToPay({ hash, search: "" }), null)
    assert.equal(paymentToPay({ hash: "", search: "" }), null)
  })

  it("an order of a kiosk is paid without an account, also when the bank has sent the guest back", () => {
    const guest = paymentToPay({ hash: "#guest.01kax", search: "" })
    assert.deepEqual(guest, { id: "01kax", isGuest: true })
    assert.deepEqual(paymentToPay({ hash: "", search: `?order=${paymentName(guest)}` }), guest)
    assert.equal(paymentPath(guest), "/api/v1/followed-orders/01kax/payment")
    assert.equal(paymentPath({ id: "01kax", isGuest: false }), "/api/v1/payments/01kax")
  })

  it("a refusal is told by what the person can do", () => {
    assert.equal(refusalKind({ type: "card_error", code: "card_declined" }), "declined")
    assert.equal(refusalKind({ type: "card_error", code: "payment_intent_authentication_failure" }), "authentication")
    assert.equal(refusalKind({ type: "validation_error" }), "fields")
    assert.equal(refusalKind({ type: "api_error" }), "unknown")
    assert.equal(refusalKind(), "unknown")
  })
})
