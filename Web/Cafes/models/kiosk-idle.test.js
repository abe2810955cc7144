import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { EXTENSIONS, IdleWatch, QUIET, WARNING } from "./kiosk-idle.js"

const busy = { isFresh: false, isUndecided: false }
const nothing = { kind: "nothing" }

describe("a quiet guest", () => {
  it("is warned after a minute, has at least 20 seconds, and is then forgotten (C94)", () => {
    const watch = new IdleWatch(0)
    assert.deepEqual(watch.tick(QUIET - 1, busy), nothing)
    assert.deepEqual(watch.tick(QUIET, busy), { kind: "warn", seconds: 20 })
    assert.deepEqual(watch.tick(QUIET + WARNING - 1, busy), { kind: "warn", seconds: 1 })
    assert.deepEqual(watch.tick(QUIET + WARNING, busy), { kind: "reset" })
  })

  it("has the whole time also when the warning comes late", () => {
    const watch = new IdleWatch(0)
    assert.deepEqual(watch.tick(QUIET * 5, busy), { kind: "warn", seconds: 20 })
    assert.deepEqual(watch.tick(QUIET * 5 + WARNING - 1, busy), { kind: "warn", seconds: 1 })
  })

  it("goes on by one simple action, ten times (C94)", () => {
    const watch = new IdleWatch(0)
    let now = 0
    for (let time = 0; time < EXTENSIONS; time++) {
      now += QUIET
      assert.equal(watch.tick(now, busy).kind, "warn")
      watch.touched(now + 1)
      assert.equal(watch.isWarning, false)
      now += 1
    }
    assert.deepEqual(watch.tick(now + QUIET, busy), { kind: "reset" })
  })

  it("may be quiet ten times more after doing anything else", () => {
    const watch = new IdleWatch(0)
    for (let time = 1; time <= EXTENSIONS; time++) {
      watch.tick(QUIET * time, busy)
      watch.touched(QUIET * time)
    }
    watch.touched(QUIET * EXTENSIONS + 1)
    assert.equal(watch.tick(QUIET * (EXTENSIONS + 1) + 1, busy).kind, "warn")
  })

  it("is never forgotten while an order has no answer, and has the whole time afterwards (C95)", () => {
    const watch = new IdleWatch(0)
    watch.tick(QUIET, busy)
    assert.deepEqual(watch.tick(QUIET + WARNING, { isFresh: false, isUndecided: true }), nothing)
    assert.deepEqual(watch.tick(QUIET * 100, { isFresh: false, isUndecided: true }), nothing)
    assert.deepEqual(watch.tick(QUIET * 101 - 1, busy), nothing)
    assert.equal(watch.tick(QUIET * 101, busy).kind, "warn")
  })
})

describe("a kiosk without a guest", () => {
  it("waits as long as it takes", () => {
    const watch = new IdleWatch(0)
    assert.deepEqual(watch.tick(QUIET * 100, { isFresh: true, isUndecided: false }), nothing)
    assert.deepEqual(watch.tick(QUIET * 100 + 1, busy), nothing)
  })
})
