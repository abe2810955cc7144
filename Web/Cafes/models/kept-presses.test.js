import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isKeepable, KeptPresses, merge } from "./kept-presses.js"

const ticket = (id, { stage = "preparing", version = 3, recalled = false, done = [] } = {}) => ({
  id, number: id.toUpperCase(), version, stage, recalled, lines: [0, 1].map(index => ({ index, done: done.includes(index) })),
})
const press = (of, { action = "bump", line = null, lines = line === null ? null : [line], key = `${of.id}-${action}-${line}` } = {}) =>
  ({ key, action, line, lines, ticket: of })

function keeper(store = { value: null }) {
  const kept = new KeptPresses(() => store.value && JSON.parse(store.value), value => { store.value = value && JSON.stringify(value) })
  kept.open("main")
  return kept
}

describe("presses without a link (C82)", () => {
  it("are the work itself; what needs an answer is not kept", () => {
    const words = ["start", "bump", "acknowledge", "undo", "recall", "collect", "prioritise", "pull-forward"]
    assert.deepEqual(words.filter(action => isKeepable({ action })), ["start", "bump", "acknowledge"])
  })

  it("stay in their order, also over a reload", () => {
    const store = { value: null }
    const kept = keeper(store)
    for (const [id, line] of [["a", 0], ["b", null], ["a", 1]]) kept.add(press(ticket(id), { line }))
    assert.deepEqual(keeper(store).all.map(({ ticket, line }) => [ticket, line]), [["a", 0], ["b", null], ["a", 1]])
    assert.deepEqual(keeper(store).of("a").map(({ line }) => line), [0, 1])
  })

  it("of another café are not taken up", () => {
    const store = { value: null }
    keeper(store).add(press(ticket("a")))
    const other = new KeptPresses(() => JSON.parse(store.value), () => null)
    other.open("tea")
    assert.equal(other.count, 0)
  })

  it("are taken back by the same press, unless they were sent", () => {
    const kept = keeper()
    assert.equal(kept.add(press(ticket("a"))), true)
    assert.equal(kept.add(press(ticket("a"))), false)
    assert.equal(kept.count, 0)
    kept.add(press(ticket("a")))
    kept.sending(kept.all[0])
    kept.add(press(ticket("a")))
    assert.equal(kept.count, 1)
  })

  it("leave when they are settled; a conflict stays until somebody dismisses it", () => {
    const store = { value: null }
    const kept = keeper(store)
    kept.add(press(ticket("a")))
    kept.add(press(ticket("b")))
    kept.settle(kept.all[0])
    kept.settle(kept.all[0], "cancelled")
    assert.equal(kept.count, 0)
    const [{ key, number, conflict }] = keeper(store).conflicts
    assert.deepEqual([number, conflict], ["B", "cancelled"])
    kept.dismiss(key)
    assert.equal(store.value, null)
  })
})

describe("the merge of a kept press (C82)", () => {
  const kept = (before, options, wasSent = false) => {
    const presses = keeper()
    presses.add(press(before, options), wasSent)
    return presses.all[0]
  }
  const open = ticket("a")

  it("sends what nobody has touched", () => {
    for (const options of [{}, { line: 0 }, { lines: [0, 1] }]) assert.equal(merge(kept(open, options), open), "send")
    assert.equal(merge(kept(ticket("a", { stage: "waiting" }), { action: "start" }), ticket("a", { stage: "waiting" })), "send")
  })

  it("sends what other lines and stations do not disturb", () => {
    const now = ticket("a", { version: 9, done: [1] })
    assert.equal(merge(kept(open, { line: 0 }), now), "send")
    assert.equal(merge(kept(open), now), "send")
  })

  it("finds what another screen has bumped, but not what this one has sent itself", () => {
    for (const stage of ["done", "ready", "collected"]) {
      const now = ticket("a", { stage, version: 5, done: [0, 1] })
      assert.equal(merge(kept(open), now), "bumped")
      assert.equal(merge(kept(open, {}, true), now), "done")
    }
    assert.equal(merge(kept(open, { line: 0 }), ticket("a", { version: 4, done: [0] })), "bumped")
  })

  it("finds what was cancelled, recalled, taken back or forgotten meanwhile", () => {
    assert.equal(merge(kept(open), ticket("a", { stage: "cancelled" })), "cancelled")
    assert.equal(merge(kept(open), ticket("a", { recalled: true, version: 6 })), "recalled")
    assert.equal(merge(kept(ticket("a", { done: [1] })), ticket("a", { version: 4 })), "taken-back")
    assert.equal(merge(kept(open), null), "gone")
  })

  it("starts what waits, and leaves what another screen has started", () => {
    const waiting = ticket("a", { stage: "waiting" })
    assert.equal(merge(kept(waiting, { action: "start" }), ticket("a", { version: 4 })), "done")
  })

  it("acknowledges what is still cancelled", () => {
    const cancelled = ticket("a", { stage: "cancelled" })
    assert.equal(merge(kept(cancelled, { action: "acknowledge" }), cancelled), "send")
  })
})
