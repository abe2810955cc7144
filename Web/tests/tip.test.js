import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { ICONS } from "../helpers/icons.js"
import { readTip } from "../models/tip.js"

const read = data => readTip({ id: "pickup-window", title: "Choose when", ...data }, ICONS)

describe("a tip as data", () => {
  it("needs an id and a title, and no more (T103)", () => {
    const { tip, problems } = read({})
    assert.deepEqual(problems, [])
    assert.deepEqual(tip, {
      id: "pickup-window", title: "Choose when", message: null, image: null, imageText: null, language: null, actions: [], style: "mini", body: null,
    })
    for (const data of [null, 3, "tip", {}, { id: "a" }, { id: "", title: "b" }, { id: "a", title: " " }]) {
      assert.equal(readTip(data, ICONS).tip, null)
      assert.equal(readTip(data, ICONS).problems.length, 1)
    }
  })

  it("T114: nothing that a tip brings reaches the arrow, which belongs to its place", () => {
    const own = { kind: "text", text: "Look", role: "title", arrow: "bottom", edge: "left" }
    const { tip, problems } = read({ arrow: "bottom", arrowEdge: "top", style: "banner", body: own })
    assert.deepEqual(problems, [])
    assert.deepEqual(Object.keys(tip).sort(), ["actions", "body", "id", "image", "imageText", "language", "message", "style", "title"])
    assert.deepEqual(Object.keys(tip.body).sort(), ["kind", "role", "text"])
  })

  it("T105: an action without an id gets its index", () => {
    const { tip } = read({ actions: [{ label: "Show me" }, { id: "why", label: "Why" }, { label: "Later" }] })
    assert.deepEqual(tip.actions.map(({ id }) => id), ["0", "why", "2"])
  })

  const wrongActions = ["a", [{}], [{ label: "a" }, { id: "0", label: "b" }], Array.from({ length: 5 }, () => ({ label: "a" }))]
  for (const actions of wrongActions) {
    it(`leaves out and tells wrong actions: ${JSON.stringify(actions)}`, () => {
      const { tip, problems } = read({ actions })
      assert.deepEqual(tip.actions, [])
      assert.match(problems[0], /^Tip pickup-window: .*actions/)
    })
  }

  for (const image of ["clock", "/assets/images/window.svg"]) {
    it(`takes the image ${image}`, () => assert.equal(read({ image }).tip.image, image))
  }

  const strangers = ["https://elsewhere.example/a.png", "//elsewhere.example/a.png", "/assets/../secret", "data:image/png;base64,AA", "constructor", "/api/v1/me"]
  for (const image of strangers) {
    it(`does not load ${image}`, () => {
      const { tip, problems } = read({ image })
      assert.equal(tip.image, null)
      assert.match(problems[0], /neither an icon nor a picture of ours/)
    })
  }

  for (const style of ["mini", "hero picture", "banner"]) {
    it(`knows the style ${style}`, () => assert.equal(read({ style }).tip.style, style))
  }

  it("tells a style that there is not, and shows the usual one", () => {
    const { tip, problems } = read({ style: "loud" })
    assert.equal(tip.style, "mini")
    assert.deepEqual(problems, ["Tip pickup-window: there is no style “loud”."])
  })
})

describe("TD21: a tip's own elements", () => {
  const actions = [{ id: "show", label: "Show me" }]
  const text = { kind: "text", text: "Choose when" }
  const nested = levels => (levels === 0 ? text : { kind: "stack", children: [nested(levels - 1)] })

  it("are read with what was left open", () => {
    const { tip, problems } = read({ actions, body: {
      kind: "stack", children: [
        { kind: "overlay", child: { kind: "image", image: "clock", size: "fill" }, over: { kind: "button", closes: true } },
        { kind: "tapArea", label: "Show", action: "show", child: text },
        { kind: "button", label: "Show me", action: "show" },
      ],
    } })
    assert.deepEqual(problems, [])
    assert.equal(tip.body.axis, "vertical")
    assert.equal(tip.body.children[0].alignment, "topEnd")
    assert.deepEqual(tip.body.children[2], { kind: "button", closes: false, action: "show", label: "Show me" })
  })

  it("TA7: a tap area has a name: its label, or the words or the picture's label in it", () => {
    const inside = child => ({ kind: "stack", children: [{ kind: "image", image: "clock" }, child] })
    const named = [
      { kind: "tapArea", action: "show", label: "Show", child: { kind: "image", image: "clock" } },
      { kind: "tapArea", action: "show", child: inside(text) },
      { kind: "tapArea", closes: true, child: inside({ kind: "image", image: "clock", label: "A clock" }) },
    ]
    for (const body of named) assert.deepEqual(read({ actions, body }).problems, [])
  })

  const wrong = [
    [{ kind: "video" }, /“video” is no kind of element/],
    [{ kind: "toString" }, /“toString” is no kind/],
    [null, null],
    [7, /“undefined” is no kind/],
    [{ kind: "stack" }, /a stack has no children/],
    [{ kind: "stack", axis: "diagonal", children: [] }, /“diagonal” is no axis/],
    [{ kind: "text", text: "" }, /a text is empty/],
    [{ kind: "image", image: "http://x/y.png" }, /neither an icon/],
    [{ kind: "button", label: "Go", action: "fly" }, /there is no action “fly”/],
    [{ kind: "button", action: "show" }, /a button has no label/],
    [{ kind: "tapArea", action: "show", child: { kind: "button", closes: true } }, /a button is inside a tap area/],
    [{ kind: "tapArea", action: "show", child: { kind: "image", image: "clock" } }, /a tap area has neither a label nor words/],
    [{ kind: "overlay", child: text }, /“undefined” is no kind/],
    [nested(8), /deeper than 8/],
    [{ kind: "stack", children: Array.from({ length: 64 }, () => text) }, /more than 64/],
  ]
  for (const [body, reason] of wrong) {
    it(`are left out whole and told: ${JSON.stringify(body)?.slice(0, 60)}`, () => {
      const { tip, problems } = read({ actions, body })
      assert.equal(tip.body, null)
      if (reason) assert.match(problems[0], reason)
      else assert.deepEqual(problems, [])
    })
  }
})
