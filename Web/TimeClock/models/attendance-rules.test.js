import assert from "node:assert/strict"
import test from "node:test"

import { clockText, dayHoursOf, effective, hourOn, formOf, minutesOf, monthsFrom, ofForm, rulesOf, versionIn, versionsOf, withDayHour, withoutDayHour, withVersion, withVersions } from "./attendance-rules.js"

test("hours and minutes are read and written, and nothing is guessed", () => {
  assert.deepEqual(["8:00", "37:30", "8", "", "8:60", "eight", "-1"].map(minutesOf), [480, 2250, 480, undefined, null, null, null])
  assert.deepEqual(["０８：００", "８", "　３７：３０　"].map(minutesOf), [480, 480, 2250])
  assert.deepEqual([480, 2250, 5, undefined].map(clockText), ["8:00", "37:30", "0:05", ""])
})

test("rules of a form come back as they were", () => {
  const all = [
    {}, { preset: "japan" }, { preset: "germany", breaks: [], weekBegins: "sunday" },
    { breaks: [{ afterMinutes: 360, minutes: 30 }, { afterMinutes: 540, minutes: 45 }], paidBreaks: true, dailyMinutes: 480, night: "22:00-05:00", rounding: "day-quarter-hour" },
  ]
  for (const rules of all) assert.deepEqual(rulesOf(formOf(rules)), { rules, mistakes: [] })
})

test("what cannot be read is named by its field", () => {
  const form = { ...formOf({}), dailyMinutes: "many", nightFrom: "22:00", breaks: "own", rows: [{ after: "x", minutes: "" }, { after: "", minutes: "" }] }
  assert.deepEqual(rulesOf(form).mistakes.map(({ pointer }) => pointer), ["/dailyMinutes", "/breaks/0/afterMinutes", "/breaks/0/minutes", "/night"])
  assert.deepEqual(rulesOf({ ...form, rows: [] }).mistakes.map(({ pointer }) => pointer), ["/dailyMinutes", "/breaks/0/afterMinutes", "/night"])
})

test("full-width digits of a Japanese keyboard are read", () => {
  const form = { ...formOf({}), dailyMinutes: "８：００", breaks: "own", rows: [{ after: "６：００", minutes: "３０" }] }
  assert.deepEqual(rulesOf(form), { rules: { dailyMinutes: 480, breaks: [{ afterMinutes: 360, minutes: 30 }] }, mistakes: [] })
})

test("an hour of the day holds from its date, and one that changes nothing is left out", () => {
  assert.deepEqual([{}, { dayChangeHour: 4 }, { dayChangeHour: [{ from: "2027-01-10", hour: 4 }] }].map(dayHoursOf), [
    [{ from: null, hour: 5 }], [{ from: null, hour: 4 }], [{ from: null, hour: 5 }, { from: "2027-01-10", hour: 4 }],
  ])
  const changed = withDayHour({ workRules: {} }, "2027-01-10", 4)
  assert.deepEqual(changed, { workRules: {}, dayChangeHour: [{ hour: 5 }, { from: "2027-01-10", hour: 4 }] })
  assert.deepEqual(["2027-01-09", "2027-01-10"].map(date => hourOn(dayHoursOf(changed), date)), [5, 4])
  assert.deepEqual(withDayHour(changed, "2027-01-01", 4).dayChangeHour, [{ hour: 5 }, { from: "2027-01-01", hour: 4 }])
  assert.deepEqual(withoutDayHour(changed, "2027-01-10"), { workRules: {} })
  assert.deepEqual(withDayHour({ dayChangeHour: 4 }, null, 6), { dayChangeHour: 6 })
})

test("a version holds from its month until the next, and replaces the one that begins then", () => {
  const first = versionsOf({ workRules: { preset: "germany" } })
  const both = withVersion(first, "2027-01", { dailyMinutes: 450 })
  assert.deepEqual(both.map(({ from }) => from), [null, "2027-01"])
  assert.equal(versionIn(both, "2026-12"), both[0])
  assert.equal(versionIn(both, "2027-02"), both[1])
  assert.equal(versionIn(versionsOf({ workRules: [{ from: "2027-01" }] }), "2026-12"), null)
  assert.deepEqual(withVersion(both, "2027-01", {}).map(({ rules }) => rules), [{ preset: "germany" }, {}])
  const document = { dayChangeHour: 4, workRules: {} }
  assert.deepEqual(withVersions(document, both), { dayChangeHour: 4, workRules: [{ preset: "germany" }, { from: "2027-01", dailyMinutes: 450 }] })
  assert.deepEqual(withVersions(document, first), { dayChangeHour: 4, workRules: { preset: "germany" } })
  assert.deepEqual(withVersions(document, []), { dayChangeHour: 4 })
  assert.deepEqual(versionsOf(withVersions(document, both)), both)
})

test("months go over the end of a year", () => assert.deepEqual(monthsFrom("2026-11", 3), ["2026-11", "2026-12", "2027-01"]))

test("a preset says what the rules do not", () => {
  const presets = [{ id: "japan", dailyMinutes: 480, rounding: "month-hour" }]
  assert.equal(effective({ preset: "japan", dailyMinutes: 450 }, presets).dailyMinutes, 450)
  assert.equal(effective({ preset: "japan" }, presets).rounding, "month-hour")
  assert.equal(effective({}, presets).rounding, "none")
})

test("mistakes of one version and of several lead to the same fields", () => {
  assert.deepEqual(ofForm([{ pointer: "/workRules/rounding" }, { pointer: "/workRules/1/rounding" }, { pointer: "/workRules" }, { pointer: "/dayChangeHour" }]).map(({ pointer }) => pointer), ["/rounding", "/rounding", "", "/dayChangeHour"])
})
