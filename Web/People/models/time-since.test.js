import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { timeSince } from "./time-since.js"

const NOW = Date.parse("2026-11-23T12:00:00Z")

describe("the time since", () => {
  const cases = [
    ["2026-11-23T11:59:01Z", null], ["2026-11-23T12:00:30Z", null],
    ["2026-11-23T11:59:00Z", { value: -1, unit: "minute" }], ["2026-11-23T08:30:00Z", { value: -3, unit: "hour" }],
    ["2026-11-21T11:00:00Z", { value: -2, unit: "day" }],
  ]
  for (const [instant, expected] of cases) it(`${instant} is ${JSON.stringify(expected)}`, () => assert.deepEqual(timeSince(instant, NOW), expected))
})
