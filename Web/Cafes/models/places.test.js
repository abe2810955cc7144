import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { inLine, Places } from "./places.js"

const SECOND = 1000
const SIZE = { columns: 4, height: 560, gap: 8 }
const ticket = (id, height, releasedAt = 0, isFirst = false) => ({ id, height, releasedAt, isFirst })

// As in kitchen-view.test.js.
function random(seed) {
  let state = seed
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) % below
  }
}

function checkPacked(places, ids) {
  const all = ids.map(id => places.of(id))
  assert.ok(all.every(Boolean), "each ticket has a place")
  for (const [index, one] of all.entries()) {
    assert.ok(one.top >= 0 && one.top + one.height <= SIZE.height && one.column < SIZE.columns)
    for (const other of all.slice(index + 1)) {
      const isBeside = one.page !== other.page || one.column !== other.column
      assert.ok(isBeside || one.top + one.height + SIZE.gap <= other.top || other.top + other.height + SIZE.gap <= one.top, "no two overlap")
    }
  }
}

describe("places of tickets", () => {
  it("eight to twelve whole tickets are on the first page, and what is behind is counted", () => {
    for (const [height, most] of [[165, 12], [260, 8]]) {
      const places = new Places(SIZE)
      places.arrange(Array.from({ length: 25 }, (_, index) => ticket(`t${index}`, height, index * 2 * SECOND)))
      assert.equal(places.behind, 25 - most)
      assert.equal(places.pages, Math.ceil(25 / most))
    }
  })

  it("a ticket takes the place that became free, and no other moves", () => {
    const places = new Places(SIZE)
    const tickets = Array.from({ length: 14 }, (_, index) => ticket(`t${index}`, 165, index * SECOND))
    places.arrange(tickets)
    const before = places.of("t0")
    places.arrange(tickets.slice(1))
    assert.deepEqual(places.of("t12"), before)
  })

  it("a page that becomes lower and higher again moves only what has no room meanwhile", () => {
    const places = new Places(SIZE)
    const tickets = Array.from({ length: 12 }, (_, index) => ticket(`t${index}`, 165, index * SECOND))
    const at = () => tickets.map(({ id }) => places.of(id)).map(({ page, column, top }) => `${page}/${column}/${top}`)
    places.arrange(tickets)
    const before = at()
    places.resize(500)
    places.arrange(tickets)
    const lower = at()
    assert.equal(lower.filter((place, index) => place !== before[index]).length, 4)
    places.resize(SIZE.height)
    places.arrange(tickets)
    assert.deepEqual(at(), before)
  })

  it("a long ticket is not passed for ever", () => {
    const places = new Places({ columns: 1, height: 400, gap: 0 })
    const long = ticket("long", 400, 10 * SECOND)
    places.arrange([ticket("a", 200, 0), ticket("b", 200, 0), long, ticket("soon", 200, 20 * SECOND), ticket("late", 200, 600 * SECOND)])
    places.arrange([ticket("b", 200, 0), long, ticket("soon", 200, 20 * SECOND), ticket("late", 200, 600 * SECOND)])
    assert.equal(places.of("soon").page, 0)
    places.arrange([ticket("soon", 200, 20 * SECOND), long, ticket("late", 200, 600 * SECOND)])
    assert.deepEqual([places.of("long").page, places.of("late").page], [1, 2])
    places.arrange([long, ticket("late", 200, 600 * SECOND)])
    assert.equal(places.of("long").page, 0)
  })

  it("priority comes first, then the time of release", () => {
    const at = (number, seconds, more) => ({ id: number, number, releasedAt: new Date(seconds * SECOND).toISOString(), ...more })
    const raised = at("003", 30, { raisedAt: new Date(40 * SECOND).toISOString() })
    assert.deepEqual(inLine([at("002", 20), raised, at("001", 10)]).map(({ number }) => number), ["003", "001", "002"])
  })

  it("the page before is shown when the last ticket of a page has gone", () => {
    const places = new Places(SIZE)
    const tickets = Array.from({ length: 13 }, (_, index) => ticket(`t${index}`, 165, index))
    places.arrange(tickets)
    places.turn(1, tickets)
    assert.equal(places.page, 1)
    places.arrange(tickets.slice(0, 12))
    assert.equal(places.page, 0)
  })

  for (let seed = 1; seed <= 30; seed += 1) {
    it(`nothing on the shown page moves, overlaps or is lost (history ${seed})`, () => {
      const next = random(seed)
      const places = new Places(SIZE)
      let tickets = []
      for (let step = 0; step < 120; step += 1) {
        const shown = new Map(tickets.map(({ id }) => [id, places.of(id)]).filter(([, place]) => place.page === places.page))
        const { page } = places
        if (next(3) > 0 || tickets.length === 0) tickets = [...tickets, ticket(`t${step}`, 120 + next(500), step * 5 * SECOND)]
        else tickets = tickets.filter((_, index, all) => index !== next(all.length))
        const turns = next(10) === 0
        if (turns) places.turn(next(3), tickets)
        else places.arrange(tickets)
        checkPacked(places, tickets.map(({ id }) => id))
        if (turns || places.page !== page) continue
        for (const [id, place] of shown) if (places.of(id)) assert.deepEqual(places.of(id), place)
      }
    })
  }
})
