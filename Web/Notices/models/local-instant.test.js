import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { instantOf, localText } from "./local-instant.js"

describe("a field of a local time", () => {
  const cases = [
    ["2026-11-24T08:30:00Z", "Europe/Berlin", "2026-11-24T09:30"], ["2026-07-24T07:30:00Z", "Europe/Berlin", "2026-07-24T09:30"],
    ["2026-11-23T23:59:00Z", "Asia/Tokyo", "2026-11-24T08:59"], ["2026-11-24T00:10:00Z", "America/St_Johns", "2026-11-23T20:40"],
    ["2026-11-24T00:00:00Z", "UTC", "2026-11-24T00:00"],
    // The last hour of summer time in Berlin, and the first one after it began.
    ["2026-10-24T23:30:00Z", "Europe/Berlin", "2026-10-25T01:30"], ["2026-03-29T01:30:00Z", "Europe/Berlin", "2026-03-29T03:30"],
  ]
  for (const [instant, zone, text] of cases) {
    it(`says ${text} in ${zone}`, () => assert.equal(localText(Date.parse(instant), zone), text))
    it(`means ${instant} by ${text} in ${zone}`, () => assert.equal(instantOf(text, zone), Date.parse(instant)))
  }
  it("has an instant for a time that summer time leaves out", () => {
    assert.ok(Math.abs(instantOf("2026-03-29T02:30", "Europe/Berlin") - Date.parse("2026-03-29T01:00:00Z")) <= 3_600_000)
  })
})
