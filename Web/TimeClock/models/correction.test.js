import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { datesOf, draftOf, firstEmpty, marksOf, mistakeOf, nextKind, sitesFor } from "./correction.js"

const mark = (kind, clock, date = "2026-11-02") => ({ kind, at: `${date}T${clock}:12.000Z`, localTime: `${date}T${clock}:12.000+00:00` })
const row = (kind, time, rest = {}) => ({ kind, time, at: null, second: null, ...rest })
const shown = rows => rows.map(({ kind, time }) => `${kind} ${time}`.trim())

describe("the rows with which editing begins", () => {
  const table = [
    ["a day without a punch", [], ["in", "out"]],
    ["a whole day", [mark("in", "09:00"), mark("break", "12:00"), mark("in", "13:00"), mark("out", "17:30")], ["in 09:00", "break 12:00", "in 13:00", "out 17:30"]],
    ["a clock-out that is missing", [mark("in", "09:00")], ["in 09:00", "out"]],
    ["one that is missing in between", [mark("in", "09:00"), mark("in", "13:00"), mark("out", "17:00")], ["in 09:00", "out", "in 13:00", "out 17:00"]],
    ["a clock-in that is missing", [mark("out", "17:00")], ["in", "out 17:00"]],
    ["a break that nothing ended", [mark("in", "09:00"), mark("break", "12:00")], ["in 09:00", "break 12:00", "out"]],
  ]
  for (const [name, marks, expected] of table) it(`of ${name}`, () => assert.deepEqual(shown(draftOf({ marks })), expected))

  it("grow by what comes next", () => {
    assert.equal(nextKind([row("in", "09:00")]), "out")
    assert.equal(nextKind([]), "in")
    assert.equal(nextKind([row("in", ""), row("break", "")]), "in")
  })
})

describe("the sites to choose from", () => {
  const sites = [{ id: "berlin" }, { id: "porto" }]
  it("are all of them on a day without a time", () => assert.deepEqual(sitesFor({ marks: [] }, sites), sites))
  it("are none where the times say it", () => assert.deepEqual(sitesFor({ marks: [mark("in", "09:00")] }, sites), []))
  it("are none where there is only one", () => assert.deepEqual(sitesFor({ marks: [] }, sites.slice(0, 1)), []))
})

describe("the dates of times", () => {
  it("W52: the next one begins where the clock goes back", () => {
    assert.deepEqual(datesOf([row("in", "22:00"), row("break", "02:00"), row("in", "02:30"), row("out", "07:10")], "2026-11-30", "05:00"),
      ["2026-11-30", "2026-12-01", "2026-12-01", "2026-12-01"])
  })
  it("the hours before the day begins are of the next date", () => assert.deepEqual(datesOf([row("in", "01:00"), row("out", "04:00")], "2026-11-02", "05:00"), ["2026-11-03", "2026-11-03"]))
  it("an empty row has none", () => assert.deepEqual(datesOf([row("in", "09:00"), row("out", "")], "2026-11-02", "05:00"), ["2026-11-02", null]))
})

describe("the times for the server", () => {
  const day = { date: "2026-11-02", marks: [mark("in", "09:00")] }
  it("keep a punch that was not changed, to the millisecond", () => {
    assert.deepEqual(marksOf([...draftOf(day).slice(0, 1), row("out", "17:30")], day, "05:00"), [{ kind: "in", at: "2026-11-02T09:00:12.000Z" }, { kind: "out", at: "2026-11-02T17:30" }])
  })
  it("W64: say which is meant of a time that clocks show twice", () => {
    assert.deepEqual(marksOf([row("in", "08:00", { at: day.marks[0].at }), row("out", "17:30", { second: true })], day, "05:00"),
      [{ kind: "in", at: "2026-11-02T08:00" }, { kind: "out", at: "2026-11-02T17:30", second: true }])
  })
  it("need every time", () => assert.deepEqual([firstEmpty([row("in", "09:00"), row("out", "")]), firstEmpty([row("in", "09:00")])], [1, -1]))
})

describe("a refusal", () => {
  it("names the time that is wrong", () => {
    assert.deepEqual(mistakeOf({ code: "invalid-times", body: { errors: [{ pointer: "/marks/1/at", code: "future" }] } }), { index: 1, code: "future" })
    assert.equal(mistakeOf({ code: "invalid-times", body: { errors: [] } }), null)
    assert.equal(mistakeOf({ code: "correction-waits", body: {} }), null)
  })
})
