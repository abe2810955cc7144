import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { areaOutline, freeMinor, nextMinor, polygonOf, removeGateway, retireSpot, setGateway, setSpot } from "./site-edit.js"
import { siteDifferences } from "./site-differences.js"

const PART = { name: { en: "Berlin" }, spots: [{ id: "door", name: { en: "Door" }, minor: 1, kind: "entrance" }, { id: "bar", name: { en: "Bar" }, minor: 7, kind: "cafe", cafe: "main" }] }
const RING = [[13.4, 52.5], [13.401, 52.5], [13.4, 52.501], [13.4, 52.5]]

describe("the numbers of beacons", () => {
  it("are given out once, also after a beacon was retired", () => {
    assert.equal(nextMinor({}), 1)
    assert.equal(nextMinor(PART), 8)
    const retired = retireSpot(PART, "bar")
    assert.deepEqual(retired.retiredMinors, [7])
    assert.deepEqual(retired.spots.map(({ id }) => id), ["door"])
    assert.equal(nextMinor(retired), 8)
    assert.deepEqual(PART.spots.length, 2)
  })

  it("begin again at the free ones when the largest is taken", () => {
    assert.equal(nextMinor({ spots: [{ id: "a", minor: 65_535 }, { id: "b", minor: 1 }] }), 2)
    assert.equal(nextMinor({ spots: Array.from({ length: 65_535 }, (_, index) => ({ minor: index + 1 })) }), null)
  })

  it("can be given out again when somebody says so, and a number that another spot has too is not retired", () => {
    const retired = retireSpot(PART, "bar")
    assert.deepEqual(freeMinor(retired, 7), { ...PART, spots: [PART.spots[0]] })
    const twice = setSpot(PART, { ...PART.spots[0], minor: 7 })
    assert.equal(retireSpot(twice, "bar").retiredMinors, undefined)
  })
})

describe("gateways", () => {
  it("come, move and go", () => {
    const one = setGateway(PART, { id: "ear", spot: "door" })
    const moved = setGateway(one, { id: "ear", spot: "bar" })
    assert.deepEqual(moved.gateways, [{ id: "ear", spot: "bar" }])
    assert.deepEqual(removeGateway(moved, "ear"), PART)
  })
})

describe("the ground", () => {
  it("is read from a polygon, a feature or a collection", () => {
    const polygon = { type: "Polygon", coordinates: [RING] }
    for (const value of [polygon, { type: "Feature", geometry: polygon }, { type: "FeatureCollection", features: [{ type: "Feature", geometry: { type: "Point" } }, { type: "Feature", geometry: polygon }] }]) {
      assert.deepEqual(polygonOf(value), polygon)
    }
    for (const value of [null, 1, [], {}, { type: "Polygon" }, { type: "FeatureCollection", features: [] }]) assert.equal(polygonOf(value), null)
  })

  it("is drawn in metres around the coordinate", () => {
    const coordinate = { latitude: 52.5, longitude: 13.4 }
    assert.deepEqual(areaOutline({ coordinate }, 150), { center: [0, 0], radius: 150, rings: [] })
    assert.deepEqual(areaOutline({ coordinate, area: { radius: 45 } }, 150), { center: [0, 0], radius: 45, rings: [] })
    const { rings: [[first, second, third]] } = areaOutline({ coordinate, area: { type: "Polygon", coordinates: [RING] } }, 150)
    assert.deepEqual(first.map(Math.round), [0, 0])
    assert.deepEqual(second.map(Math.round), [68, 0])
    assert.deepEqual(third.map(Math.round), [0, -111])
    assert.deepEqual(areaOutline({ coordinate }, 30, { latitude: 52.5, longitude: 13.401 }).center.map(Math.round), [-68, 0])
    assert.equal(areaOutline({}, 150), null)
    assert.equal(areaOutline({ coordinate, area: { type: "Polygon", coordinates: [["x"]] } }, 150), null)
  })
})

describe("what differs between two sites", () => {
  it("names spots, their fields and gateways", () => {
    const after = setGateway(retireSpot(setSpot(PART, { ...PART.spots[0], minor: 3 }), "bar"), { id: "ear", spot: "door" })
    assert.deepEqual(siteDifferences(PART, after, []).map(({ kind, thing, field }) => [kind, thing, field]), [
      ["changed", "site", "retiredMinors"], ["removed", "spot", undefined], ["changed", "spot", "minor"], ["added", "gateway", undefined],
    ])
    assert.deepEqual(siteDifferences(PART, PART, []), [])
  })

  it("names a café whose area changed", () => {
    const [before, after] = [{ id: "main" }, { id: "main", area: { radius: 20 } }].map(cafe => ({ ...PART, cafes: [cafe] }))
    const name = { en: "Main Café" }
    assert.deepEqual(siteDifferences(before, after, [{ id: "main", name }]), [{ kind: "changed", thing: "cafe", names: [name], field: "area", before: undefined, after: { radius: 20 } }])
  })
})
