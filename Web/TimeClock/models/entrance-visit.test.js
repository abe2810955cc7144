import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { actsOf, firstOf } from "./entrance-visit.js"

describe("a visit at the tablet of an entrance", () => {
  it("offers what may come next, the expected act first", () => {
    assert.deepEqual(actsOf({ allowed: ["out", "break"], mayHaveForgotten: false }), [{ kind: "out", forgotOut: false }, { kind: "break", forgotOut: false }])
    assert.deepEqual(actsOf({ allowed: ["in"], mayHaveForgotten: false }), [{ kind: "in", forgotOut: false }])
  })

  it("asks about a clock-out that may have been forgotten", () => {
    assert.deepEqual(actsOf({ allowed: ["out", "break"], mayHaveForgotten: true }), [{ kind: "out", forgotOut: false }, { kind: "in", forgotOut: true }])
  })

  it("begins with the first sign that a reader types, and with no other key", () => {
    assert.equal(firstOf({ key: "4" }), "4")
    assert.equal(firstOf({ key: "A" }), "A")
    for (const event of [{ key: "Enter" }, { key: "Tab" }, { key: " " }, { key: "r", ctrlKey: true }]) assert.equal(firstOf(event), null)
  })
})
