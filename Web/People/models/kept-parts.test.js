import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { cardsOf, looksByDay, staying } from "./kept-parts.js"

const part = (name, more) => ({ name, count: 1, rule: "law", stays: false, ...more })

describe("the cards of what is kept", () => {
  it("have their parts in a fixed order", () =>
    assert.deepEqual(cardsOf([part("bookings"), part("orders")]).orders.map(({ name }) => name), ["orders", "bookings"]))
  it("are empty when nothing is kept", () => assert.ok(Object.values(cardsOf([])).every(parts => parts.length === 0)))
  it("show what a later server keeps, too", () => assert.deepEqual(cardsOf([part("badges")]).others, [part("badges")]))
  it("lose nothing", () => {
    const names = ["looks", "screens", "sessions", "sign-in", "unheard-of"]
    const shown = Object.values(cardsOf(names.map(name => part(name)))).flat().map(({ name }) => name)
    assert.deepEqual(shown.toSorted(), names)
  })
})

describe("what an erasure leaves", () => {
  it("is what the server says", () =>
    assert.deepEqual(staying([part("punches", { stays: true }), part("favourites")]).map(({ name }) => name), ["punches"]))
})

describe("looks at one's data", () => {
  const look = (viewer, to, more) => ({ viewer, what: "people", from: to, to, times: 1, ...more })
  const dayOf = instant => instant.slice(0, 10)
  it("are one line for each day, viewer and thing", () => {
    const lines = looksByDay([look("noor", "2026-11-23T15:00Z"), look("noor", "2026-11-23T09:00Z", { times: 2 }), look("bo", "2026-11-23T08:00Z")], dayOf)
    assert.deepEqual(lines.map(({ viewer, times, from, to }) => [viewer, times, from, to]), [
      ["noor", 3, "2026-11-23T09:00Z", "2026-11-23T15:00Z"], ["bo", 1, "2026-11-23T08:00Z", "2026-11-23T08:00Z"]])
  })
  it("of two tips are two lines", () => {
    const tip = detail => look("noor", "2026-11-23T15:00Z", { what: "tip", detail })
    assert.equal(looksByDay([tip("a"), tip("b")], dayOf).length, 2)
  })
})
