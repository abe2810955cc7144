import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { handsOver, isShown, linesIn, viewsOf } from "./kitchen-view.js"
import { canPutBack, isLater, laterOf, startsIn } from "./later.js"
import { TicketList } from "./ticket.js"

const NOON = Date.parse("2026-11-21T12:00:00.000Z")
const MINUTE = 60_000
const STATIONS = ["grill", "bar"]
const iso = milliseconds => new Date(milliseconds).toISOString()
const ticket = (number, releasedAt, more = {}) => ({
  id: `t${number}`, number, stage: "waiting", version: 1, releasedAt: iso(releasedAt), entersLineAt: iso(releasedAt), lines: [{ index: 0, station: "grill", done: false }], ...more,
})

describe("tickets for later", () => {
  it("C73 stand in a list, the next one first, and enter the line at their time", () => {
    const tickets = [ticket("003", NOON + 9 * MINUTE), ticket("001", NOON), ticket("002", NOON + 5 * MINUTE)]
    assert.deepEqual(laterOf(tickets, NOON).map(({ number }) => number), ["002", "003"])
    assert.equal(isLater(tickets[2], NOON + 5 * MINUTE - 1), true)
    assert.equal(isLater(tickets[2], NOON + 5 * MINUTE), false)
  })

  it("are in the line as soon as somebody has begun them", () => {
    assert.equal(isLater(ticket("001", NOON + MINUTE, { stage: "preparing" }), NOON), false)
  })

  it("can go back to the list until their own time", () => {
    const pulled = ticket("001", NOON, { pulledAt: iso(NOON), entersLineAt: iso(NOON + 5 * MINUTE) })
    assert.equal(isLater(pulled, NOON), false)
    assert.equal(canPutBack(pulled, NOON + 5 * MINUTE - 1), true)
    assert.equal(canPutBack(pulled, NOON + 5 * MINUTE), false)
    assert.equal(canPutBack({ ...pulled, stage: "preparing" }, NOON), false)
    assert.equal(canPutBack(ticket("001", NOON), NOON), false)
  })

  for (let seed = 1; seed <= 40; seed += 1) {
    it(`C73 are never lost between the list, the line and the stations (history ${seed})`, () => {
      let state = seed
      const below = limit => {
        state = Math.imul(state, 1_103_515_245) + 12_345 & 0x7fffffff
        return (state >>> 8) % limit
      }
      const list = new TicketList()
      const known = []
      let now = NOON
      for (let step = 0; step < 120; step += 1) {
        now += below(3) * MINUTE
        if (known.length < 3 || below(3) === 0) {
          const lines = Array.from({ length: 1 + below(3) }, (_, index) => ({ index, station: ["grill", "bar", "closed"][below(3)], done: false }))
          known.push(ticket(String(known.length), now + below(20) * MINUTE, { lines }))
        }
        const at = below(known.length)
        const before = known[at]
        const changed = { ...before, version: before.version + 1, lines: before.lines.map(line => ({ ...line })) }
        const isOpen = changed.stage === "waiting" || changed.stage === "preparing"
        switch (below(5)) {
          case 0: if (isLater(changed, now)) Object.assign(changed, { releasedAt: iso(now), pulledAt: iso(now) }); break
          case 1: if (canPutBack(changed, now)) Object.assign(changed, { releasedAt: changed.entersLineAt, pulledAt: undefined }); break
          case 2: if (isOpen) changed.stage = "preparing"; break
          case 3: if (isOpen) { changed.lines[0].done = true; changed.stage = changed.lines.every(({ done }) => done) ? "done" : "preparing" } break
          default: if (changed.stage === "done") changed.stage = "ready"
        }
        known[at] = changed
        for (const each of known) list.put(each)
        const later = laterOf(list.inWork, now)
        const line = list.inWork.filter(each => !isLater(each, now))
        for (const each of known.filter(({ stage }) => stage === "waiting" || stage === "preparing")) {
          assert.equal(later.filter(({ id }) => id === each.id).length + line.filter(({ id }) => id === each.id).length, 1)
          const single = viewsOf(STATIONS).filter(view => !handsOver(view))
          for (const open of each.lines.filter(({ done }) => !done)) {
            assert.equal(single.filter(view => isShown(view, each, STATIONS) && linesIn(view, each, STATIONS).includes(open)).length, 1)
          }
        }
      }
    })
  }
})

describe("lines", () => {
  it("C74 begin in so many minutes, and at once when it is time or late", () => {
    const line = { startsAt: iso(NOON + 9 * MINUTE), done: false }
    assert.deepEqual([0, 1, 9 * MINUTE - 1, 9 * MINUTE, 12 * MINUTE].map(after => startsIn(line, NOON + after)), [9, 9, 1, 0, 0])
    assert.equal(startsIn({ ...line, done: true }, NOON), 0)
    assert.equal(startsIn({ done: false }, NOON), 0)
  })
})
