import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { FURTHEST, GAP, intersection, place } from "../models/tip-placement.js"

const PHONE = { left: 0, top: 0, width: 390, height: 844 }
const WALL = { left: 0, top: 0, width: 1600, height: 900 }
const CARD = { width: 352, height: 160 }
const button = (left, top, width = 120, height = 44) => ({ left, top, width, height })
const card = (spot, tip) => ({ left: spot.left, top: spot.top, width: tip.width, height: Math.min(tip.height, spot.maxHeight) })

describe("where a popover stands", () => {
  it("is below, with the arrow at its top edge, when nothing else is wanted", () => {
    const spot = place({ anchor: button(700, 300), tip: CARD, window: WALL })
    assert.deepEqual(spot, { edge: "top", left: 584, top: 344 + GAP, maxHeight: 160, arrow: 176, further: 0, aside: 0 })
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

  it("stands further off, where it is over fewer of the things that can be pressed", () => {
    const row = [button(540, 100), button(680, 100)] // below the anchor's own row
    const spot = place({ anchor: button(700, 40), tip: CARD, window: WALL, controls: row })
    assert.deepEqual([spot.edge, spot.top - (40 + 44) - GAP, spot.top > 144], ["top", spot.further, true])
    assert.equal(place({ anchor: button(700, 40), tip: CARD, window: WALL, controls: [button(100, 100)] }).further, 0)
    const above = place({ anchor: button(700, 840), tip: CARD, window: WALL, controls: [button(700, 790)] })
    assert.deepEqual([above.edge, above.top + CARD.height < 790, above.further > 0], ["bottom", true, true])
  })

  it("stays close where it would be over as many things further off, too far off, or out of the window", () => {
    const at = (controls, window = WALL) => {
      const { further, aside } = place({ anchor: button(700, 40), tip: CARD, window, controls })
      return [further, aside]
    }
    assert.deepEqual(at([button(700, 100), button(700, 270)]), [0, 0])
    assert.deepEqual(at([button(700, 100, 120, 200)]), [0, 0])
    assert.deepEqual(at([button(700, 100)], { ...WALL, height: 290 }), [0, 0])
  })

  it("stands aside of what would be under its corner, with its arrow at the anchor", () => {
    const anchor = button(700, 40)
    const left = place({ anchor, tip: CARD, window: WALL, controls: [button(480, 150)] })
    assert.deepEqual([left.further, left.left > 600, left.left + left.arrow], [0, true, 760])
    const right = place({ anchor, tip: CARD, window: WALL, controls: [button(900, 150)] })
    assert.deepEqual([right.further, right.left + CARD.width < 900, right.left + right.arrow], [0, true, 760])
    assert.deepEqual(place({ anchor, tip: CARD, window: WALL, stands: right }), right)
    // No further than its arrow reaches, and not out of the window.
    assert.equal(place({ anchor, tip: CARD, window: WALL, controls: [button(580, 150, 240, 200)] }).aside, 0)
    assert.equal(place({ anchor: button(1400, 40), tip: CARD, window: WALL, controls: [button(1230, 120, 60, 200)] }).aside, 0)
  })

  it("stays where it stands as long as there is room, whatever comes below it", () => {
    const [anchor, controls] = [button(700, 40), [button(700, 100)]]
    const stands = place({ anchor, tip: CARD, window: WALL, controls })
    assert.deepEqual(place({ anchor, tip: CARD, window: WALL, stands }), stands)
    const scrolled = place({ anchor: button(700, 240), tip: CARD, window: WALL, stands })
    assert.deepEqual([scrolled.edge, scrolled.top - stands.top], [stands.edge, 200])
    assert.equal(place({ anchor: button(700, 700), tip: CARD, window: WALL, stands }).edge, "bottom")
    const above = place({ anchor: button(700, 500), tip: CARD, window: WALL, wanted: "bottom" })
    assert.equal(place({ anchor: button(700, 300), tip: CARD, window: WALL, wanted: "top", stands: above }).edge, "bottom")
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
      const controls = Array.from({ length: random(6) }, () => button(random(window.width), window.top + random(window.height)))
      const wanted = { wanted: ["top", "bottom", "leading", "trailing"][random(4)], isRightToLeft: random(2) === 1 }
      const spot = place({ anchor: part, tip, window, controls, ...wanted })
      if (!spot) continue
      const close = place({ anchor: part, tip, window, ...wanted })
      const over = spot => controls.filter(control => intersection(card(spot, tip), control)).length
      assert.equal(spot.edge, close.edge)
      assert.ok((spot.further === 0 && spot.aside === 0) || (spot.further <= FURTHEST && over(spot) < over(close)))
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
