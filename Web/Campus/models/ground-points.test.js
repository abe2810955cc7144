import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { addPoint, areaOwner, cafeFloors, changeArea, drawCircle, floors, placeSpot, points, removePoint, setPoint } from "./ground-points.js"
import { fromPlane, moved, toPlane } from "./map-plane.js"

const ORIGIN = { latitude: 52.5, longitude: 13.4 }
const HOLE = [[13.4001, 52.5001], [13.4002, 52.5001], [13.4001, 52.5002], [13.4001, 52.5001]]
const RING = [[13.399, 52.499], [13.401, 52.499], [13.401, 52.501], [13.399, 52.501], [13.399, 52.499]]
const PART = { coordinate: ORIGIN, area: { type: "Polygon", coordinates: [RING, HOLE] }, spots: [{ id: "door" }, { id: "bar", floor: 2, coordinate: { latitude: 52.5, longitude: 13.4 } }] }

describe("the plane around a site", () => {
  it("measures metres to the east and to the south, and comes back to the centimetre", () => {
    const [x, y] = toPlane(ORIGIN, [13.401, 52.499])
    assert.ok(Math.abs(x - 67.77) < 0.1 && Math.abs(y - 111.32) < 0.1, `${x} ${y}`)
    assert.deepEqual(fromPlane(ORIGIN, [x, y]), [13.401, 52.499])
    assert.deepEqual(moved(ORIGIN, [13.4, 52.5], [0, 0]), [13.4, 52.5])
  })
})

describe("the drawn ground", () => {
  it("has each point once, and stays closed when one moves", () => {
    assert.equal(points(PART).length, 4)
    const { area } = setPoint(PART, 0, [13.398, 52.498])
    assert.deepEqual(area.coordinates[0], [[13.398, 52.498], ...RING.slice(1, 4), [13.398, 52.498]])
    assert.deepEqual(area.coordinates[1], HOLE)
    assert.deepEqual(PART.area.coordinates[0], RING)
  })

  it("gets a point between two, also behind the last one", () => {
    assert.deepEqual(points(addPoint(PART, 0))[1], [13.4, 52.499])
    assert.deepEqual(points(addPoint(PART, 3))[4], [13.399, 52.5])
  })

  it("keeps three points", () => {
    const three = removePoint(PART, 1)
    assert.equal(points(three).length, 3)
    assert.equal(removePoint(three, 0), three)
  })

  it("begins as the circle", () => {
    const drawn = drawCircle({ coordinate: ORIGIN, area: { radius: 50 } }, 150)
    assert.equal(points(drawn).length, 8)
    for (const position of points(drawn)) assert.ok(Math.abs(Math.hypot(...toPlane(ORIGIN, position)) - 50) < 0.02)
  })

  it("knows the floors of its spots, and puts a spot somewhere or nowhere", () => {
    assert.deepEqual(floors(PART), [0, 2])
    const placed = placeSpot(PART, "door", [13.4, 52.5])
    assert.deepEqual(placed.spots[0], { id: "door", coordinate: { latitude: 52.5, longitude: 13.4 } })
    assert.deepEqual(placeSpot(placed, "door", null).spots[0], { id: "door" })
  })

  it("is the site's or one of its cafés', and a café is on the floors of its spots", () => {
    const part = { ...PART, spots: [{ id: "hall", cafe: "main", floor: 2 }, { id: "bar", cafe: "main" }], cafes: [{ id: "main", coordinate: ORIGIN }, { id: "tea", coordinate: ORIGIN }] }
    assert.equal(areaOwner(part, null), part)
    assert.equal(areaOwner(part, "main"), part.cafes[0])
    assert.equal(areaOwner({}, "main"), null)
    const drawn = changeArea(part, "tea", cafe => drawCircle(cafe, 30))
    assert.equal(points(drawn.cafes[1]).length, 8)
    assert.deepEqual([drawn.area, drawn.cafes[0]], [part.area, part.cafes[0]])
    assert.deepEqual(changeArea(part, null, thing => ({ ...thing, area: { radius: 5 } })).area, { radius: 5 })
    assert.deepEqual([cafeFloors(part, "main"), cafeFloors(part, "tea")], [[0, 2], [0]])
  })
})
