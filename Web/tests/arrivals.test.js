import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Arrivals } from "../models/arrivals.js"
import { core } from "./core.js"

const START = 1_795_000_000_000 // milliseconds
const order = (id, cafe, latitude, radius = 270) =>
  ({ id, cafe: { id: cafe }, waiting: { until: "…", endsBy: "closing", startArea: { circle: { latitude, longitude: 13.4, radius } } } })
const SOUP = order("soup", "main", 52.52)
const TEA = order("tea", "other", 52.53)
const at = (latitude, accuracy = 10) => ({ latitude, longitude: 13.4, accuracy })

function watching(orders, shared = orders.map(({ id }) => id)) {
  const arrivals = new Arrivals(core)
  arrivals.permit("granted")
  arrivals.follow(orders, new Set(shared))
  let now = START
  const locate = (...latitudes) => {
    for (const latitude of latitudes) arrivals.locate(now += 1000, at(latitude))
    return arrivals.due
  }
  return { arrivals, locate }
}

describe("orders to start", () => {
  it("are none before the person is near, and the one whose café they come near", () => {
    const { arrivals, locate } = watching([SOUP, TEA])
    assert.deepEqual(arrivals.due, [])
    assert.deepEqual(locate(52.51), []) // 1.1 km away
    assert.deepEqual(locate(52.5185), ["soup"]) // 167 m away
  })

  it("LD13 are not started by a single fix that may be wrong", () => {
    const { arrivals } = watching([SOUP])
    arrivals.locate(START, at(52.518, 200))
    assert.deepEqual(arrivals.due, [])
    arrivals.locate(START + 1000, at(52.518, 200))
    assert.deepEqual(arrivals.due, ["soup"])
  })

  it("C113 are only those for which this device may look", () => {
    const { arrivals, locate } = watching([SOUP, TEA], ["tea"])
    assert.deepEqual(locate(52.52, 52.52), [])
    arrivals.follow([SOUP, TEA], new Set(["soup", "tea"]))
    assert.deepEqual(locate(52.52), ["soup"])
  })

  it("C113 are looked for no more once they have been started or have ended", () => {
    const { arrivals, locate } = watching([SOUP])
    arrivals.follow([], new Set())
    assert.deepEqual(locate(52.52, 52.52), [])
  })

  it("C9 are none without the permission, also of orders that are placed afterwards", () => {
    const { arrivals, locate } = watching([SOUP])
    arrivals.permit("denied")
    assert.deepEqual(locate(52.52, 52.52), [])
    arrivals.follow([SOUP, TEA], new Set(["soup", "tea"]))
    assert.deepEqual(locate(52.52, 52.52), [])
  })

  it("are all those of the café where beacons find the person", () => {
    const { arrivals } = watching([SOUP, TEA], [])
    arrivals.present("main")
    assert.deepEqual(arrivals.due, ["soup"])
    arrivals.present(null)
    assert.deepEqual(arrivals.due, [])
  })

  it("are told by beacons alone in a browser without the core, or of a café without an area", () => {
    const arrivals = new Arrivals(null)
    arrivals.follow([SOUP], new Set(["soup"]))
    arrivals.locate(START, at(52.52))
    assert.deepEqual(arrivals.due, [])
    arrivals.present("main")
    assert.deepEqual(arrivals.due, ["soup"])
    const { locate } = watching([{ ...SOUP, waiting: { until: "…", endsBy: "closing" } }])
    assert.deepEqual(locate(52.52, 52.52), [])
  })
})
