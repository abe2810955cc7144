import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { clockOf, grown, hoursOf, lengthOf, lonelyMarks, monthAfter, ribbonOf, spansOf, weeksOf } from "./attendance-month.js"

const ZONE = "Europe/Berlin"
const mark = (kind, localTime) => ({ kind, at: new Date(`${localTime}:00+01:00`).toISOString(), localTime: `${localTime}:00.000+01:00`, timeZone: ZONE })
const stretch = (kind, from, to) => ({ kind, from: mark("in", from).at, ...(to && { to: mark("in", to).at }) })
const day = (date, rest = {}) => {
  const startsAt = new Date(`${date}T05:00:00+01:00`)
  return { date, timeZone: ZONE, startsAt: startsAt.toISOString(), endsAt: new Date(startsAt.getTime() + 86_400_000).toISOString(), state: "none", workedSeconds: 0, breakSeconds: 0, marks: [], stretches: [], ...rest }
}

describe("months", () => {
  it("follow each other over the year", () => {
    assert.deepEqual(["2026-11", "2026-12"].map(month => monthAfter(month)), ["2026-12", "2027-01"])
    assert.equal(monthAfter("2026-01", -1), "2025-12")
  })
})

describe("weeks of a month", () => {
  const days = ["2026-11-01", "2026-11-02", "2026-11-08", "2026-11-09"].map((date, index) => day(date, { workedSeconds: index * 60, state: index === 1 ? "missing-punch" : "complete" }))
  const now = Date.parse("2026-11-09T12:00:00Z")

  it("W66: begin on the person's first weekday, with their totals", () => {
    const weeks = weeksOf(days, "mon", now)
    assert.deepEqual(weeks.map(week => week.days.map(({ date }) => date.slice(8))), [["01"], ["02", "08"], ["09"]])
    assert.deepEqual(weeks.map(({ workedSeconds }) => workedSeconds), [0, 180, 180])
    assert.deepEqual(weeks.map(({ missing }) => missing), [0, 1, 0])
    assert.deepEqual(weeksOf(days, "sun", now).map(week => week.days.length), [2, 2])
    assert.equal(new Date(weeks[0].start).toISOString().slice(0, 10), "2026-10-26")
  })

  it("are empty where no day has a record", () => {
    const [first, ...rest] = days
    assert.deepEqual(weeksOf([{ ...first, state: "none" }, ...rest], "mon", now).map(({ isEmpty }) => isEmpty), [true, false, false])
  })

  it("leave out days that have not begun", () => {
    assert.deepEqual(weeksOf(days, "mon", Date.parse("2026-11-09T03:59:59Z")).length, 2)
  })
})

describe("the ribbon of a day", () => {
  it("shows work, breaks, and what goes on", () => {
    const shown = ribbonOf(day("2026-11-02", { stretches: [stretch("work", "2026-11-02T11:00", "2026-11-02T17:00"), stretch("break", "2026-11-02T17:00")] }), Date.parse("2026-11-02T17:00:00Z"))
    assert.deepEqual(shown, [{ start: 0.25, end: 0.5, isBreak: false, isOpen: false }, { start: 0.5, end: 13 / 24, isBreak: true, isOpen: true }])
  })

  it("ends with the day, also when the shift does not", () => {
    const [shown] = ribbonOf(day("2026-11-02", { stretches: [stretch("work", "2026-11-02T23:00", "2026-11-03T07:00")] }), 0)
    assert.deepEqual([shown.start, shown.end], [0.75, 1])
  })

  it("marks a punch that has nothing beside it", () => {
    assert.deepEqual(lonelyMarks(day("2026-11-02", { marks: [mark("in", "2026-11-02T11:00")] })), [0.25])
    assert.deepEqual(lonelyMarks(day("2026-11-02", { marks: [mark("in", "2026-11-02T11:00")], stretches: [stretch("work", "2026-11-02T11:00")] })), [])
  })

  it("W66: has the hours of the wall clock, also on the day on which clocks change", () => {
    assert.deepEqual(hoursOf(day("2026-11-02"), [5, 11, 24]), [{ hour: 5, part: 0 }, { hour: 11, part: 0.25 }, { hour: 24, part: 19 / 24 }])
    const night = { date: "2026-10-24", timeZone: ZONE, startsAt: "2026-10-24T03:00:00Z", endsAt: "2026-10-25T04:00:00Z" }
    assert.deepEqual(hoursOf(night, [29]), [{ hour: 29, part: 1 }])
    assert.deepEqual(hoursOf(night, [17]), [{ hour: 17, part: 12 / 25 }])
  })
})

describe("the times of a day in words", () => {
  const read = (...marks) => spansOf(day("2026-11-02", { marks })).map(({ from, to, isNextDay }) => [from?.slice(11, 16) ?? null, to?.slice(11, 16) ?? null, isNextDay])
  const table = [
    ["none", [], []],
    ["work with a break", [mark("in", "2026-11-02T09:00"), mark("break", "2026-11-02T12:00"), mark("in", "2026-11-02T13:00"), mark("out", "2026-11-02T17:00")], [["08:00", "11:00", false], ["12:00", "16:00", false]]],
    ["a night", [mark("in", "2026-11-02T22:00"), mark("out", "2026-11-03T07:10")], [["21:00", "06:10", true]]],
    ["after midnight only", [mark("in", "2026-11-03T01:00"), mark("out", "2026-11-03T04:00")], [["00:00", "03:00", false]]],
    ["a clock-out that is missing", [mark("in", "2026-11-02T09:00"), mark("in", "2026-11-02T13:00"), mark("out", "2026-11-02T17:00")], [["08:00", null, false], ["12:00", "16:00", false]]],
    ["a clock-in that is missing", [mark("out", "2026-11-02T17:00")], [[null, "16:00", false]]],
    ["home after a break", [mark("in", "2026-11-02T09:00"), mark("break", "2026-11-02T12:00"), mark("out", "2026-11-02T13:00")], [["08:00", "11:00", false]]],
  ]
  for (const [name, marks, expected] of table) it(name, () => assert.deepEqual(read(...marks), expected))
})

describe("durations", () => {
  it("are hours and whole minutes", () => assert.deepEqual([0, 59, 3_661, 360_000].map(clockOf), [{ hours: 0, minutes: 0 }, { hours: 0, minutes: 0 }, { hours: 1, minutes: 1 }, { hours: 100, minutes: 0 }]))

  it("go on while work or a break goes on", () => {
    const at = grownBy => grown(day("2026-11-02", { state: "running", workedSeconds: 60, breakSeconds: 5, stretches: [stretch(grownBy, "2026-11-02T11:00")] }), 1_000, 4_000)
    assert.deepEqual([at("work").workedSeconds, at("work").breakSeconds], [63, 5])
    assert.deepEqual([at("break").workedSeconds, at("break").breakSeconds], [60, 8])
    const whole = day("2026-11-02", { state: "complete", workedSeconds: 60 })
    assert.equal(grown(whole, 0, 9_000), whole)
  })
})

it("the length of a day is that of its stretches of work, and a stretch without its end counts nothing", () => {
  const mark = (kind, time) => ({ kind, at: `2026-11-02T${time}:00Z`, localTime: `2026-11-02T${time}` })
  const length = (...marks) => lengthOf({ date: "2026-11-02", marks })
  assert.equal(length(mark("in", "09:00"), mark("break", "12:00"), mark("in", "12:30"), mark("out", "17:30")), 8 * 3600)
  assert.equal(length(mark("in", "09:00"), mark("in", "13:00"), mark("out", "14:00")), 3600)
  assert.equal(length(), 0)
})
