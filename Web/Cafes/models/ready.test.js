import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isSameBand, neighbours, onLine, quickest, waitMinutes, walkMinutes } from "./ready.js"

const now = Date.parse("2026-11-27T12:00:00.000Z")
const after = minutes => new Date(now + minutes * 60_000).toISOString()
const band = (from, until) => ({ from: after(from), until: after(until) })
const place = (latitude, longitude = 13.4) => ({ latitude, longitude })
const cafe = (id, latitude, rest = {}) => ({ id, coordinate: place(latitude), isOpen: true, ...rest })

describe("a wait", () => {
  it("lasts until the middle of the band, and at least a minute", () => {
    assert.equal(waitMinutes(band(8, 13), now), 11)
    assert.equal(waitMinutes(band(-3, 1), now), 1)
  })
})

describe("the way to another café", () => {
  it("takes a minute for eighty metres, in both directions", () => {
    assert.equal(walkMinutes(place(52), place(52 + 320 / 111_320)), 4)
    assert.equal(walkMinutes(place(60, 10), place(60, 10 + 640 / 111_320)), 4)
  })

  it("is not known without a place", () => assert.equal(walkMinutes(place(52), undefined), null))

  it("leads to open cafés within ten minutes, the nearest first", () => {
    const here = cafe("here", 52)
    const others = [cafe("far", 52.05), cafe("second", 52.004), cafe("first", 52.001), cafe("closed", 52.001, { isOpen: false }),
      cafe("paused", 52.001, { pausedUntil: after(5) }), { id: "nowhere", isOpen: true }]
    assert.deepEqual(neighbours(here, [here, ...others]).map(({ cafe }) => cafe.id), ["first", "second"])
  })
})

describe("the quicker café (C64)", () => {
  const other = (id, walk, from, until) => ({ cafe: { id }, walk, band: band(from, until) })

  it("is proposed with both waits and the way: here 14 min; 4 min walk further, 5 min", () => {
    const { cafe, walk, minutes, here } = quickest(band(12, 16), [other("bar", 4, 4, 6)], now)
    assert.deepEqual({ id: cafe.id, walk, minutes, here }, { id: "bar", walk: 4, minutes: 5, here: 14 })
  })

  it("must save three minutes, the way included", () => {
    assert.equal(quickest(band(6, 8), [other("bar", 1, 4, 6)], now), null)
    assert.equal(quickest(band(6, 8), [other("bar", 5, 0, 2)], now), null)
    assert.notEqual(quickest(band(6, 8), [other("bar", 4, 3, 5)], now), null)
  })

  it("is the quickest of several", () => {
    assert.equal(quickest(band(20, 24), [other("a", 2, 9, 11), other("b", 6, 4, 6)], now).cafe.id, "b")
  })
})

describe("a band on its line", () => {
  it("lies within a quarter of an hour, or a longer line", () => {
    assert.deepEqual(onLine(band(3, 6), now), { start: 0.2, end: 0.4 })
    assert.deepEqual(onLine(band(20, 40), now), { start: 0.4, end: 0.8 })
    assert.deepEqual(onLine(band(-2, 3), now), { start: 0, end: 0.2 })
  })

  it("reads the same with the same times and the same rate", () => {
    assert.ok(isSameBand(undefined, null))
    assert.ok(isSameBand(band(1, 2), band(1, 2)))
    assert.ok(!isSameBand(band(1, 2), { ...band(1, 2), keptOfTen: 8 }))
    assert.ok(!isSameBand(band(1, 2), undefined))
  })
})
