import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { ICONS } from "../../Shared/icons.js"
import { readTip } from "./tip.js"

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

  it("TD21: an action without a label needs an id, and is no button", () => {
    const labelled = ["a", "b", "c", "d"].map(id => ({ id, label: id }))
    const { tip, problems } = read({ actions: [...labelled, { id: "tap-0" }, { id: "tap-1", label: null }] })
    assert.deepEqual(problems, [])
    assert.deepEqual(tip.actions.slice(3), [{ id: "d", label: "d" }, { id: "tap-0", label: null }, { id: "tap-1", label: null }])
  })

  const wrongActions = [[{ id: "" }], [{ id: "a", label: "" }], [{ id: "a", label: 3 }], [{ id: "a" }, { id: "a" }], Array.from({ length: 65 }, (_, id) => ({ id: `${id}` })), "a", [{}], [{ label: "a" }, { id: "0", label: "b" }], Array.from({ length: 5 }, () => ({ label: "a" }))]
  for (const actions of wrongActions) {
    it(`leaves out and reports wrong actions: ${JSON.stringify(actions).slice(0, 80)}`, () => {
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

  it("reports an unknown style, and shows the usual one", () => {
    const { tip, problems } = read({ style: "loud" })
    assert.equal(tip.style, "mini")
    assert.deepEqual(problems, ["Tip pickup-window: there is no style “loud”."])
  })
})

describe("TD21: a tip's own elements", () => {
  const actions = [{ id: "show", label: "Show me" }]
  const text = { kind: "text", text: "Choose when" }
  const nested = levels => (levels === 0 ? text : { kind: "stack", children: [nested(levels - 1)] })

  it("are read with defaults", () => {
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

  it("TA7: the page names a close control without a label", () => {
    const { tip, problems } = read({ actions, body: { kind: "tapArea", closes: true, child: { kind: "image", image: "clock" } } })
    assert.deepEqual(problems, [])
    assert.deepEqual([tip.body.label, tip.body.isNamed], [null, false])
  })

  const missing = { kind: "image", image: "valley" }
  const area = { kind: "tapArea", label: "Show", action: "show", child: missing }
  const lost = [
    ["of a stack", { kind: "stack", children: [missing, text] }, body => body.children.map(({ kind }) => kind), ["text"]],
    ["all that is in a stack", { kind: "stack", children: [text, { kind: "stack", children: [missing] }] }, body => body.children.length, 1],
    ["below something", { kind: "overlay", child: missing, over: text }, body => body.kind, "text"],
    ["above something", { kind: "overlay", child: text, over: missing }, body => body.kind, "text"],
    ["in an area", area, body => [body.kind, body.label, body.child], ["tapArea", "Show", null]],
    ["in an area below words", { kind: "overlay", child: area, over: text }, body => [body.kind, body.action, body.child.text], ["tapArea", "show", "Choose when"]],
    ["that is all", missing, body => body, null],
  ]
  for (const [name, body, look, expected] of lost) {
    it(`a missing picture is left out alone, and reported: ${name}`, () => {
      const { tip, problems } = read({ actions, body })
      assert.deepEqual(look(tip.body), expected)
      assert.deepEqual(problems, ["Tip pickup-window: the image “valley” of its elements is neither an icon nor a picture of ours."])
    })
  }

  it("no control is left inside an area that takes the words above it", () => {
    const { tip, problems } = read({ actions, body: { kind: "overlay", child: area, over: { kind: "button", closes: true } } })
    assert.equal(tip.body, null)
    assert.match(problems.at(-1), /a button is inside a tap area/)
  })

  // The tests of the engine write the file: the example of `TipViewStyle`, a card with a picture as a button, and the
  // default look.
  const written = readFileSync(new URL("../../../Tests/EndToEnd/Tips/written.json", import.meta.url), "utf8")
  const tips = text => JSON.parse(text).map(data => readTip(data, ICONS))

  it("TD21: the engine's output is read whole when its pictures are known", () => {
    for (const { tip, problems } of tips(written.replaceAll('"valley"', '"/assets/images/valley.jpg"').replaceAll('"xmark"', '"close"'))) {
      assert.deepEqual(problems, [])
      assert.notEqual(tip.body, null)
    }
  })

  it("TD21: the engine's output is drawn without unknown pictures", () => {
    const [valley, card, usual] = tips(written)
    assert.deepEqual([valley.problems.length, card.problems.length, usual.problems.length], [1, 1, 0])
    assert.deepEqual([valley.tip.body.kind, valley.tip.body.action, valley.tip.body.child.text], ["tapArea", "tap-0", "Fork is open"])
    assert.equal(card.tip.body.children.length, 4)
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
    it(`are left out whole and reported: ${JSON.stringify(body)?.slice(0, 60)}`, () => {
      const { tip, problems } = read({ actions, body })
      assert.equal(tip.body, null)
      if (reason) assert.match(problems[0], reason)
      else assert.deepEqual(problems, [])
    })
  }
})
