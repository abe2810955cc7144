import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isNormal, undoOf } from "./pace.js"

const NOON = "2026-11-21T12:00:00.000Z"
const ONE = "2026-11-21T13:00:00.000Z"
const usual = { now: NOON, pauses: [] }

describe("pauses and delays", () => {
  it("C63 can be taken back", () => {
    const changed = { ...usual, pauses: [{ scope: "cafe", until: ONE }], delay: { minutes: 10, until: ONE } }
    assert.deepEqual(undoOf({ scope: "cafe", paused: true, until: null }, usual), { scope: "cafe", paused: false })
    assert.deepEqual(undoOf({ scope: "cafe", paused: false }, changed), { scope: "cafe", paused: true, until: ONE })
    assert.deepEqual(undoOf({ delayMinutes: 20 }, usual), { delayMinutes: 0, until: null })
    assert.deepEqual(undoOf({ delayMinutes: 0 }, changed), { delayMinutes: 10, until: ONE })
  })

  it("are none while everything is as usual", () => {
    assert.equal(isNormal(null) && isNormal(usual), true)
    assert.equal(isNormal({ ...usual, delay: { minutes: 5, until: ONE } }), false)
  })
})
