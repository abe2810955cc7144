import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { core } from "../../Presence/models/core.test-support.js"
import { CafeAreas } from "./cafe-areas.js"
import { CafeFinder } from "./cafe-finder.js"
import { nearest } from "./nearest.js"

const cafe = (id, latitude, isOpen = true) => {
  const coordinate = { latitude, longitude: 13.4 }
  return { id, isOpen, coordinate, area: { circle: { ...coordinate, radius: 30 } } }
}
// 111 m apart.
const SOUTH = cafe("south", 52.52)
const NORTH = cafe("north", 52.521)
const CAFES = [SOUTH, NORTH]
const START = 1_795_000_000_000 // milliseconds
const at = (latitude, accuracy = 5) => ({ latitude, longitude: 13.4, accuracy })
const AT_SOUTH = at(52.52)
const CLOSER_TO_NORTH = at(52.52055) // 61 m from SOUTH, 50 m from NORTH

function monitored(cafes = CAFES) {
  const areas = new CafeAreas(core)
  areas.monitor(cafes)
  let now = START
  const locate = (...positions) => {
    for (const position of positions) areas.locate(now += 1000, position)
    return [...areas.satisfied]
  }
  return { areas, locate }
}

describe("areas of cafés", () => {
  it("knows nothing before a position", () => {
    const { areas } = monitored()
    assert.deepEqual([...areas.satisfied], [])
    assert.equal(areas.candidates(CAFES, AT_SOUTH), CAFES)
  })

  it("LD13 takes one fix whose whole uncertainty lies inside, or two", () => {
    assert.deepEqual(monitored().locate(AT_SOUTH), ["south"])
    const { locate } = monitored()
    assert.deepEqual(locate(at(52.52, 31)), [])
    assert.deepEqual(locate(at(52.52, 31)), ["south"])
  })

  it("LD13 leaves after two fixes outside, whatever accuracy one claims", () => {
    const { locate } = monitored()
    locate(AT_SOUTH)
    assert.deepEqual(locate(at(52.5195, 1.9)), ["south"])
    assert.deepEqual(locate(at(52.5195)), [])
  })

  it("stays with the café where the person is when a single fix strays", () => {
    const { areas, locate } = monitored()
    const finder = new CafeFinder({
      nearest: (position, cafes, current) => nearest(core, position, areas.candidates(cafes, position), current),
      preference: { kind: "closest" },
    })
    const move = position => {
      locate(position)
      finder.locate(position)
      return finder.cafe?.id
    }
    finder.begin(CAFES, "granted")
    assert.deepEqual([AT_SOUTH, CLOSER_TO_NORTH, AT_SOUTH].map(move), ["south", "south", "south"])
    assert.deepEqual([CLOSER_TO_NORTH, CLOSER_TO_NORTH].map(move), ["south", "north"])
  })

  it("C2 looks at the closed café's neighbours", () => {
    const cafes = [{ ...SOUTH, isOpen: false }, NORTH]
    const { areas, locate } = monitored(cafes)
    assert.deepEqual(locate(AT_SOUTH), ["south"])
    assert.equal(areas.candidates(cafes, AT_SOUTH), cafes)
  })

  it("C4 leaves the question open for a position that is coarser than an area", () => {
    const { areas, locate } = monitored()
    locate(AT_SOUTH)
    assert.deepEqual(areas.candidates(CAFES, AT_SOUTH), [SOUTH])
    assert.equal(areas.candidates(CAFES, at(52.52, 100)), CAFES)
  })

  it("C9 knows nothing from the moment on that the permission is taken back", () => {
    const { areas, locate } = monitored()
    locate(AT_SOUTH)
    areas.permit("denied")
    assert.deepEqual([...areas.satisfied], [])
    assert.deepEqual(locate(AT_SOUTH), [])
    areas.permit("prompt")
    assert.deepEqual(locate(AT_SOUTH), [])
    areas.permit("granted")
    assert.deepEqual(locate(AT_SOUTH), ["south"])
  })

  it("C9 takes a permission in other words than the known ones as none", () => {
    const { areas, locate } = monitored()
    locate(AT_SOUTH)
    areas.permit("ask-again-later")
    assert.deepEqual([...areas.satisfied], [])
    assert.deepEqual(locate(AT_SOUTH), [])
  })

  it("C9 keeps to the permission when other areas come", () => {
    const { areas, locate } = monitored()
    areas.permit("denied")
    areas.monitor([SOUTH])
    assert.deepEqual(locate(AT_SOUTH, AT_SOUTH), [])
  })

  it("goes on with a clock that was set back, and keeps to the permission", () => {
    const { areas, locate } = monitored()
    areas.permit("granted")
    locate(AT_SOUTH)
    const before = START - 3_600_000
    areas.locate(before, at(52.521))
    assert.deepEqual([...areas.satisfied], ["north"])
    areas.locate(before - 1000, AT_SOUTH) // a little late, as browsers may be
    assert.deepEqual([...areas.satisfied], ["north"])
    areas.permit("denied")
    areas.locate(before - 7_200_000, AT_SOUTH)
    assert.deepEqual([...areas.satisfied], [])
  })

  it("LA3 decides polygons, and knows that a hole is outside", () => {
    const ring = (south, north, west, east) => [
      { latitude: south, longitude: west }, { latitude: south, longitude: east },
      { latitude: north, longitude: east }, { latitude: north, longitude: west },
    ]
    const polygon = { outer: ring(52.519, 52.521, 13.398, 13.402), holes: [ring(52.5198, 52.5202, 13.3995, 13.4005)], extent: 190 }
    const house = { ...SOUTH, id: "house", area: { polygon } }
    const { areas, locate } = monitored([house])
    assert.deepEqual(locate(at(52.5195)), ["house"])
    assert.deepEqual(areas.candidates([house, NORTH], at(52.5195)), [house])
    assert.deepEqual(areas.candidates([house, NORTH], at(52.5195, 200)), [house, NORTH])
    assert.deepEqual(monitored([house]).locate(AT_SOUTH, AT_SOUTH), [])
    assert.deepEqual(monitored([house]).locate(at(52.53), at(52.53)), [])
  })

  it("LD14 knows nothing while no position comes", () => {
    const { areas, locate } = monitored()
    locate(AT_SOUTH)
    areas.lose()
    assert.deepEqual([...areas.satisfied], [])
    assert.deepEqual(locate(AT_SOUTH), ["south"])
  })

  it("keeps the state of known areas, and starts with new ones", () => {
    const { areas, locate } = monitored()
    locate(AT_SOUTH)
    areas.monitor(CAFES.map(cafe => ({ ...cafe, isOpen: false })))
    assert.deepEqual([...areas.satisfied], ["south"])
    areas.monitor([SOUTH])
    assert.deepEqual([...areas.satisfied], ["south"])
    areas.monitor([cafe("south", 52.5201)])
    assert.deepEqual([...areas.satisfied], [])
  })

  it("ignores what is no position, and cafés without an area", () => {
    const { areas, locate } = monitored([{ ...NORTH, area: undefined }, SOUTH])
    assert.deepEqual(locate(at(NaN), at(91), at(52.52, -1)), [])
    assert.deepEqual(locate(AT_SOUTH), ["south"])
    areas.end()
    assert.deepEqual(locate(AT_SOUTH), [])
  })

  const wrong = [
    ["no radius", { circle: { latitude: 0, longitude: 0, radius: 0 } }],
    ["no place", { circle: { latitude: 91, longitude: 0, radius: 1 } }],
    ["an unknown kind", { cube: {} }],
    ["two corners", { polygon: { outer: [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }], holes: [] } }],
    ["no corners", { polygon: { outer: [], holes: [] } }],
  ]
  for (const [name, area] of wrong) {
    it(`refuses an area with ${name}`, () => assert.throws(() => core.conditions([area]), RangeError))
  }

  it("gives the memory of a thousand rounds back", () => {
    const areas = new CafeAreas(core)
    for (let round = 0; round < 1000; round += 1) {
      areas.monitor([cafe("a", round / 100), NORTH])
      areas.locate(START + round, at(round / 100))
      assert.deepEqual([...areas.satisfied], ["a"])
    }
    areas.end()
  })
})
