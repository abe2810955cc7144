import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { bars, bySize, columns, interval, outcome, reachOf, span, standsFor, verdict } from "./tip-statistics.js"

describe("bars", () => {
  it("are as long as the largest allows, and hidden ones have no length", () => {
    assert.deepEqual(bars([{ name: "a", people: null }, { name: "b", people: 5 }, { name: "c", people: 20 }]), [
      { name: "c", people: 20, length: 1 }, { name: "b", people: 5, length: 0.25 }, { name: "a", people: null, length: null },
    ])
    assert.deepEqual(bars([{ name: "a", people: 0 }]), [{ name: "a", people: 0, length: 0 }])
  })
})

describe("the table of a tip", () => {
  const ended = { actionPerformed: 0, tipClosed: 12, displayCountExceeded: null, displayDurationExceeded: 0 }
  const tip = { people: 20, displays: 44, seconds: 90, dismissed: null, acted: 0, ended }

  it("has columns for what has happened, and for what is hidden", () => {
    assert.deepEqual(columns(tip), ["people", "displays", "tipClosed", "displayCountExceeded", "dismissed"])
  })

  it("has a number for each column, null where it is hidden", () => {
    const numbers = outcome(tip)
    assert.deepEqual(columns(tip).map(column => numbers[column]), [20, 44, 12, null, null])
  })

  it("has the largest group first, and the small ones together last, however many they are", () => {
    const groups = [{ name: "de", people: 8 }, { name: null, people: 50 }, { name: "en", people: 20 }]
    assert.deepEqual(bySize(groups).map(({ name }) => name), ["en", "de", null])
    assert.equal(groups[0].name, "de")
  })
})

describe("interval", () => {
  it("has no difference in its middle", () => {
    assert.deepEqual(interval({ estimate: 0.1, low: -0.1, high: 0.2 }), { reach: 0.2, low: 0.25, estimate: 0.75, high: 1 })
  })

  it("does not make noise look large, and does not leave the scale", () => {
    const { reach, low, high } = interval({ estimate: 0.001, low: -0.01, high: 0.01 })
    assert.equal(reach, 0.05)
    assert.ok(Math.abs(low - 0.4) < 1e-9 && Math.abs(high - 0.6) < 1e-9)
    assert.deepEqual(interval({ estimate: 0, low: -2, high: 2 }), { reach: 1, low: 0, estimate: 0.5, high: 1 })
  })

  it("is none for groups that are too small", () => assert.equal(interval(null), null))

  it("has one scale with others that it is compared with", () => {
    const [wide, narrow] = [{ estimate: 0.1, low: -0.1, high: 0.3 }, { estimate: 0.06, low: 0.03, high: 0.09 }]
    const reach = reachOf([wide, null, narrow])
    assert.equal(reach, 0.3)
    assert.ok(interval(narrow, reach).high < interval(wide, reach).high)
    assert.equal(reachOf([null]), 0.05)
  })
})

describe("a number of people in an experiment", () => {
  it("stands for five, and for nobody where there is nobody", () => {
    assert.deepEqual([0, 5, 20].map(standsFor), [[0, 0], [5, 9], [20, 24]])
  })
})

describe("verdict", () => {
  it("speaks only of what the interval excludes", () => {
    assert.deepEqual([{ low: 0.1, high: 0.2 }, { low: -0.2, high: -0.1 }, { low: -0.1, high: 0.2 }].map(verdict), ["more", "fewer", "open"])
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
