import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { dayStartOf, mayHaveForgotten, newReminder, Note, partOfDay, proposal, punchRequest, ribbon, staysOpen, timeZoneOf } from "./attendance.js"
import { isAboutAttendance } from "../reminders.js"
import { punchSentence } from "./punch-problems.js"

const ZONE = "Europe/Berlin"
const instant = clock => `2026-11-20T${clock}:00.000Z` // an hour behind the clocks of Berlin
const punch = (kind, clock, reminder) => ({ kind, at: instant(clock), timeZone: ZONE, ...(reminder && { reminder }) })
const decision = (id, kind, { reminded = true, clock = "08:00" } = {}) => ({ id, kind, reminded, receivedAt: instant(clock) })
const day = (state, rest = {}) => ({ state, punches: [], decisions: [], ...rest })

describe("what the page proposes", () => {
  const arrival = decision("a", "in")
  const departure = decision("d", "out", { clock: "09:00" })
  const suppressed = decision("s", "in", { reminded: false })
  const table = [
    ["nothing known: clock in", day("out"), null, { kind: "in", reminder: null, note: null }],
    ["at work: clock out", day("in"), null, { kind: "out", reminder: null, note: null }],
    ["a reminder waits", day("out", { pending: arrival, decisions: [arrival] }), null, { kind: "in", reminder: arrival, note: null }],
    ["W30: the reminder of the link", day("out", { decisions: [arrival] }), "a", { kind: "in", reminder: arrival, note: null }],
    ["the reminder of the link is answered", day("in", { decisions: [arrival], punches: [punch("in", "08:01", "a")] }), "a", { kind: "out", reminder: null, note: Note.answered }],
    ["a punch without the reminder came after it", day("in", { decisions: [arrival], punches: [punch("in", "08:01")] }), "a", { kind: "out", reminder: null, note: Note.answered }],
    ["the reminder of the link came when it could not be followed any more", day("in", { decisions: [arrival], punches: [punch("in", "07:59")] }), "a", { kind: "out", reminder: null, note: Note.needless }],
    ["the reminder of the link is forgotten", day("out"), "old", { kind: "in", reminder: null, note: Note.forgotten }],
    ["the reminder of the link was answered, and work has ended since", day("out", { decisions: [arrival], punches: [punch("in", "08:01", "a"), punch("out", "09:00")] }), "a", { kind: "in", reminder: null, note: Note.answered }],
    ["the reminder of the link is answered, and a newer one waits", day("in", { pending: departure, decisions: [departure, arrival], punches: [punch("in", "08:01", "a")] }), "a", { kind: "out", reminder: departure, note: Note.answered }],
    ["the reminder of the link is forgotten, and a newer one waits", day("in", { pending: departure, decisions: [departure] }), "old", { kind: "out", reminder: departure, note: Note.forgotten }],
    ["a decision that did not remind prompts nothing", day("out", { decisions: [suppressed] }), "s", { kind: "in", reminder: null, note: null }],
  ]
  for (const [name, today, asked, expected] of table) it(name, () => assert.deepEqual(proposal(today, asked), expected))

  it("W33: the punch names the reminder that prompted it", () => {
    assert.deepEqual(punchRequest({ kind: "in", reminder: arrival }, "berlin", "now"), { kind: "in", site: "berlin", deviceTime: "now", reminder: "a" })
    assert.deepEqual(punchRequest({ kind: "out", reminder: null }, undefined, "now"), { kind: "out", site: undefined, deviceTime: "now" })
  })

  it("the punch names the scan that prompted it", () => {
    assert.deepEqual(punchRequest({ kind: "in", reminder: null, scan: { scan: "berlin-entrance.AA" } }, "berlin", "now"),
      { kind: "in", site: "berlin", deviceTime: "now", scan: "berlin-entrance.AA" })
  })
})

describe("the offer of a punch", () => {
  const reminder = decision("a", "out")
  const table = [
    ["is there at first", true, null, day("out"), true],
    ["stays while nothing changes", true, day("out"), day("out"), true],
    ["goes when the state changes under the finger", true, day("out"), day("in"), false],
    ["does not come back by itself", false, day("in"), day("in"), false],
    ["comes back with a new reminder", false, day("in"), day("in", { pending: reminder }), true],
    ["does not come back with the same one", false, day("in", { pending: reminder }), day("in", { pending: reminder }), false],
  ]
  for (const [name, isOpen, before, today, expected] of table) it(name, () => assert.equal(staysOpen(isOpen, before, today), expected))
})

