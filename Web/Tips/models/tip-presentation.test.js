import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { FakeTipSource } from "./fake-tip-source.test-support.js"
import { GRACE, Presentation } from "./tip-presentation.js"

const tip = (id, more = {}) => ({ id, title: id, actions: [{ id: "0", label: "Show me" }], ...more })

// A page without a document: performs the actions of the presentation, and asks the source again after reports.
class Page {
  source = new FakeTipSource()
  now = 0
  shown = new Map() // key → id
  waiting = new Set()
  #presentation = new Presentation()

  constructor() {
    this.source.subscribe(() => { this.isLookWanted = true })
  }

  // input is a member of Presentation; the time is added.
  put(input, ...rest) {
    this.#perform(this.#presentation[input](...rest, this.now))
    this.look()
    return this
  }

  look() {
    do {
      this.isLookWanted = false
      this.#perform(this.#presentation.look(this.source, this.now))
    } while (this.isLookWanted)
    return this
  }

  act(key, action) {
    this.#perform(this.#presentation.act(key, action))
    return this
  }

  after(seconds) {
    this.now += seconds * 1000
    return this
  }

  inline(name, key = `inline:${name}`) { return this.put("attach", key, { kind: "inline", name }) }
  popover(name, key = `popover:${name}`) { return this.put("attach", key, { kind: "popover", name }) }
  seen(key) { return this.put("ready", key, true) }
  unseen(key) { return this.put("ready", key, false) }
  get told() { return this.source.told.filter(line => !line.startsWith("onScreen")) }

  #perform(actions) {
    for (const { do: what, key, tip, id, seconds, how, action } of actions) {
      if (what === "show") this.shown.set(key, tip.id)
      if (what === "hide" || what === "suspend") this.shown.delete(key)
      if (what === "want") this.waiting.add(key)
      if (what === "hide" || what === "show") this.waiting.delete(key)
      if (what === "appeared") this.source.appeared(id, key)
      if (what === "onScreen") this.source.onScreen(id, key, seconds)
      if (what === "ended") this.source.ended(id, key, seconds, how)
      if (what === "closed") this.source.closed(id)
      if (what === "acted") this.source.acted(id, action)
    }
  }
}

let page
beforeEach(() => { page = new Page() })

describe("inline tips", () => {
  it("T103: nothing is shown without a tip", () => {
    page.inline("closest")
    assert.equal(page.shown.size, 0)
    assert.deepEqual(page.told, [])
  })

  it("an appearance begins when the tip is seen, not when it is laid out", () => {
    page.source.offer(tip("closest"))
    page.inline("closest")
    assert.equal(page.shown.get("inline:closest"), "closest")
    assert.deepEqual(page.told, [])
    page.seen("inline:closest")
    assert.deepEqual(page.told, ["appeared closest inline:closest"])
  })

  it("an unseen tip goes as soon as it is not current", () => {
    page.source.offer(tip("closest"))
    page.inline("closest")
    page.source.take("closest")
    page.look()
    assert.equal(page.shown.size, 0)
    assert.deepEqual(page.told, [])
  })

  it("TD15: a tip that has begun stays until its appearance ends, then the source is asked again", () => {
    page.source.offer(tip("first"), "group")
    page.inline("group", "g").seen("g")
    page.source.offer(tip("second"), "group")
    page.look()
    assert.equal(page.shown.get("g"), "first")
    page.after(3).put("dismiss", "g")
    assert.equal(page.shown.get("g"), "second")
    page.seen("g")
    assert.deepEqual(page.told, ["appeared first g", "ended first g 3 dismissed", "appeared second g"])
  })

  it("T36: a tip whose rule stops holding leaves without being invalidated, and comes back when it holds again", () => {
    page.source.offer(tip("closest"))
    page.inline("closest").seen("inline:closest").after(2)
    page.source.take("closest")
    page.look()
    assert.equal(page.shown.size, 0)
    assert.deepEqual(page.told, ["appeared closest inline:closest", "ended closest inline:closest 2 withdrawn"])
    assert.equal(page.source.isOver("closest"), false)
    page.source.offer(tip("closest"))
    page.look().seen("inline:closest")
    assert.equal(page.shown.get("inline:closest"), "closest")
    assert.equal(page.told.at(-1), "appeared closest inline:closest")
  })

  it("T36: its group then shows the next one", () => {
    page.source.offer(tip("first"), "group")
    page.inline("group", "g").seen("g").after(1)
    page.source.take("group")
    page.source.offer(tip("second"), "group")
    page.look()
    assert.equal(page.shown.get("g"), "second")
    assert.equal(page.told.at(-1), "ended first g 1 withdrawn")
  })

  it("T104: a tip that is redrawn hidden is withdrawn, and comes back later", () => {
    page.source.offer(tip("closest"))
    page.inline("closest").seen("inline:closest").after(2).put("detach", "inline:closest")
    page.after(0.1).put("attach", "inline:closest", { kind: "inline", name: "closest", isPresented: false })
    assert.equal(page.shown.size, 0)
    assert.deepEqual(page.told, ["appeared closest inline:closest", "ended closest inline:closest 2 withdrawn"])
    page.put("present", "inline:closest", true)
    assert.equal(page.shown.get("inline:closest"), "closest")
  })

  it("a tip that is invalidated leaves", () => {
    page.source.offer(tip("closest"))
    page.inline("closest").seen("inline:closest").after(2)
    page.source.invalidate("closest")
    page.look()
    assert.equal(page.shown.size, 0)
    assert.deepEqual(page.told.at(-1), "ended closest inline:closest 2 over")
  })

  it("T112: any number is shown together", () => {
    for (const id of ["a", "b", "c"]) {
      page.source.offer(tip(id))
      page.inline(id).seen(`inline:${id}`)
    }
    assert.deepEqual([...page.shown.values()], ["a", "b", "c"])
  })

  it("T86: each name has its own tip", () => {
    page.source.offer(tip("a"), "a")
    page.inline("a").inline("b")
    assert.deepEqual([...page.shown.keys()], ["inline:a"])
  })

  it("shows new content of the same tip without a new appearance", () => {
    page.source.offer(tip("a"))
    page.inline("a").seen("inline:a")
    page.source.offer(tip("a", { title: "new" }))
    page.look()
    assert.deepEqual(page.told, ["appeared a inline:a"])
  })
})

