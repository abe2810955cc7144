import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { choices, chosen, cutoff, firstEnd, firstFit, fitting, isBeforeCutoff, isHeld, looksSame, proposed, repeated, SEATS, seatsTaken } from "./pickup.js"

const at = time => `2026-11-26T${time}:00.000Z`
const window = (time, { isFree = true, isServed = true, fill = 0 } = {}) => ({ startsAt: at(time), endsAt: at(time), isFree, isServed, fill })
const soonest = { startsAt: at("11:00"), endsAt: at("11:15"), readyAt: at("11:08"), isServed: true }
const timetable = { timeZone: "Europe/Berlin", soonest, windows: [window("11:15", { isFree: false, fill: 1000 }), window("11:30")] }

describe("the seats of a window", () => {
  it("show a free one while there is room, and a taken one as soon as one is", () => {
    assert.deepEqual([0, 1, 500, 999].map(fill => seatsTaken({ isFree: true, fill })), [0, 1, 3, SEATS - 1])
    assert.equal(seatsTaken({ isFree: false, fill: 700 }), SEATS)
  })
})

describe("the choice of a window", () => {
  it("begins with the earliest", () => {
    assert.equal(choices(timetable, null)[0].startsAt, null)
    assert.equal(chosen(timetable, null, null), null)
  })

  it("goes back to the earliest when the chosen one fills up or is over (C62)", () => {
    assert.equal(chosen(timetable, at("11:30"), null), at("11:30"))
    assert.equal(chosen(timetable, at("11:15"), null), null)
    assert.equal(chosen(timetable, at("10:00"), null), null)
  })

  it("keeps the window that the basket itself has filled", () => {
    const hold = { startsAt: at("11:15"), isSoonest: false, expiresAt: at("11:05") }
    assert.equal(chosen(timetable, at("11:15"), hold), at("11:15"))
    assert.equal(choices(timetable, hold)[1].taken, SEATS - 1)
  })

  it("keeps a held window that is not offered any more (C59)", () => {
    const hold = { startsAt: at("11:10"), endsAt: at("11:25"), isSoonest: false, expiresAt: at("11:05") }
    assert.equal(chosen(timetable, at("11:10"), hold), at("11:10"))
    assert.deepEqual(choices(timetable, hold).map(({ startsAt }) => startsAt), [null, at("11:10"), at("11:15"), at("11:30")])
    assert.equal(chosen(timetable, at("11:10"), null), null)
  })

  it("holds until its first window is over", () => {
    assert.equal(firstEnd({ soonest: { endsAt: at("11:15") }, windows: [{ startsAt: at("11:30") }] }), at("11:15"))
    assert.equal(firstEnd({ windows: [{ startsAt: at("11:30") }] }), at("11:30"))
    assert.equal(firstEnd({ windows: [] }), undefined)
  })

  it("is open while the café is closed or full now", () => {
    assert.equal(chosen({ ...timetable, soonest: undefined }, null, null), undefined)
    assert.equal(chosen({ ...timetable, soonest: undefined }, at("11:30"), null), at("11:30"))
    assert.equal(chosen({ ...timetable, soonest: undefined }, null, { isSoonest: true, startsAt: at("11:15") }), null)
  })
})

describe("a timetable that is asked for again", () => {
  it("looks the same until a window fills up, empties or ends (C62)", () => {
    assert.ok(looksSame(timetable, { ...timetable, soonest: { ...soonest, readyAt: at("11:09") } }))
    assert.ok(!looksSame(timetable, { ...timetable, windows: [window("11:15"), window("11:30")] }))
    assert.ok(!looksSame(timetable, { ...timetable, windows: timetable.windows.slice(1) }))
    assert.ok(!looksSame(timetable, { ...timetable, soonest: undefined }))
    assert.ok(looksSame(null, null))
  })
})

describe("a basket with something that is served only later (C16)", () => {
  const late = { isServed: false }
  const waits = {
    ...timetable, soonest: { ...soonest, ...late },
    windows: [window("11:15", late), window("11:30", { isFree: false }), window("11:45"), window("12:00"), window("12:15", late)],
  }

  it("gets the first window with room in which everything is served", () => {
    assert.equal(proposed(waits, null), at("11:45"))
    assert.equal(firstFit(waits, null), at("11:45"))
    assert.equal(proposed({ ...waits, soonest: undefined }, null), at("11:45"))
  })

  it("is for as soon as possible again once everything is served then", () => {
    assert.equal(proposed(timetable, null), null)
    assert.equal(firstFit(timetable, null), null)
  })

  it("keeps its window while it holds the last seat, and has none when no time serves everything", () => {
    assert.equal(proposed(waits, { startsAt: at("11:30"), isSoonest: false }), at("11:30"))
    const never = { ...waits, windows: [window("11:15", late)] }
    assert.deepEqual([proposed(never, null), firstFit(never, null)], [null, undefined])
  })

  it("leaves a closed café to the person's own choice while everything is served", () => {
    assert.equal(proposed({ ...timetable, soonest: undefined }, null), null)
  })

  it("is offered the windows that serve it, and the chosen one", () => {
    const rows = choices(waits, null)
    assert.deepEqual(fitting(rows, null).map(({ startsAt }) => startsAt), [null, at("11:30"), at("11:45"), at("12:00")])
    assert.deepEqual(fitting(rows, at("12:15")).map(({ startsAt }) => startsAt), [at("11:30"), at("11:45"), at("12:00"), at("12:15")])
  })
})

describe("times on the night on which clocks are set back", () => {
  it("are told apart where the clock shows them twice (C51)", () => {
    const format = new Intl.DateTimeFormat("en", { timeStyle: "short", timeZone: "America/Los_Angeles" })
    const windows = ["08:30", "09:00", "09:30"].map(time => ({ startsAt: `2026-11-01T${time}:00.000Z` }))
    assert.deepEqual([...repeated(windows, instant => format.format(new Date(instant)).replace("\u202F", " "))], ["1:30 AM"])
  })
})

describe("a hold and a cut-off", () => {
  it("end at their times", () => {
    const hold = { expiresAt: at("11:05") }
    assert.ok(isHeld(hold, Date.parse(at("11:04"))))
    assert.ok(!isHeld(hold, Date.parse(at("11:05"))))
    assert.ok(!isHeld(null, 0))
  })

  it("are shown before paying, also of as soon as possible (C107)", () => {
    const cancelBefore = at("11:20")
    assert.equal(cutoff({ ...timetable, soonest: { ...soonest, cancelBefore } }, null), cancelBefore)
    assert.equal(cutoff({ ...timetable, windows: [{ ...window("11:30"), cancelBefore }] }, at("11:30")), cancelBefore)
    const hold = { startsAt: at("10:00"), endsAt: at("10:15"), isSoonest: false, cancelBefore }
    assert.equal(cutoff(timetable, at("10:00"), hold), cancelBefore, "a held window that is listed no more")
    assert.equal(cutoff({ ...timetable, soonest: null }, null, { ...hold, isSoonest: true }), cancelBefore)
    assert.equal(cutoff(timetable, at("11:30"), hold), undefined)
    assert.deepEqual([cutoff(timetable, null), cutoff(timetable, at("11:30")), cutoff(timetable, undefined)], [undefined, undefined, undefined])
  })

  it("leave an order without a cut-off alone (C107)", () => {
    assert.ok(isBeforeCutoff({}, 0))
    const order = { pickup: { cancelBefore: at("11:20") } }
    assert.ok(isBeforeCutoff(order, Date.parse(at("11:19"))))
    assert.ok(!isBeforeCutoff(order, Date.parse(at("11:20"))))
  })
})
