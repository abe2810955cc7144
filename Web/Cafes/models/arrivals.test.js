import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { core } from "../../Presence/models/core.test-support.js"
import { Arrivals, pauseAfter } from "./arrivals.js"

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

  it("are not started by a position that is too coarse, which is reported", () => {
    const { arrivals } = watching([SOUP])
    for (const second of [0, 1, 2]) arrivals.locate(START + 1000 * second, at(52.52, 271))
    assert.deepEqual(arrivals.due, [])
    assert.equal(arrivals.isRough("soup"), true)
    assert.equal(arrivals.isRough("tea"), false)
    arrivals.locate(START + 3000, at(52.51))
    assert.equal(arrivals.isRough("soup"), false)
    assert.deepEqual(arrivals.due, [])
    arrivals.locate(START + 4000, at(52.52))
    assert.deepEqual(arrivals.due, ["soup"])
    const polygon = { ...SOUP, waiting: { startArea: { polygon: { extent: 40 } } } }
    const rough = new Arrivals(null)
    rough.follow([polygon], new Set(["soup"]))
    assert.equal(rough.isRough("soup"), false)
    rough.locate(START, at(52.52, 41))
    assert.equal(rough.isRough("soup"), true)
  })

  it("C113 are only those for which this device may look", () => {
    const { arrivals, locate } = watching([SOUP, TEA], ["tea"])
    assert.deepEqual(locate(52.52, 52.52), [])
    arrivals.follow([SOUP, TEA], new Set(["soup", "tea"]))
    assert.deepEqual(locate(52.52), ["soup"])
  })

  it("C113 are reported as new, so that a device at rest gives its position once more", () => {
    const { arrivals } = watching([SOUP])
    const shared = new Set(["soup", "tea"])
    assert.equal(arrivals.follow([SOUP], shared), false)
    assert.equal(arrivals.follow([SOUP, TEA], shared), true)
    assert.equal(arrivals.follow([TEA], shared), false)
    assert.equal(new Arrivals(core).follow([SOUP], new Set()), false)
  })

  it("LD13 stay due when another order is placed or ends, without a new position", () => {
    const { arrivals, locate } = watching([SOUP])
    locate(52.52)
    arrivals.follow([SOUP, TEA], new Set(["soup", "tea"]))
    assert.deepEqual(arrivals.due, ["soup"])
    arrivals.follow([SOUP], new Set(["soup", "tea"]))
    assert.deepEqual(arrivals.due, ["soup"])
    const moved = { ...SOUP, waiting: order("soup", "main", 52.6).waiting }
    arrivals.follow([moved], new Set(["soup"]))
    assert.deepEqual(arrivals.due, [])
  })

  it("C113 are not watched after they have started or ended", () => {
    const { arrivals, locate } = watching([SOUP])
    arrivals.follow([], new Set())
    assert.deepEqual(locate(52.52, 52.52), [])
  })

  it("C9 are none without the permission, including later orders", () => {
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

  it("depend on beacons alone without the core, or for a café without an area", () => {
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

describe("a start that was refused", () => {
  const cases = [
    ["has no answer", null, false, 5000],
    ["meets a server that is busy", 503, false, 5000],
    ["comes too often", 429, false, 5000],
    ["finds the café closed, and the order still waiting", 409, true, 60_000],
    ["finds the café gone for now, and the order still waiting", 404, true, 60_000],
    ["finds an order that has ended", 409, false, null],
    ["finds no order of this person", 404, false, null],
    ["needs a sign-in", 401, true, null],
    ["comes from another session's page", 403, true, null],
    ["is not understood", 400, true, null],
  ]
  for (const [name, status, isWaiting, pause] of cases) {
    it(`${pause === null ? "is not repeated" : `is repeated after ${pause} ms`} when it ${name}`, () =>
      assert.equal(pauseAfter(status, isWaiting), pause))
  }
})
