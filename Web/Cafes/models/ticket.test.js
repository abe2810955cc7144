import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { ServerClock } from "../../Feed/models/server-clock.js"
import { BoardList } from "./board.js"
import { neighbour } from "./neighbour.js"
import { age, inOrder, TicketList } from "./ticket.js"

const NOON = Date.parse("2026-11-21T12:00:00.000Z")
const iso = milliseconds => new Date(milliseconds).toISOString()
const ticket = (number, more = {}) => ({ id: `t${number}`, number, stage: "waiting", version: 1, releasedAt: iso(NOON), ...more })

describe("age of a ticket", () => {
  const table = [[0, 0, "fresh"], [4 * 60 + 59, 4, "fresh"], [5 * 60, 5, "ageing"], [7 * 60 + 59, 7, "ageing"], [8 * 60, 8, "late"], [95 * 60, 95, "late"]]
  for (const [seconds, minutes, level] of table) {
    it(`after ${seconds} s is ${minutes} min and ${level}`, () => {
      const result = age(ticket("001"), NOON + seconds * 1000)
      assert.equal(result.minutes, minutes)
      assert.equal(result.level, level)
    })
  }

  it("C75 has two thresholds for each kind of order, which the café sets", () => {
    const ages = { arrival: { ageingMinutes: 2, lateMinutes: 4 }, "walk-up": { ageingMinutes: 1, lateMinutes: 3 } }
    const level = (kind, minutes) => age(ticket("001", { kind }), NOON + minutes * 60_000, ages).level
    assert.deepEqual([1, 2, 3, 4].map(minutes => level("arrival", minutes)), ["fresh", "ageing", "ageing", "late"])
    assert.deepEqual([0, 1, 2, 3].map(minutes => level("walk-up", minutes)), ["fresh", "ageing", "ageing", "late"])
    assert.deepEqual([4, 5, 8].map(minutes => level("soonest", minutes)), ["fresh", "ageing", "late"])
    assert.equal(age(ticket("001", { kind: "arrival" }), NOON + 2 * 60_000, ages).share, 0.5)
  })

  it("fills the ring evenly until late", () => {
    assert.equal(age(ticket("001"), NOON + 4 * 60_000).share, 0.5)
    assert.equal(age(ticket("001"), NOON + 80 * 60_000).share, 1)
  })

  it("counts a ticket that a cook pulled forward from its release, and calls it late by its own time", () => {
    const pulled = ticket("001", { pulledAt: iso(NOON), entersLineAt: iso(NOON + 60 * 60_000) })
    const looks = [30, 64, 65, 68].map(minutes => age(pulled, NOON + minutes * 60_000))
    assert.deepEqual(looks.map(({ minutes }) => minutes), [30, 64, 65, 68])
    assert.deepEqual(looks.map(({ level }) => level), ["fresh", "fresh", "ageing", "late"])
    assert.equal(looks[0].share, 0)
  })

  it("is never negative", () => assert.equal(age(ticket("001"), NOON - 1000).minutes, 0))
})

describe("server clock", () => {
  it("C76 carries the server's time on, whatever the device believes", () => {
    let monotonic = 5000
    const clock = new ServerClock(() => monotonic)
    assert.equal(clock.isSet, false)
    clock.set(iso(NOON))
    monotonic += 1500
    assert.equal(clock.now, NOON + 1500)
    clock.set(iso(NOON + 60_000))
    assert.equal(clock.now, NOON + 60_000)
  })
})

describe("tickets", () => {
  it("C69 stand in the order of their release, then of their number", () => {
    const tickets = [ticket("043"), ticket("044", { releasedAt: iso(NOON - 1000) }), ticket("042")]
    assert.deepEqual(inOrder(tickets).map(({ number }) => number), ["044", "042", "043"])
  })

  it("C69 a recalled one returns to its place", () => {
    const list = new TicketList()
    list.reset([ticket("041", { releasedAt: iso(NOON - 2000) }), ticket("042", { releasedAt: iso(NOON - 1000) }), ticket("043")])
    list.put(ticket("042", { stage: "ready", version: 2, releasedAt: iso(NOON - 1000) }))
    assert.deepEqual(list.inWork.map(({ number }) => number), ["041", "043"])
    assert.deepEqual(list.ready.map(({ number }) => number), ["042"])
    list.put(ticket("042", { stage: "preparing", version: 3, recalled: true, releasedAt: iso(NOON - 1000) }))
    assert.deepEqual(list.inWork.map(({ number }) => number), ["041", "042", "043"])
  })

  it("an older answer does not undo a newer one", () => {
    const list = new TicketList()
    list.put(ticket("042", { stage: "preparing", version: 3 }))
    list.put(ticket("042", { stage: "waiting", version: 2 }))
    assert.deepEqual(list.inWork.map(({ stage }) => stage), ["preparing"])
  })

  it("leave the screen when collected or cancelled", () => {
    const list = new TicketList()
    list.reset([ticket("041"), ticket("042")])
    list.put(ticket("041", { stage: "collected", version: 2 }))
    list.put(ticket("042", { stage: "cancelled", version: 2 }))
    assert.equal(list.inWork.length + list.ready.length, 0)
  })

  it("undoes the focused bump, else the last one", () => {
    const list = new TicketList()
    const done = (number, dueAt) => ticket(number, { stage: "done", noticeDueAt: iso(dueAt) })
    assert.equal(list.toUndo(null), null)
    list.reset([ticket("041"), done("042", NOON + 2000), done("043", NOON + 3000)])
    const [open, earlier, later] = list.inWork
    assert.equal(list.toUndo(null), later)
    assert.equal(list.toUndo(open), later)
    assert.equal(list.toUndo(earlier), earlier)
  })

})

