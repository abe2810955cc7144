import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { stateOf } from "./places.js"

const open = { over: true, waiting: 0, running: 0, missing: 3 }

describe("how a month stands at a place", () => {
  it("is ready when it is over and nothing waits; missing punches may be accepted", () => {
    assert.equal(stateOf(open, "mia"), "ready")
    assert.equal(stateOf({ ...open, over: false }, "mia"), "not-over")
    assert.equal(stateOf({ ...open, waiting: 1, running: 1 }, "mia"), "waiting")
    assert.equal(stateOf({ ...open, running: 1 }, "mia"), "running")
  })

  it("tells who asks to reopen it from who may agree", () => {
    const closing = { id: "a" }
    assert.equal(stateOf({ ...open, closing }, "mia"), "closed")
    const asked = { ...open, closing: { ...closing, reopening: { askedBy: { id: "finn" } } } }
    assert.equal(stateOf(asked, "mia"), "asked")
    assert.equal(stateOf(asked, "finn"), "asked-by-me")
  })
})
