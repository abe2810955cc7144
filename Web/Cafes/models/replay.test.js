import assert from "node:assert/strict"
import { test } from "node:test"
import { BoardList } from "./board.js"
import { isShown } from "./kitchen-view.js"
import { isLater } from "./later.js"
import { MARGIN, REACH, ReplayTime, shownThen } from "./replay.js"
import { TicketList } from "./ticket.js"

const NOON = Date.parse("2026-11-21T12:00:00Z")
const text = instant => new Date(instant).toISOString()

test("the slider ends at the present, and begins with the record of a young server", () => {
  const time = new ReplayTime({ from: text(NOON - 35_000), now: text(NOON) })
  assert.equal(time.first, NOON - 35_000)
  assert.equal(time.steps, 3)
  assert.deepEqual([0, 1, 3].map(step => (time.at(step) - NOON) / 1000), [-35, -20, 0])
  assert.equal(time.step(NOON - 19_000), 1)
  assert.equal(time.step(NOON - 90_000), 0)
  assert.equal(time.step(NOON + 90_000), 3)
  assert.deepEqual([-60_000, -3000, 9000].map(by => time.within(NOON + by) - NOON), [-35_000, -3000, 0])
  assert.deepEqual([-36_000, -35_000].map(by => time.isTooOld(NOON + by)), [true, false])
  assert.equal(time.now, NOON)
  assert.equal(new ReplayTime({ from: text(NOON), now: text(NOON) }).at(0), NOON)
})

test("the first instant of a day ago moves on, so it begins a little later", () => {
  const response = by => ({ from: text(NOON - REACH + by), now: text(NOON + by) })
  const time = new ReplayTime(response(0))
  assert.equal(time.first, NOON - REACH + MARGIN)
  time.moved(response(30_000))
  assert.equal(time.at(0), NOON - REACH + MARGIN + 30_000)
  assert.equal(time.within(NOON - REACH), NOON - REACH + MARGIN + 30_000)
  time.moved(response(20_000))
  assert.equal(time.first, NOON - REACH + MARGIN + 30_000)
  time.moved(response(REACH))
  assert.equal(time.first, NOON)
})

// A small generator whose numbers depend on its seed alone.
function randomNumbers(seed) {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(state / 2 ** 32 * below)
  }
}

const STATIONS = ["grill", "bar"]
const VIEWS = ["all", "expo", "station/grill", "station/bar", "unrouted"]
const ids = tickets => tickets.map(({ id, version }) => `${id}/${version}`)

test("100 random instants of a kitchen's day: each view shows what the screen that followed the day showed then", () => {
  const random = randomNumbers(22)
  const screen = new TicketList() // follows each change, as a screen does
  const tickets = new Map() // as the server has them
  const moments = []
  let now = NOON
  const stages = ["waiting", "preparing", "done", "ready", "collected", "cancelled"]
  for (let step = 0; step < 600; step += 1) {
    now += 1 + random(60_000)
    const id = random(3) === 0 || tickets.size === 0 ? `t${tickets.size}` : `t${random(tickets.size)}`
    const before = tickets.get(id)
    const stage = before ? stages[random(stages.length)] : "waiting"
    const lines = (before?.lines ?? Array.from({ length: 1 + random(3) }, (_, index) => ({ index, station: ["grill", "bar", "gone"][random(3)], done: false })))
      .map(line => ({ ...line, done: before ? random(2) === 0 : false }))
    const ticket = {
      id, version: (before?.version ?? -1) + 1, number: id, stage, lines, raisedAt: null,
      releasedAt: before?.releasedAt ?? text(now + (random(4) === 0 ? 900_000 : 0)), noticeDueAt: stage === "done" ? text(now + 5000) : undefined,
    }
    tickets.set(id, ticket)
    screen.put(ticket)
    const inLine = screen.inWork.filter(ticket => !isLater(ticket, now))
    moments.push({
      now, snapshot: [...tickets.values()],
      showed: Object.fromEntries(VIEWS.map(view => [view, ids(inLine.filter(ticket => isShown(view, ticket, STATIONS)))])),
      ready: ids(screen.ready), later: screen.inWork.length - inLine.length,
    })
  }
  for (let turn = 0; turn < 100; turn += 1) {
    const { now: at, snapshot, showed, ready, later } = moments[random(moments.length)]
    for (const view of VIEWS) {
      const then = shownThen(snapshot, view, STATIONS, at)
      assert.deepEqual(ids(then.shown), showed[view], `${view} at ${text(at)}`)
      assert.deepEqual(ids(then.ready), ready)
      assert.equal(then.later, later)
    }
  }
})

test("the board of an instant leaves out what it showed only later", () => {
  const list = new BoardList()
  list.reset([{ number: "001", stage: "ready" }, { number: "002", stage: "preparing", from: text(NOON + 60_000) }], NOON)
  assert.deepEqual([list.ready, list.preparing], [["001"], []])
})
