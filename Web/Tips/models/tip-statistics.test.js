import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { bars, bySize, span } from "./tip-statistics.js"

describe("bars", () => {
  it("are as long as the largest allows, and hidden ones have no length", () => {
    assert.deepEqual(bars([{ name: "a", people: null }, { name: "b", people: 5 }, { name: "c", people: 20 }]), [
      { name: "c", people: 20, length: 1 }, { name: "b", people: 5, length: 0.25 }, { name: "a", people: null, length: null },
    ])
    assert.deepEqual(bars([{ name: "a", people: 0 }]), [{ name: "a", people: 0, length: 0 }])
  })
})

describe("the table of a tip", () => {
  it("has the largest group first, and the small ones together last, however many they are", () => {
    const groups = [{ name: "de", people: 8 }, { name: null, people: 50 }, { name: "en", people: 20 }]
    assert.deepEqual(bySize(groups).map(({ name }) => name), ["en", "de", null])
    assert.equal(groups[0].name, "de")
  })
})

describe("a length of time", () => {
  it("is told in the largest unit that it fills twice", () => {
    const told = [0, 1, 119, 120, 7_199, 7_200, 172_799, 172_800, 684_120].map(span)
    assert.deepEqual(told, [
      { unit: "second", count: 0 }, { unit: "second", count: 1 }, { unit: "second", count: 119 }, { unit: "minute", count: 2 },
      { unit: "minute", count: 120 }, { unit: "hour", count: 2 }, { unit: "hour", count: 48 }, { unit: "day", count: 2 },
      { unit: "day", count: 8 },
    ])
  })
})
