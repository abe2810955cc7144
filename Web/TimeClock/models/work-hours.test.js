import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { groupsOf, missingOf, weekOf, wishesOf, withDayOff } from "./work-hours.js"

const office = { hours: "09:00–17:30", break: "12:00–13:00" }
const group = { days: ["mon"], from: "09:00", to: "17:30", breakFrom: "12:00", breakTo: "13:00" }

describe("working hours", () => {
  it("join days with the same hours, and come back as they were", () => {
    const week = { monday: office, tuesday: office, friday: { hours: "09:00–14:00" } }
    const groups = groupsOf(week)
    assert.deepEqual(groups.map(({ days }) => days), [["mon", "tue"], ["fri"]])
    assert.deepEqual([groups[1].from, groups[1].to, groups[1].breakFrom], ["09:00", "14:00", ""])
    assert.deepEqual(weekOf(groups), week)
  })

  it("of a day in two groups are those of the later one", () => {
    assert.deepEqual(weekOf([group, { ...group, from: "10:00" }]), { monday: { ...office, hours: "10:00–17:30" } })
  })

  it("that are not complete are not saved", () => assert.deepEqual(weekOf([{ ...group, to: "" }]), {}))

  const cases = [
    [{}, null], [{ days: [] }, "days"], [{ from: "" }, "hours"], [{ to: "09:00" }, "hours"], [{ breakTo: "" }, "break"],
    [{ breakFrom: "", breakTo: "" }, null], [{ breakFrom: "08:00", breakTo: "08:30" }, "break"], [{ breakTo: "18:00" }, "break"],
    [{ from: "22:00", to: "06:00", breakFrom: "01:00", breakTo: "01:30" }, null],
    [{ from: "22:00", to: "06:00", breakFrom: "23:45", breakTo: "00:15" }, null],
    [{ from: "22:00", to: "06:00", breakFrom: "12:00", breakTo: "13:00" }, "break"],
  ]
  for (const [change, missing] of cases) {
    it(`with ${JSON.stringify(change)} lack ${missing}`, () => assert.equal(missingOf({ ...group, ...change }), missing))
  }
})

describe("days off", () => {
  it("are in order, each once, and not over", () => {
    assert.deepEqual(withDayOff(["2026-12-28", "2026-11-01"], "2026-12-24", "2026-11-27"), ["2026-12-24", "2026-12-28"])
    assert.deepEqual(withDayOff(["2026-12-24"], "2026-12-24", "2026-11-27"), ["2026-12-24"])
  })
})

describe("wishes", () => {
  it("leave the week to the organisation until a person has one", () => {
    const rest = { window: null, daysOff: [], onDaysOff: false }
    assert.equal(wishesOf({ ...rest, usesOwnWeek: false, groups: [group] }).week, null)
    assert.deepEqual(wishesOf({ ...rest, usesOwnWeek: true, groups: [group] }).week, { monday: office })
  })
})
