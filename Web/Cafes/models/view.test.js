import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { orderAddress, parseView, possibleView } from "./view.js"

describe("view of an address", () => {
  const table = { "": "menu", "#menu": "menu", "#review": "review", "#order": "menu", "#constructor": "menu", "#orders": "orders" }
  for (const [hash, view] of Object.entries(table)) it(`“${hash}” shows ${view}`, () => assert.equal(parseView(hash).view, view))

  it("finds the order again", () => assert.deepEqual(parseView(orderAddress("a/b c")), { view: "order", order: "a/b c" }))
})

describe("possible view of the order page", () => {
  const somewhere = { hasCafe: true, isEmployee: true, canReview: true }
  const table = [
    ["menu", {}, "menu"], ["menu", { hasCafe: false }, "cafes"],
    ["basket", {}, "basket"], ["basket", { hasCafe: false }, "cafes"],
    ["cafes", {}, "cafes"],
    ["review", {}, "review"], ["review", { canReview: false }, "menu"], ["review", { canReview: false, hasCafe: false }, "cafes"],
    ["review", { isEmployee: false }, "review"],
    ["orders", {}, "orders"], ["orders", { isEmployee: false }, "sign-in"],
    ["order", { hasCafe: false }, "order"], ["order", { isEmployee: false }, "sign-in"],
  ]
  for (const [wanted, facts, shown] of table) {
    it(`is “${shown}” for “${wanted}” with ${JSON.stringify(facts)}`, () => {
      assert.equal(possibleView(wanted, { ...somewhere, ...facts }), shown)
    })
  }
})
