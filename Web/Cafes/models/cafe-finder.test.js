import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { core } from "../../Presence/models/core.test-support.js"
import { CafeFinder, Phase } from "./cafe-finder.js"
import { nearest } from "./nearest.js"

const SOUTH = { id: "south", name: "South", isOpen: true, coordinate: { latitude: 52.52, longitude: 13.4 } }
const NORTH = { id: "north", name: "North", isOpen: true, coordinate: { latitude: 52.521, longitude: 13.4 } }
const CAFES = [SOUTH, NORTH]
const at = (latitude, accuracy = 10) => ({ latitude, longitude: 13.4, accuracy })
const AT_SOUTH = at(52.52)
const AT_NORTH = at(52.521)
const BETWEEN = at(52.5205, 60)

const makeFinder = options => new CafeFinder({ nearest: (...question) => nearest(core, ...question), ...options })

function closestAt(position, options = {}) {
  const finder = makeFinder({ preference: { kind: "closest" }, ...options })
  finder.begin(CAFES, "granted")
  finder.locate(position)
  return finder
}

describe("café finder", () => {
  it("asks for nothing and shows the list at first", () => {
    const finder = makeFinder()
    finder.begin(CAFES, "prompt")
    assert.equal(finder.phase, Phase.listing)
    assert.equal(finder.watches, false)
  })

  it("C1 shows a named café without a location call", () => {
    const finder = makeFinder({ preference: { kind: "named", cafe: "north" } })
    finder.begin(CAFES, "granted")
    assert.equal(finder.cafe, NORTH)
    assert.equal(finder.watches, false)
  })

  it("C1 ignores an unwanted position", () => {
    const finder = makeFinder({ preference: { kind: "named", cafe: "north" } })
    finder.begin(CAFES, "granted")
    assert.equal(finder.locate(AT_SOUTH), false)
    assert.equal(finder.cafe, NORTH)
  })

  it("shows the list when the named café no longer exists", () => {
    const finder = makeFinder({ preference: { kind: "named", cafe: "gone" } })
    finder.begin(CAFES, "granted")
    assert.equal(finder.phase, Phase.listing)
  })

  it("C8 W122 gives the reason before the browser asks", () => {
    const finder = makeFinder()
    finder.begin(CAFES, "prompt")
    finder.chooseClosest("prompt")
    assert.equal(finder.phase, Phase.explaining)
    assert.equal(finder.watches, false)
    finder.search()
    assert.equal(finder.phase, Phase.searching)
    assert.equal(finder.watches, true)
  })

  it("C2 settles on the nearest and goes on watching", () => {
    const finder = closestAt(AT_SOUTH)
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.watches, true)
  })

  it("C4 asks between two, and keeps the answer while walking between them", () => {
    const finder = closestAt(BETWEEN)
    assert.equal(finder.phase, Phase.asking)
    assert.deepEqual(finder.asked.map(({ id }) => id).sort(), ["north", "south"])
    finder.answer("north")
    for (const position of [BETWEEN, at(52.52048, 60), at(52.52052, 60)]) finder.locate(position)
    assert.equal(finder.cafe, NORTH)
    assert.equal(finder.phase, Phase.settled)
  })

  it("C4 does not ask again for the same cafés", () => {
    const finder = closestAt(BETWEEN)
    assert.equal(finder.locate(at(52.52049, 60)), false)
  })

  it("says when another café has become the closest", () => {
    const finder = closestAt(AT_SOUTH)
    assert.equal(finder.locate(AT_SOUTH), false)
    assert.equal(finder.locate(AT_NORTH), true)
    assert.equal(finder.cafe, NORTH)
  })

  for (const reason of ["denied", "unavailable", "timed-out"]) {
    it(`C3 falls back to the list when the position is ${reason} and nothing was chosen before`, () => {
      const finder = makeFinder({ preference: { kind: "closest" } })
      finder.begin(CAFES, "granted")
      finder.fail(reason)
      assert.equal(finder.phase, Phase.listing)
      assert.equal(finder.reason, reason)
      assert.equal(finder.watches, false)
    })

    it(`C3 falls back to the last chosen café when the position is ${reason}`, () => {
      const finder = makeFinder({ preference: { kind: "closest" }, lastChosen: "north" })
      finder.begin(CAFES, "granted")
      finder.fail(reason)
      assert.equal(finder.cafe, NORTH)
      assert.equal(finder.watches, false)
    })
  }

  it("W123 lists the cafés while a position is late, and takes it when it comes", () => {
    const finder = makeFinder({ preference: { kind: "closest" } })
    finder.begin(CAFES, "granted")
    finder.fail("late")
    assert.deepEqual([finder.phase, finder.reason, finder.watches], [Phase.listing, "late", true])
    finder.locate(AT_SOUTH)
    assert.deepEqual([finder.phase, finder.cafe, finder.reason], [Phase.settled, SOUTH, null])
  })

  it("W123 a late position changes nothing once the person has chosen", () => {
    const finder = makeFinder({ preference: { kind: "closest" } })
    finder.begin(CAFES, "granted")
    finder.fail("late")
    finder.choose("north")
    assert.equal(finder.watches, false)
    assert.equal(finder.locate(AT_SOUTH), false)
    assert.equal(finder.cafe, NORTH)
  })

  it("W124 knows the area of a rough position, and nothing more of it", () => {
    const finder = closestAt({ ...BETWEEN, accuracy: 3000 })
    assert.deepEqual([finder.phase, finder.isRough, finder.radius], [Phase.asking, true, 3000])
    finder.locate(AT_SOUTH)
    assert.equal(finder.radius, null)
  })

  it("C3 falls back when the position is too rough", () => {
    const finder = closestAt(at(52.52, 200_000), { lastChosen: "south" })
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.reason, "imprecise")
  })

  it("lets the person choose when no open café is near, and goes on looking", () => {
    const finder = closestAt(at(40), { lastChosen: "south" })
    assert.deepEqual([finder.phase, finder.cafe, finder.reason, finder.watches], [Phase.listing, null, "too-far", true])
    finder.locate(AT_SOUTH)
    assert.deepEqual([finder.cafe, finder.reason], [SOUTH, null])
  })

  it("knows the way to the café only as long as the position is used", () => {
    const finder = closestAt(at(52.5))
    assert.equal(Math.round(finder.distance), 2226)
    finder.withdraw()
    assert.equal(finder.distance, null)
  })

  it("C3 does not ask the browser again after a refusal", () => {
    const finder = makeFinder({ preference: { kind: "closest" } })
    finder.begin(CAFES, "denied")
    assert.equal(finder.watches, false)
    finder.chooseClosest("denied")
    assert.equal(finder.watches, false)
    assert.equal(finder.reason, "denied")
  })

  it("ignores a gap after a first position", () => {
    const finder = closestAt(AT_SOUTH)
    finder.fail("unavailable")
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.watches, true)
    finder.locate(AT_NORTH)
    assert.equal(finder.cafe, NORTH)
    assert.equal(finder.reason, null)
  })

  it("C9 stops at once when the permission is withdrawn", () => {
    const finder = closestAt(AT_SOUTH)
    finder.withdraw()
    assert.equal(finder.watches, false)
    assert.equal(finder.reason, "withdrawn")
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.locate(AT_NORTH), false)
  })

  it("treats a missing permission as a refusal", () => {
    const finder = makeFinder({ preference: { kind: "closest" } })
    finder.begin(CAFES, "prompt")
    finder.search()
    finder.withdraw()
    assert.equal(finder.reason, "denied")
  })

  it("stops watching when a café is picked from the list", () => {
    const finder = closestAt(AT_SOUTH)
    finder.choose("north")
    assert.equal(finder.watches, false)
    assert.deepEqual(finder.preference, { kind: "named", cafe: "north" })
    assert.equal(finder.lastChosen, "north")
  })

  it("forgets a person's choice and position, and stops watching", () => {
    const finder = closestAt(AT_SOUTH, { lastChosen: "north" })
    finder.present({ cafe: "north" })
    assert.equal(finder.isForgotten, false)
    finder.forget()
    assert.equal(finder.isForgotten, true)
    assert.deepEqual([finder.phase, finder.cafe, finder.preference, finder.lastChosen, finder.found, finder.watches], [Phase.listing, null, null, null, null, false])
    assert.equal(finder.locate(AT_SOUTH), false)
    assert.equal(finder.present({}), false)
    finder.chooseClosest("denied")
    assert.deepEqual([finder.phase, finder.cafe], [Phase.listing, null])
  })

  it("takes newer facts about its café", () => {
    const finder = closestAt(AT_SOUTH)
    finder.update([{ ...SOUTH, isOpen: false }, NORTH])
    assert.equal(finder.cafe.isOpen, false)
  })
})

