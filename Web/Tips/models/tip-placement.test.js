import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { GAP, intersection, place } from "./tip-placement.js"

const PHONE = { left: 0, top: 0, width: 390, height: 844 }
const WALL = { left: 0, top: 0, width: 1600, height: 900 }
const CARD = { width: 352, height: 160 }
const button = (left, top, width = 120, height = 44) => ({ left, top, width, height })
const card = (spot, tip) => ({ left: spot.left, top: spot.top, ...tip })

describe("where a popover stands", () => {
  it("is below, with the arrow at its top edge, when nothing else is wanted", () => {
    const spot = place({ anchor: button(700, 300), tip: CARD, window: WALL })
    assert.deepEqual(spot, { edge: "top", left: 584, top: 344 + GAP, arrow: 176 })
  })

  const wanted = [["top", "top"], ["bottom", "bottom"], ["leading", "left"], ["trailing", "right"]]
  for (const [edge, side] of wanted) {
    it(`T113: has its arrow at the ${edge} edge where there is room`, () => {
      assert.equal(place({ anchor: button(700, 400), tip: CARD, window: WALL, wanted: edge }).edge, side)
    })
  }

  it("mirrors leading and trailing with the reading direction", () => {
    const from = wanted => place({ anchor: button(700, 400), tip: CARD, window: WALL, wanted, isRightToLeft: true }).edge
    assert.deepEqual([from("leading"), from("trailing")], ["right", "left"])
  })

  it("T113: goes to the other side where there is no room, and its arrow elsewhere", () => {
    assert.equal(place({ anchor: button(40, 780), tip: CARD, window: PHONE }).edge, "bottom")
    assert.equal(place({ anchor: button(40, 20), tip: CARD, window: PHONE, wanted: "bottom" }).edge, "top")
    assert.equal(place({ anchor: button(40, 400), tip: CARD, window: PHONE, wanted: "leading" }).edge, "top")
    assert.equal(place({ anchor: button(300, 10, 100, 880), tip: CARD, window: WALL }).edge, "left")
  })

  it("slides along the edge and keeps its arrow on the anchor", () => {
    const spot = place({ anchor: button(330, 300, 44), tip: CARD, window: PHONE })
    assert.equal(spot.left, 30)
    assert.equal(spot.left + spot.arrow, 352 - 0)
  })

  it("has no place where nothing is left beside the anchor", () => {
    assert.equal(place({ anchor: PHONE, tip: CARD, window: PHONE }), null)
    assert.equal(place({ anchor: button(0, 60, 390, 700), tip: CARD, window: PHONE }), null)
    assert.equal(place({ anchor: button(20, 20), tip: { width: 352, height: 900 }, window: PHONE }), null)
  })

  it("moves aside for an obstacle under its corner, with its arrow at the anchor", () => {
    const anchor = button(700, 40)
    const left = place({ anchor, tip: CARD, window: WALL, obstacles: [button(480, 150)] })
    assert.deepEqual([left.edge, left.left > 600, left.left + left.arrow], ["top", true, 760])
    const right = place({ anchor, tip: CARD, window: WALL, obstacles: [button(900, 150)] })
    assert.deepEqual([right.edge, right.left + CARD.width < 900, right.left + right.arrow], ["top", true, 760])
    const beside = place({ anchor: button(40, 400), tip: CARD, window: WALL, wanted: "leading", obstacles: [button(300, 480)] })
    assert.deepEqual([beside.edge, beside.top + CARD.height < 480, beside.top + beside.arrow], ["left", true, 422])
  })

  it("takes another side instead of covering something, and none when all sides would", () => {
    const anchor = button(700, 400)
    const below = button(680, 480, 160)
    assert.equal(place({ anchor, tip: CARD, window: WALL, obstacles: [below] }).edge, "bottom")
    const above = button(680, 330, 160)
    assert.equal(place({ anchor, tip: CARD, window: WALL, obstacles: [below, above] }).edge, "left")
    const row = [button(500, 400), button(900, 400)]
    assert.equal(place({ anchor, tip: CARD, window: WALL, obstacles: [below, above, ...row] }), null)
  })

  it("has an arrow that crosses no words and nothing that may not be covered", () => {
    const anchor = button(700, 400)
    const line = { left: 650, top: 446, width: 300, height: 20 } // between the anchor and the card
    for (const kind of ["words", "obstacles"]) {
      assert.equal(place({ anchor, tip: CARD, window: WALL, [kind]: [line] }).edge, "bottom")
    }
    assert.equal(place({ anchor, tip: CARD, window: WALL, words: [{ ...line, left: 780 }] }).edge, "top")
    // A card may lie over words.
    assert.equal(place({ anchor, tip: CARD, window: WALL, words: [{ ...line, top: 500 }] }).edge, "top")
  })

  it("keeps its side as long as it covers nothing", () => {
    const stands = place({ anchor: button(700, 500), tip: CARD, window: WALL, wanted: "bottom" })
    const anchor = button(700, 300)
    assert.equal(place({ anchor, tip: CARD, window: WALL, stands }).edge, "bottom")
    assert.equal(place({ anchor: button(700, 100), tip: CARD, window: WALL, stands }).edge, "top")
    assert.equal(place({ anchor, tip: CARD, window: WALL, stands, obstacles: [button(680, 200, 160)] }).edge, "top")
  })

  it("TA7: covers neither the anchor nor an obstacle, and never leaves the window, wherever the anchor is", () => {
    let state = 7
    const random = limit => (state = (state * 48271) % 2147483647) % limit
    let placed = 0
    for (let round = 0; round < 5000; round += 1) {
      const window = { left: 0, top: random(200), width: 320 + random(1400), height: 320 + random(900) }
      const anchor = intersection(
        { left: random(window.width) - 40, top: window.top + random(window.height) - 40, width: 10 + random(500), height: 10 + random(300) }, window)
      if (!anchor) continue
      const tip = { width: Math.min(352, window.width - 16), height: 60 + random(400) }
      const obstacles = Array.from({ length: random(4) }, () => button(random(window.width), window.top + random(window.height)))
      const spot = place({ anchor, tip, window, obstacles, wanted: ["top", "bottom", "leading", "trailing"][random(4)], isRightToLeft: random(2) === 1 })
      if (!spot) continue
      placed += 1
      const where = card(spot, tip)
      for (const covered of [anchor, ...obstacles]) assert.equal(intersection(where, covered), null)
      assert.ok(where.left >= window.left && where.top >= window.top)
      assert.ok(where.left + where.width <= window.left + window.width && where.top + where.height <= window.top + window.height)
      const at = spot.edge === "top" || spot.edge === "bottom" ? [spot.left + spot.arrow, anchor.left, anchor.width] : [spot.top + spot.arrow, anchor.top, anchor.height]
      assert.ok(at[0] >= at[1] && at[0] <= at[1] + at[2], "the arrow begins beside the anchor")
    }
    assert.ok(placed > 1500, `${placed} were placed`)
  })
})