describe("appearances", () => {
  beforeEach(() => {
    page.source.offer(tip("a"))
    page.inline("a").seen("inline:a")
  })

  it("TD2: count once, however often the view is drawn", () => {
    for (let round = 0; round < 5; round += 1) {
      page.put("detach", "inline:a").after(GRACE / 2000).inline("a").put("settle").seen("inline:a")
    }
    assert.deepEqual(page.told, ["appeared a inline:a"])
    assert.equal(page.shown.get("inline:a"), "a")
  })

  it("end when the view has gone for good, and begin again when it comes back", () => {
    page.after(4).put("detach", "inline:a").after(1).put("settle")
    assert.deepEqual(page.told.at(-1), "ended a inline:a 4 left")
    page.inline("a").seen("inline:a")
    assert.deepEqual(page.told.at(-1), "appeared a inline:a")
  })

  it("count their time on screen while the page is visible and the tip in sight", () => {
    page.after(5).put("pageVisible", false).after(100).put("pageVisible", true)
    page.after(5).unseen("inline:a").after(100).seen("inline:a").after(5)
    page.put("close", "inline:a")
    assert.deepEqual(page.told, ["appeared a inline:a", "closed a", "ended a inline:a 15 closed"])
  })

  it("TD3: report their duration regularly and when they go out of sight", () => {
    page.after(10).put("tick").after(10).put("tick").after(1).put("pageVisible", false).after(60).put("tick")
    const told = page.source.told.filter(line => line.startsWith("onScreen"))
    assert.deepEqual(told, ["onScreen a inline:a 10", "onScreen a inline:a 20", "onScreen a inline:a 21"])
  })

  it("do not begin while the page is hidden", () => {
    page.source.offer(tip("b"))
    page.put("pageVisible", false).inline("b").seen("inline:b")
    assert.ok(!page.told.includes("appeared b inline:b"))
    page.put("pageVisible", true)
    assert.ok(page.told.includes("appeared b inline:b"))
  })

  it("are not shortened by a clock that goes back", () => {
    page.after(5).put("pageVisible", false).put("pageVisible", true).after(-60).put("close", "inline:a")
    assert.equal(page.told.at(-1), "ended a inline:a 5 closed")
  })

  it("end when the page is left, and begin again when it comes back from the cache", () => {
    page.after(3).put("leave")
    assert.deepEqual(page.told, ["appeared a inline:a", "ended a inline:a 3 left"])
    page.look().seen("inline:a")
    assert.equal(page.told.at(-1), "appeared a inline:a")
  })
})

describe("what the person does", () => {
  beforeEach(() => {
    page.source.offer(tip("a"))
    page.inline("a").seen("inline:a").after(2)
  })

  it("T109: closing invalidates as closed, and then the appearance ends", () => {
    page.put("close", "inline:a")
    assert.deepEqual(page.told.slice(1), ["closed a", "ended a inline:a 2 closed"])
    assert.equal(page.shown.size, 0)
  })

  it("TD4: dismissing ends the appearance and invalidates nothing; the tip waits until the source names another", () => {
    page.put("dismiss", "inline:a")
    assert.deepEqual(page.told.slice(1), ["ended a inline:a 2 dismissed"])
    page.look().inline("a", "inline:again")
    assert.equal(page.shown.size, 0)
    page.source.take("a")
    page.look()
    page.source.offer(tip("a"))
    page.look()
    assert.equal(page.shown.get("inline:a"), "a")
  })

  it("TD5: an action does not invalidate, and does not end the appearance", () => {
    page.act("inline:a", "0")
    assert.deepEqual(page.told.slice(1), ["acted a 0"])
    assert.equal(page.shown.get("inline:a"), "a")
  })

  it("an unknown action does nothing", () => {
    page.act("inline:a", "7").act("nowhere", "0")
    assert.equal(page.told.length, 1)
  })

  it("T85: an action whose handler invalidates ends the appearance", () => {
    page.source.acted = id => page.source.invalidate(id)
    page.act("inline:a", "0").look()
    assert.equal(page.told.at(-1), "ended a inline:a 2 over")
  })

  it("a source that is slow to invalidate does not bring a closed tip back", () => {
    page.source.closed = () => {}
    page.put("close", "inline:a").look()
    assert.equal(page.shown.size, 0)
  })

  it("T104: the page hides a tip for a while without invalidating it", () => {
    page.put("present", "inline:a", false)
    assert.equal(page.told.at(-1), "ended a inline:a 2 withdrawn")
    assert.equal(page.shown.size, 0)
    page.put("present", "inline:a", true)
    assert.equal(page.shown.get("inline:a"), "a")
  })
})