describe("arrow keys", () => {
  const grid = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 20, y: 0 }, { x: 0, y: 50 }, { x: 10, y: 60 }]
  const table = [
    ["ArrowRight", 0, 1], ["ArrowRight", 4, 4], ["ArrowLeft", 0, 0], ["ArrowLeft", 3, 2],
    ["ArrowDown", 1, 4], ["ArrowDown", 3, 4], ["ArrowUp", 3, 0], ["ArrowUp", 1, 1],
  ]
  for (const [key, from, to] of table) it(`${key} leads from ${from} to ${to}`, () => assert.equal(neighbour(grid, from, key), to))

  it("follow the reading direction", () => {
    assert.equal(neighbour(grid, 0, "ArrowLeft", true), 1)
    assert.equal(neighbour(grid, 1, "ArrowRight", true), 0)
  })
})

describe("status board", () => {
  it("shows numbers by state, sorted, and forgets collected ones", () => {
    const list = new BoardList()
    list.reset([{ number: "101", stage: "preparing" }, { number: "042", stage: "preparing" }, { number: "9", stage: "ready" }])
    assert.deepEqual(list.preparing, ["042", "101"])
    assert.equal(list.put({ number: "042", stage: "ready" }, 0), "call")
    assert.equal(list.put({ number: "9", stage: "gone" }, 0), null)
    assert.deepEqual([list.preparing, list.ready], [["101"], ["042"]])
  })

  it("highlights the number that was called last, for a while", () => {
    const list = new BoardList()
    list.reset([{ number: "1", stage: "preparing" }, { number: "2", stage: "preparing" }, { number: "3", stage: "ready" }])
    assert.equal(list.newest, null)
    list.put({ number: "2", stage: "ready" }, 0)
    list.put({ number: "1", stage: "ready" }, 1_000)
    assert.equal(list.newest, "1")
    list.put({ number: "1", stage: "gone" }, 2_000)
    assert.equal(list.newest, "2")
    assert.equal(list.expire(29_999), false)
    assert.equal(list.expire(30_000), true)
    assert.equal(list.newest, null)
  })

  it("shows an order for later from its time on (C87)", () => {
    const list = new BoardList()
    list.reset([{ number: "1", stage: "preparing", from: iso(NOON) }, { number: "2", stage: "preparing" }], NOON - 1)
    assert.deepEqual(list.preparing, ["2"])
    assert.equal(list.expire(NOON - 1), false)
    assert.equal(list.expire(NOON), true)
    assert.deepEqual(list.preparing, ["1", "2"])
    list.put({ number: "2", stage: "preparing", from: iso(NOON + 60_000) }, NOON)
    assert.deepEqual(list.preparing, ["1"])
    list.put({ number: "2", stage: "preparing" }, NOON + 1)
    assert.deepEqual(list.preparing, ["1", "2"])
  })

  it("says for two minutes that a number is not made", () => {
    const list = new BoardList()
    list.reset([{ number: "1", stage: "preparing" }], 0)
    assert.equal(list.put({ number: "1", stage: "rejected" }, 0), null)
    assert.deepEqual([list.isEmpty, list.rejected], [true, ["1"]])
    assert.equal(list.expire(119_999), false)
    assert.equal(list.expire(120_000), true)
    assert.deepEqual(list.rejected, [])
  })

  it("corrects a number that was called too early, until it is ready or long enough", () => {
    const list = new BoardList()
    list.reset([{ number: "1", stage: "ready" }])
    assert.equal(list.put({ number: "1", stage: "preparing" }, 0), "correct")
    assert.deepEqual([list.corrected, list.newest], [["1"], null])
    assert.equal(list.put({ number: "1", stage: "preparing" }, 10), null)
    assert.deepEqual(list.corrected, ["1"])
    assert.equal(list.put({ number: "1", stage: "ready" }, 20), "call")
    assert.deepEqual([list.corrected, list.newest], [[], "1"])
  })

  const densities = [[0, 1], [3, 1], [4, 2], [8, 2], [18, 3], [32, 4], [33, 5]]
  for (const [count, density] of densities) {
    it(`shows ${count} numbers in size ${density}`, () => {
      const list = new BoardList()
      list.reset(Array.from({ length: count }, (_, index) => ({ number: String(index), stage: "ready" })))
      assert.equal(list.density, density)
    })
  }
})
