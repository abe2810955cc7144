import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isRejectable, itemsOf, linesThatKnow, rejectionRequest } from "./rejection.js"

const STATIONS = ["grill", "bar"]
const line = (index, station, item = `item-${index}`) => ({ index, item, name: item, station, done: false })
const ticket = { stage: "preparing", lines: [line(0, "grill"), line(1, "bar"), line(2, "grill", "item-0")] }

describe("an order that the kitchen cannot make", () => {
  it("is rejected until its person was told that it is ready", () => {
    const stages = ["waiting", "preparing", "done", "ready", "collected", "cancelled"]
    assert.deepEqual(stages.filter(stage => isRejectable({ stage })), ["waiting", "preparing", "done"])
  })

  it("is known at once where it was rejected, and seen by the other stations (C77)", () => {
    assert.deepEqual(linesThatKnow("station/grill", ticket, STATIONS), [0, 2])
    assert.deepEqual(linesThatKnow("all", ticket, STATIONS), [0, 1, 2])
    assert.deepEqual(linesThatKnow("expo", ticket, STATIONS), [])
  })

  it("offers each of its items once to be sold out, only for what has run out", () => {
    assert.deepEqual(itemsOf(ticket).map(({ id }) => id), ["item-0", "item-1"])
    const chosen = new Set(["item-1"])
    assert.deepEqual(rejectionRequest("missing-ingredient", [0], chosen), { reason: "missing-ingredient", seen: [0], soldOut: ["item-1"] })
    assert.deepEqual(rejectionRequest("allergy", [0], chosen).soldOut, [])
  })
})