describe("popovers", () => {
  beforeEach(() => {
    for (const id of ["a", "b", "c"]) page.source.offer(tip(id))
    page.popover("a").popover("b").popover("c")
  })

  it("wait until what they explain is in sight", () => {
    assert.equal(page.shown.size, 0)
    assert.equal(page.waiting.size, 3)
    page.seen("popover:b")
    assert.deepEqual([...page.shown.values()], ["b"])
    assert.deepEqual(page.told, ["appeared b popover:b"])
  })

  it("T112: one at a time, the others in the order in which they came", () => {
    for (const id of ["c", "b", "a"]) page.seen(`popover:${id}`)
    assert.deepEqual([...page.shown.values()], ["c"])
    page.put("dismiss", "popover:c")
    assert.deepEqual([...page.shown.values()], ["a"])
    page.put("close", "popover:a")
    assert.deepEqual([...page.shown.values()], ["b"])
    page.put("dismiss", "popover:b")
    assert.equal(page.shown.size, 0)
  })

  it("stand beside inline tips", () => {
    page.source.offer(tip("d"))
    page.seen("popover:a").inline("d").seen("inline:d")
    assert.deepEqual([...page.shown.values()].sort(), ["a", "d"])
  })

  it("go out of sight with their anchor and come back in the same appearance", () => {
    page.seen("popover:a").after(3).unseen("popover:a").after(100)
    assert.equal(page.shown.size, 0)
    page.seen("popover:a").after(2).put("dismiss", "popover:a")
    assert.deepEqual(page.told, ["appeared a popover:a", "ended a popover:a 5 dismissed"])
  })

  it("make room, while out of sight, for one that waits, and go to the end of the queue", () => {
    page.seen("popover:a").after(3).unseen("popover:a").seen("popover:b")
    assert.deepEqual(page.told, ["appeared a popover:a", "ended a popover:a 3 gave-way", "appeared b popover:b"])
    page.seen("popover:a").seen("popover:c").put("dismiss", "popover:b")
    assert.deepEqual([...page.shown.values()], ["c"])
  })

  it("go away when their anchor goes", () => {
    page.seen("popover:a").after(1).put("anchorGone", "popover:a")
    assert.equal(page.told.at(-1), "ended a popover:a 1 anchor-gone")
    assert.equal(page.shown.size, 0)
    page.seen("popover:a")
    assert.equal(page.told.at(-1), "appeared a popover:a")
  })

  it("wait again for their anchor after they were withdrawn (T104)", () => {
    page.seen("popover:a").put("present", "popover:a", false).put("present", "popover:a", true)
    assert.equal(page.shown.size, 0)
    page.seen("popover:a")
    assert.equal(page.shown.get("popover:a"), "a")
  })

  it("do not open in a hidden page", () => {
    page.put("pageVisible", false).seen("popover:a")
    assert.equal(page.shown.size, 0)
    page.put("pageVisible", true)
    assert.equal(page.shown.get("popover:a"), "a")
  })

  it("T36: make room for the next one when their rule stops holding", () => {
    for (const key of ["popover:a", "popover:b"]) page.seen(key)
    page.after(3).source.take("a")
    page.look()
    assert.deepEqual([...page.shown.values()], ["b"])
    assert.deepEqual(page.told, ["appeared a popover:a", "ended a popover:a 3 withdrawn", "appeared b popover:b"])
  })

  it("leave the queue when they are not current", () => {
    page.source.take("a")
    page.look().seen("popover:a")
    assert.equal(page.shown.size, 0)
    assert.ok(!page.waiting.has("popover:a"))
  })

  it("TD2: a redrawn view keeps its popover and its place in the queue", () => {
    page.seen("popover:a").put("detach", "popover:a").put("detach", "popover:b")
    assert.equal(page.shown.size, 0)
    page.popover("a").popover("b").seen("popover:a").seen("popover:b").after(1).put("settle")
    assert.deepEqual(page.told, ["appeared a popover:a"])
    assert.deepEqual([...page.shown.values()], ["a"])
  })

  it("a dismissed tip does not show elsewhere", () => {
    page.popover("a", "popover:a#2").seen("popover:a").put("dismiss", "popover:a").seen("popover:a#2")
    assert.equal(page.shown.size, 0)
  })
})