describe("the ribbon of a day from five to five", () => {
  const part = clock => partOfDay(instant(clock), ZONE)
  it("begins at five by the site's clock", () => {
    assert.equal(part("04:00"), 0)
    assert.equal(part("16:00"), 0.5)
    assert.equal(part("03:45"), 1425 / 1440)
    assert.equal(partOfDay(instant("04:00"), "Asia/Tokyo"), 8 / 24)
  })

  const table = [
    ["nothing", day("out"), []],
    ["a stretch that is over", day("out", { punches: [punch("in", "08:00"), punch("out", "11:00")] }), [["08:00", "11:00", false]]],
    ["one that goes on", day("in", { punches: [punch("in", "08:00"), punch("out", "11:00"), punch("in", "12:00")] }), [["08:00", "11:00", false], ["12:00", "16:00", true]]],
  ]
  for (const [name, today, expected] of table) {
    it(`shows ${name}`, () => {
      const stretches = expected.map(([start, end, isOpen]) => ({ start: part(start), end: part(end), isOpen }))
      assert.deepEqual(ribbon(today, Date.parse(instant("16:00")), ZONE), stretches)
    })
  }

  it("shows work that began the day before from the start", () => {
    const now = Date.parse(instant("10:00"))
    assert.deepEqual(ribbon(day("in"), now, ZONE), [{ start: 0, end: part("10:00"), isOpen: true }])
    assert.deepEqual(ribbon(day("out", { punches: [punch("out", "06:00")] }), now, ZONE), [{ start: 0, end: part("06:00"), isOpen: false }])
  })
})

describe("changes of a person's topic", () => {
  it("are about attendance, or not", () => {
    assert.deepEqual(["attendance.reminder", "attendance.punched", "attendance.setting", "order"].map(kind => isAboutAttendance({ kind })), [true, true, true, false])
  })
})

describe("refused punches in words", () => {
  const known = ["punch-repeated", "already-clocked-in", "not-clocked-in", "on-break-already", "unknown-reminder", "site-needed", "unknown-site", "invalid-request", "busy", "disk-full", "disk-failed", "clock-behind"]
  const said = known.map(code => punchSentence({ code, body: { since: instant("08:00") } }, text => text.slice(11, 16)))
  for (const [index, code] of known.entries()) it(`${code} has a sentence`, () => assert.match(said[index], /record/))
  it("say where the person stands", () => assert.match(said[1], /since 08:00/))
  it("leave everything else to others", () => assert.equal(punchSentence({ code: "forbidden", body: {} }, String), null))
})

describe("a new reminder", () => {
  const [one, other] = [decision("a", "in"), decision("b", "out")]

  it("is the one that waits now and did not wait before", () => {
    assert.equal(newReminder(day("out"), day("out", { pending: one })), one)
    assert.equal(newReminder(day("out", { pending: one }), day("in", { pending: other })), other)
  })

  it("is none when the same waits, when none waits, and at the first load", () => {
    assert.equal(newReminder(day("out", { pending: one }), day("out", { pending: one })), null)
    assert.equal(newReminder(day("out", { pending: one }), day("out")), null)
    assert.equal(newReminder(null, day("out", { pending: one })), null)
  })
})

describe("the time zone of a day", () => {
  const sites = [{ id: "tokyo", timeZone: "Asia/Tokyo" }]

  it("is that of the person's site, else of the last punch", () => {
    assert.equal(timeZoneOf(day("in", { sites, site: "tokyo" })), "Asia/Tokyo")
    assert.equal(timeZoneOf(day("in", { sites, site: null, punches: [punch("in", "08:00")] })), ZONE)
    assert.equal(timeZoneOf(day("out", { sites, site: null })), undefined)
  })
})

describe("W41: a clock-out that may have been forgotten", () => {
  const at = (date, clock) => Date.parse(`${date}T${clock}:00+01:00`)
  const since = new Date(at("2026-11-19", "22:00")).toISOString()
  const table = [
    ["not in a night shift", "in", at("2026-11-20", "04:59"), false],
    ["on the next day", "in", at("2026-11-20", "05:00"), true],
    ["not on a break", "break", at("2026-11-20", "09:00"), false],
    ["not after a clock-out", "out", at("2026-11-20", "09:00"), false],
  ]
  for (const [name, state, now, expected] of table) it(name, () => assert.equal(mayHaveForgotten({ state, since }, now, ZONE), expected))
  it("W53: at the hour at which a day begins at the site", () => {
    const today = { state: "in", since, site: "berlin", sites: [{ id: "berlin", dayStartsAt: "03:00" }] }
    assert.deepEqual(["02:59", "03:00"].map(clock => mayHaveForgotten(today, at("2026-11-20", clock), ZONE)), [false, true])
    assert.equal(dayStartOf(today), 180)
    assert.equal(dayStartOf({ site: "berlin" }), 300)
  })
  it("after sixteen hours of one day", () => {
    const morning = { state: "in", since: new Date(at("2026-11-20", "06:00")).toISOString() }
    assert.deepEqual(["22:00", "22:01"].map(clock => mayHaveForgotten(morning, at("2026-11-20", clock), ZONE)), [false, true])
  })
})