describe("café finder that follows a device", () => {
  const begun = (options, place = {}) => {
    const finder = makeFinder(options)
    finder.present(place)
    finder.begin(CAFES, "prompt")
    return finder
  }

  it("shows the café where beacons find the device, without a location call", () => {
    const finder = begun({ preference: { kind: "followed" } }, { cafe: "north" })
    assert.equal(finder.cafe, NORTH)
    assert.equal(finder.found, "beacons")
    assert.equal(finder.watches, false)
    finder.present({ cafe: "south" })
    assert.equal(finder.cafe, SOUTH)
  })

  it("C1 keeps a café that was named by hand", () => {
    const finder = begun({ preference: { kind: "named", cafe: "south" } }, { cafe: "north" })
    finder.present({ cafe: "north" })
    finder.present({ candidates: ["north", "south"] })
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.phase, Phase.settled)
    assert.equal(finder.found, null)
  })

  it("goes back by hand, and stays there until following is chosen again", () => {
    const finder = begun({ preference: { kind: "followed" } }, { cafe: "south" })
    finder.present({ cafe: "north" })
    finder.choose("south")
    finder.present({ cafe: "north" })
    assert.equal(finder.cafe, SOUTH)
    finder.chooseFollowed()
    assert.equal(finder.cafe, NORTH)
  })

  it("C4 asks between cafés that are equally near, and takes the answer", () => {
    const finder = begun({ preference: { kind: "followed" } }, { candidates: ["south", "north"] })
    assert.equal(finder.phase, Phase.asking)
    assert.deepEqual(finder.asked, [SOUTH, NORTH])
    assert.equal(finder.isRough, false)
    finder.answer("north")
    assert.equal(finder.cafe, NORTH)
    assert.equal(finder.watches, false)
    assert.deepEqual(finder.preference, { kind: "followed" })
  })

  it("stops asking when the device has left both", () => {
    const finder = begun({ preference: { kind: "followed" } }, { cafe: "south" })
    finder.present({ candidates: ["south", "north"] })
    finder.present({})
    assert.equal(finder.phase, Phase.settled)
    assert.equal(finder.cafe, SOUTH)
  })

  it("C12 keeps the café when no beacon finds the device", () => {
    const finder = begun({ preference: { kind: "followed" } }, { cafe: "south" })
    finder.present({})
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.found, null)
  })

  it("shows the café that was last picked until the device is found, else the list", () => {
    assert.equal(begun({ preference: { kind: "followed" }, lastChosen: "north" }).cafe, NORTH)
    assert.equal(begun({ preference: { kind: "followed" } }).phase, Phase.listing)
  })

  it("prefers beacons to a position", () => {
    const finder = closestAt(AT_SOUTH)
    finder.present({ cafe: "north" })
    assert.equal(finder.locate(AT_SOUTH), false)
    assert.equal(finder.cafe, NORTH)
    finder.present({})
    finder.locate(AT_SOUTH)
    assert.equal(finder.cafe, SOUTH)
    assert.equal(finder.found, "position")
  })

  it("ignores cafés that are not on the campus", () => {
    const finder = begun({ preference: { kind: "followed" } }, { cafe: "gone", candidates: ["gone", "north"] })
    assert.equal(finder.cafe, NORTH)
    finder.present({ cafe: "gone" })
    assert.equal(finder.cafe, NORTH)
  })

  it("forgets where the device was when following ends", () => {
    const finder = begun({ preference: { kind: "followed" } }, { cafe: "north" })
    finder.stopFollowing()
    assert.equal(finder.preference, null)
    assert.equal(finder.found, null)
    assert.equal(finder.cafe, NORTH)
    finder.chooseFollowed()
    assert.equal(finder.found, null)
  })
})
