import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { core } from "../../Presence/models/core.test-support.js"
import { nearest as nearestBy } from "./nearest.js"

const nearest = (...question) => nearestBy(core, ...question)

const cafe = (id, latitude, longitude, isOpen = true) => ({ id, isOpen, coordinate: { latitude, longitude } })
const at = (latitude, longitude, accuracy = 10) => ({ latitude, longitude, accuracy })
const ids = outcome => outcome.cafes.map(({ id }) => id)

// 0.001° of latitude is 111.3 m there.
const SOUTH = cafe("south", 52.52, 13.4)
const NORTH = cafe("north", 52.521, 13.4)

describe("nearest café", () => {
  it("C2 chooses the nearest", () => {
    const { decision, cafe, distance: way } = nearest(at(52.5201, 13.4), [NORTH, SOUTH])
    assert.deepEqual([decision, cafe, Math.round(way)], ["choose", SOUTH, 11])
  })

  it("C2 chooses only among open cafés", () => {
    const closed = { ...SOUTH, isOpen: false }
    assert.equal(nearest(at(52.52, 13.4), [closed, NORTH]).cafe, NORTH)
  })

  it("C2 asks when the distances are equal", () => {
    const outcome = nearest(at(52.5205, 13.4, 0), [SOUTH, NORTH])
    assert.equal(outcome.decision, "ask")
    assert.deepEqual(ids(outcome).sort(), ["north", "south"])
  })

  it("C4 asks when the position cannot tell the best two apart", () => {
    assert.deepEqual(ids(nearest(at(52.52, 13.4, 200), [NORTH, SOUTH])), ["south", "north"])
  })

  it("C4 asks about every café within the accuracy, nearest first", () => {
    const far = cafe("far", 53.5, 13.4)
    assert.deepEqual(ids(nearest(at(52.5204, 13.4, 500), [far, NORTH, SOUTH])), ["south", "north"])
  })

  it("C4 assumes an error of at least ten metres", () => {
    const close = cafe("close", 52.52008, 13.4) // 8.9 m
    assert.equal(nearest(at(52.52, 13.4, 0), [SOUTH, close]).decision, "ask")
    const farther = cafe("farther", 52.5201, 13.4) // 11.1 m
    assert.equal(nearest(at(52.52, 13.4, 0), [SOUTH, farther]).decision, "choose")
  })

  it("keeps the current choice as long as it is a candidate", () => {
    for (let step = 0; step < 20; step += 1) {
      const latitude = 52.5205 + (step % 2 === 0 ? 0.00003 : -0.00003) // 3 m to either side of the middle
      assert.equal(nearest(at(latitude, 13.4), [SOUTH, NORTH], "south").cafe, SOUTH)
    }
  })

  it("leaves the current choice when another is clearly nearer", () => {
    assert.equal(nearest(at(52.521, 13.4), [SOUTH, NORTH], "south").cafe, NORTH)
  })

  it("does not keep a current choice that has closed", () => {
    const closed = { ...SOUTH, isOpen: false }
    assert.equal(nearest(at(52.5205, 13.4), [closed, NORTH], "south").cafe, NORTH)
  })

  it("finds the café on the other side of the antimeridian", () => {
    const east = cafe("east", -17, 179.999)
    const west = cafe("west", -17, -179.9)
    assert.equal(nearest(at(-17, -179.999), [west, east]).cafe, east)
  })

  it("C4 says whether the position is too rough to decide between cafés", () => {
    assert.equal(nearest(at(52.5205, 13.4, 1000), [SOUTH, NORTH]).isRough, false)
    assert.equal(nearest(at(52.5205, 13.4, 1001), [SOUTH, NORTH]).isRough, true)
  })

  it("does not choose a café that is farther than fifty kilometres", () => {
    const edge = 50_000 / 111_266 // degrees of latitude
    assert.equal(nearest(at(52.52 - edge + 0.0001, 13.4), [SOUTH]).decision, "choose")
    assert.deepEqual(nearest(at(52.52 - edge - 0.0001, 13.4), [SOUTH]), { decision: "none", reason: "too-far", closed: null })
  })

  it("names the closed café that is near when the open ones are far", () => {
    const closed = cafe("closed", 35.66, 139.74, false)
    const outcome = nearest(at(35.661, 139.74), [SOUTH, closed])
    assert.deepEqual(outcome, { decision: "none", reason: "too-far", closed })
  })

  const none = [
    ["no café is open", at(52.52, 13.4), [{ ...SOUTH, isOpen: false }], "all-closed"],
    ["there are no cafés", at(52.52, 13.4), [], "all-closed"],
    ["the accuracy is a whole country", at(52.52, 13.4, 100_000), [SOUTH], "imprecise"],
    ["the accuracy is not a number", at(52.52, 13.4, NaN), [SOUTH], "imprecise"],
    ["the accuracy is negative", at(52.52, 13.4, -1), [SOUTH], "imprecise"],
    ["the latitude is not a number", at(NaN, 13.4), [SOUTH], "imprecise"],
  ]
  for (const [name, position, cafes, reason] of none) {
    it(`decides nothing when ${name}`, () => assert.deepEqual(nearest(position, cafes), { decision: "none", reason }))
  }
})
