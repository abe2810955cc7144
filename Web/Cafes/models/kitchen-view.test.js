import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { allDay, total } from "./all-day.js"
import { alsoAt, chosenView, handsOver, isComplete, isShown, linesIn, stageIn, stationView, viewsOf, wholeAction } from "./kitchen-view.js"

const STATIONS = ["grill", "bar"]
const line = (index, station, more = {}) => ({ index, item: `item-${index}`, name: `Item ${index}`, quantity: 1, choices: [], station, done: false, ...more })
const ticket = (lines, more = {}) => ({ id: "t1", number: "001", stage: "waiting", version: 1, lines, ...more })

// A generator of numbers that repeats itself: mulberry32.
function random(seed) {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

// A kitchen that lives by the rules of the server: releases, bumps of lines and tickets, undoing, recalls, cancellations.
class Kitchen {
  tickets = []
  #next

  constructor(seed) { this.#next = random(seed) }

  step() {
    if (this.tickets.length < 3 || this.#next(4) === 0) return this.#release()
    const found = this.tickets[this.#next(this.tickets.length)]
    const some = found.lines[this.#next(found.lines.length)]
    switch (this.#next(6)) {
      case 0: if (this.#isOpen(found)) some.done = true; break
      case 1: if (found.stage === "preparing" || found.stage === "done") { some.done = false; found.stage = "preparing" } break
      case 2: if (this.#isOpen(found)) for (const each of found.lines) each.done = true; break
      case 3: if (found.stage === "done") found.stage = "ready"; break
      case 4: if (found.stage === "ready") { found.stage = "preparing"; found.recalled = true; for (const each of found.lines) each.done = false } break
      default: if (found.stage === "waiting") found.stage = "cancelled"; else if (found.stage === "cancelled") some.done = true
    }
    if (this.#isOpen(found) && found.lines.some(({ done }) => done)) found.stage = "preparing"
    if (found.stage === "preparing" && found.lines.every(({ done }) => done)) found.stage = "done"
  }

  #isOpen({ stage }) { return stage === "waiting" || stage === "preparing" }

  #release() {
    const places = [...STATIONS, "closed-station"]
    const names = ["Large", "Oat drink", "Extra shot"]
    const lines = Array.from({ length: 1 + this.#next(4) }, (_, index) => line(index, places[this.#next(places.length)], {
      item: `item-${this.#next(3)}`, quantity: 1 + this.#next(3),
      choices: names.filter(() => this.#next(2) === 0).map(name => ({ name, quantity: 1 + this.#next(2) })),
    }))
    const number = String(this.tickets.length + 1)
    this.tickets.push(ticket(lines, { id: `t${number}`, number }))
  }
}

const SINGLE = viewsOf(STATIONS).filter(view => !handsOver(view))
const wanted = ({ stage }) => stage === "waiting" || stage === "preparing"

describe("screens of a kitchen", () => {
  it("are everything, the pass, each station, and what has no station", () => {
    assert.deepEqual(viewsOf(STATIONS), ["all", "expo", "station/grill", "station/bar", "unrouted"])
  })

  it("keep the stored one while the café has it", () => {
    assert.equal(chosenView("station/bar", STATIONS), "station/bar")
    assert.equal(chosenView("station/closed", STATIONS), "all")
    assert.equal(chosenView(null, STATIONS), "all")
  })

  for (let seed = 1; seed <= 40; seed += 1) {
    it(`together show each line of each ticket exactly once, whatever happens (history ${seed})`, () => {
      const kitchen = new Kitchen(seed)
      for (let step = 0; step < 150; step += 1) {
        kitchen.step()
        for (const each of kitchen.tickets) {
          const shown = SINGLE.flatMap(view => linesIn(view, each, STATIONS))
          assert.deepEqual(shown.map(({ index }) => index).toSorted((left, right) => left - right), each.lines.map(({ index }) => index))
          // What is still to be made is on a screen that makes it, and on those that hand over.
          for (const open of each.lines.filter(({ done }) => !done)) {
            if (!wanted(each) && each.stage !== "cancelled") continue
            const places = SINGLE.filter(view => isShown(view, each, STATIONS) && linesIn(view, each, STATIONS).includes(open))
            assert.equal(places.length, 1)
            assert.ok(isShown("all", each, STATIONS) && isShown("expo", each, STATIONS))
          }
        }
      }
    })

    it(`C72 all-day counts are the sum of the open lines, by choices, on each screen (history ${seed})`, () => {
      const kitchen = new Kitchen(seed)
      for (let step = 0; step < 150; step += 1) {
        kitchen.step()
        const open = kitchen.tickets.filter(wanted).flatMap(({ lines }) => lines).filter(({ done }) => !done)
        const sum = open.reduce((count, { quantity }) => count + quantity, 0)
        assert.equal(total(allDay("all", kitchen.tickets, STATIONS)), sum)
        assert.equal(SINGLE.reduce((count, view) => count + total(allDay(view, kitchen.tickets, STATIONS)), 0), sum)
        for (const { item, quantity, splits } of allDay("all", kitchen.tickets, STATIONS)) {
          assert.equal(splits.reduce((count, split) => count + split.quantity, 0), quantity)
          assert.equal(open.filter(each => each.item === item).reduce((count, each) => count + each.quantity, 0), quantity)
        }
      }
    })
  }
})

describe("a ticket at a station", () => {
  const shared = ticket([line(0, "grill"), line(1, "bar", { done: true }), line(2, "closed")])

  it("names the other stations, and whether they are done", () => {
    assert.deepEqual(alsoAt("station/grill", shared, STATIONS), [{ station: "bar", isDone: true }, { station: null, isDone: false }])
    assert.deepEqual(alsoAt("all", shared, STATIONS), [])
  })

  it("has a lane of its own for a line without a station", () => {
    assert.deepEqual(linesIn("unrouted", shared, STATIONS).map(({ index }) => index), [2])
    assert.equal(isShown("unrouted", shared, STATIONS), true)
  })

  it("stays until its lines are done, and a moment longer for who bumped it", () => {
    const done = ticket([line(0, "grill", { done: true }), line(1, "bar")], { stage: "preparing" })
    assert.equal(isShown("station/grill", done, STATIONS), false)
    assert.equal(isShown("station/grill", done, STATIONS, new Set(["t1"])), true)
    assert.equal(isShown("station/bar", done, STATIONS), true)
    assert.equal(stageIn("station/grill", done, STATIONS), "done")
    assert.equal(stageIn("station/bar", done, STATIONS), "preparing")
  })

  it("a press speaks for the lines of the station only", () => {
    assert.deepEqual(wholeAction("station/grill", shared, STATIONS, "bump"), { action: "bump", lines: [0] })
    assert.deepEqual(wholeAction("unrouted", shared, STATIONS, "undo"), { action: "undo", lines: [2] })
    assert.deepEqual(wholeAction("station/grill", shared, STATIONS, "start"), { action: "start" })
    assert.deepEqual(wholeAction("all", shared, STATIONS, "bump"), { action: "bump" })
  })

  it("is acknowledged by each station for itself when it was cancelled", () => {
    const cancelled = ticket([line(0, "grill"), line(1, "bar", { done: true })], { stage: "cancelled" })
    assert.equal(isShown("station/grill", cancelled, STATIONS), true)
    assert.equal(isShown("station/bar", cancelled, STATIONS), false)
    assert.equal(isShown("expo", cancelled, STATIONS), true)
    assert.deepEqual(wholeAction("station/grill", cancelled, STATIONS, "acknowledge"), { action: "acknowledge", lines: [0] })
  })

  it("counts the same choices in any order as one", () => {
    const large = { name: "Large", quantity: 1 }
    const oat = { name: "Oat drink", quantity: 1 }
    const cups = [[large, oat], [oat, large], [large]].map((choices, index) => line(index, "bar", { item: "cappuccino", name: "Cappuccino", choices }))
    const [counted] = allDay(stationView("bar"), [ticket(cups)], STATIONS)
    assert.deepEqual(counted.splits.map(({ choices, quantity }) => [choices.map(({ name }) => name), quantity]), [[["Large", "Oat drink"], 2], [["Large"], 1]])
  })
})

describe("a ticket that the pass has to confirm", () => {
  it("is complete when every line is made, on the screens that hand over", () => {
    const made = ticket([line(0, "grill", { done: true }), line(1, "bar", { done: true })], { stage: "preparing" })
    const half = ticket([line(0, "grill", { done: true }), line(1, "bar")], { stage: "preparing" })
    const shown = (view, one) => isShown(view, one, STATIONS) && isComplete(one, stageIn(view, one, STATIONS))
    assert.deepEqual(["all", "expo", stationView("grill")].map(view => shown(view, made)), [true, true, false])
    assert.deepEqual(["all", "expo", stationView("bar")].map(view => shown(view, half)), [false, false, false])
  })
})
