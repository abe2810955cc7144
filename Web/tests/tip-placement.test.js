import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { GAP, intersection, place } from "../models/tip-placement.js"

const PHONE = { left: 0, top: 0, width: 390, height: 844 }
const WALL = { left: 0, top: 0, width: 1600, height: 900 }
const CARD = { width: 352, height: 160 }
const button = (left, top, width = 120, height = 44) => ({ left, top, width, height })
const card = (spot, tip) => ({ left: spot.left, top: spot.top, width: tip.width, height: Math.min(tip.height, spot.maxHeight) })

describe("where a popover stands", () => {
  it("is below, with the arrow at its top edge, when nothing else is wanted", () => {
    const spot = place({ anchor: button(700, 300), tip: CARD, window: WALL })
    assert.deepEqual(spot, { edge: "top", left: 584, top: 344 + GAP, maxHeight: 160, arrow: 176 })
  })

  const wanted = [["top", "top"], ["bottom", "bottom"], ["leading", "left"], ["trailing", "right"]]
  for (const [edge, side] of wanted) {
    it(`T113: has its arrow at the ${edge} edge where there is room`, () => {
      assert.equal(place({ anchor: button(700, 400), tip: CARD, window: WALL, wanted: edge }).edge, side)
    })
  }

  it("turns leading and trailing around with the reading", () => {
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

  it("becomes lower and scrolls where there is little room", () => {
    const spot = place({ anchor: button(20, 150, 350, 100), tip: { width: 352, height: 500 }, window: { ...PHONE, height: 430 } })
    assert.deepEqual([spot.edge, spot.maxHeight], ["top", 430 - 250 - GAP - 8])
  })

  it("has no place where nothing is left beside the anchor", () => {
    assert.equal(place({ anchor: PHONE, tip: CARD, window: PHONE }), null)
    assert.equal(place({ anchor: button(0, 60, 390, 700), tip: CARD, window: PHONE }), null)
  })

  it("TA7: never covers the anchor and never leaves the window, wherever the anchor is", () => {
    let state = 7
    const random = limit => (state = (state * 48271) % 2147483647) % limit
    let placed = 0
    for (let round = 0; round < 5000; round += 1) {
      const window = { left: 0, top: random(200), width: 320 + random(1400), height: 320 + random(900) }
      const part = intersection(
        { left: random(window.width) - 40, top: window.top + random(window.height) - 40, width: 10 + random(500), height: 10 + random(300) }, window)
      if (!part) continue
      const tip = { width: Math.min(352, window.width - 16), height: 60 + random(400) }
      const spot = place({ anchor: part, tip, window, wanted: ["top", "bottom", "leading", "trailing"][random(4)], isRightToLeft: random(2) === 1 })
      if (!spot) continue
      placed += 1
      const where = card(spot, tip)
      assert.equal(intersection(where, part), null)
      assert.ok(where.left >= window.left && where.top >= window.top)
      assert.ok(where.left + where.width <= window.left + window.width && where.top + where.height <= window.top + window.height)
      assert.ok(spot.arrow >= 0 && spot.arrow <= Math.max(where.width, where.height))
    }
    assert.ok(placed > 3000, `${placed} were placed`)
  })
})
