import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { openAt, stationsOf } from "./sightings.js"

const ticket = (number, stage, lines) => ({ number, stage, lines: lines.map(([station, done]) => ({ station, done })) })

describe("the stations of a screen (C83)", () => {
  it("are all of them, its own, or none at the pass and without a station", () => {
    const stations = ["grill", "bar"]
    assert.deepEqual(["all", "station/bar", "expo", "unrouted"].map(view => stationsOf(view, stations)), [stations, ["bar"], [], []])
  })
})

describe("tickets that nobody has seen (C83)", () => {
  const tickets = {
    a: ticket("001", "waiting", [["grill", false], ["bar", false]]), b: ticket("002", "preparing", [["grill", false], ["bar", true]]),
    c: ticket("003", "done", [["grill", true]]),
  }
  const find = id => tickets[id] ?? null

  it("are listed by station while their lines are open", () => {
    const unseen = ["a", "b", "c", "gone"].map(ticket => ({ ticket, stations: ["grill", "bar"] }))
    assert.deepEqual(openAt(unseen, find), [{ station: "grill", numbers: ["001", "002"] }, { station: "bar", numbers: ["001"] }])
  })
})
