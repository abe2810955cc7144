import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { NearPlaces } from "./near-places.js"
import { FakeStorage } from "./tip-fakes.test-support.js"

const HOUR = 3_600_000
const NOW = 1_800_000_000_000

describe("NearPlaces (TA10)", () => {
  let storage
  beforeEach(() => { storage = new FakeStorage() })
  const places = (fill = 7) => new NearPlaces(storage, "vicinity-near", bytes => bytes.fill(fill))

  it("reports a visit once, with the same word each time, also after a reload", () => {
    const word = places().visit("main-cafe", NOW)
    assert.match(word, /^[0-9a-f]{16}$/)
    assert.equal(places().visit("main-cafe", NOW + HOUR), null)
    assert.equal(places().visit("main-cafe", NOW + 4 * HOUR), null, "still there")
    assert.equal(places().visit("main-cafe", NOW + 9 * HOUR), word)
    assert.notEqual(places().visit("garden", NOW), word)
  })

  it("stores no name, and makes other words in another browser", () => {
    const word = places(1).visit("main-cafe", NOW)
    assert.ok(!storage.getItem("vicinity-near").includes("main"))
    storage = new FakeStorage()
    assert.notEqual(places(2).visit("main-cafe", NOW), word)
  })

  it("returns the word of a place once, when the person knows it now", () => {
    const word = places().visit("main-cafe", NOW)
    assert.equal(places().take("garden", NOW + HOUR), null)
    assert.equal(places().take("main-cafe", NOW + HOUR), word)
    assert.equal(places().take("main-cafe", NOW + HOUR), null)
    places().visit("main-cafe", NOW)
    assert.equal(places().take("main-cafe", NOW + 90 * 24 * HOUR), null, "that is long ago")
  })

  it("forgets old visits, and starts again after unreadable ones", () => {
    places().visit("a", NOW)
    places().visit("b", NOW + 2_400 * HOUR)
    assert.equal(Object.keys(JSON.parse(storage.getItem("vicinity-near")).seen).length, 1)
    storage.setItem("vicinity-near", "7")
    assert.ok(places().visit("b", NOW))
    storage.isFull = true
    assert.ok(places().visit("c", NOW))
  })
})
