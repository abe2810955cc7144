import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { expiryReason, isCancellable, isNews, isRecalled, isRunning, isWaiting, newer, progress, reachedAt, readyFirst, runningBeside, wasPaid } from "./order.js"

const order = (stage, ...history) => ({ id: "o", stage, version: 1, history: history.map(([name, at]) => ({ stage: name, at })) })

describe("order", () => {
  it("is news when it becomes ready, is recalled, or starts or ends by itself while it waits", () => {
    const waiting = { ...order("placed"), waiting: { until: "then" } }
    const recalled = order("preparing", ["ready", "1"], ["preparing", "2"])
    const cases = [
      [order("ready"), order("preparing"), true], [recalled, order("ready"), true], [order("accepted"), waiting, true], [order("expired"), waiting, true],
      [order("cancelled"), waiting, false], [order("preparing"), order("accepted"), false], [order("ready"), order("ready"), false], [order("ready"), null, false],
    ]
    for (const [now, before, expected] of cases) assert.equal(isNews(now, before), expected, `${before?.stage} to ${now.stage}`)
  })

  const table = [
    ["placed", -1, true, true], ["expired", null, false, false],
    ["accepted", 0, true, true], ["preparing", 1, true, false], ["ready", 2, true, false], ["collected", 3, false, false], ["cancelled", null, false, false],
  ]
  for (const [stage, step, runs, cancellable] of table) {
    it(`that is ${stage} has come to step ${step}`, () => {
      assert.equal(progress(order(stage)), step)
      assert.equal(isRunning(order(stage)), runs)
      assert.equal(isCancellable(order(stage)), cancellable)
    })
  }

  it("comes first when it is ready, the newest before the others", () => {
    const each = (id, stage, placedAt, readyAt) => ({ ...order(stage, ...(readyAt ? [["ready", readyAt]] : [])), id, placedAt })
    const all = [each("a", "preparing", "3"), each("b", "ready", "1", "5"), each("c", "ready", "2", "4"), each("d", "accepted", "4")]
    assert.deepEqual(readyFirst(all).map(({ id }) => id), ["b", "c", "d", "a"])
  })

  it("C46 waits as long as it is placed and the server says until when", () => {
    assert.equal(isWaiting({ ...order("placed"), waiting: { until: "1" } }), true)
    assert.equal(isWaiting(order("placed")), false)
    assert.equal(isWaiting({ ...order("accepted"), waiting: { until: "1" } }), false)
  })

  it("C46 is paid after the kitchen has accepted it", () => {
    assert.equal(wasPaid(order("cancelled", ["placed", "1"], ["cancelled", "2"])), false)
    assert.equal(wasPaid(order("cancelled", ["placed", "1"], ["accepted", "1"], ["cancelled", "2"])), true)
  })

  it("says why it expired", () => {
    const expired = { ...order("expired"), history: [{ stage: "placed", at: "1" }, { stage: "expired", at: "2", reason: "closing" }] }
    assert.equal(expiryReason(expired), "closing")
    assert.equal(expiryReason(order("accepted", ["placed", "1"])), null)
  })

  it("C90 was recalled when it is made again after having been ready", () => {
    assert.equal(isRecalled(order("preparing", ["preparing", "1"], ["ready", "2"], ["preparing", "3"])), true)
    assert.equal(isRecalled(order("preparing", ["preparing", "1"])), false)
    assert.equal(isRecalled(order("ready", ["ready", "2"], ["preparing", "3"], ["ready", "4"])), false)
  })

  it("says when it last reached a stage", () => {
    assert.equal(reachedAt(order("ready", ["ready", "2"], ["preparing", "3"], ["ready", "4"]), "ready"), "4")
    assert.equal(reachedAt(order("accepted"), "ready"), null)
  })

  it("an older answer does not replace a newer one", () => {
    const shown = { id: "o", version: 3 }
    assert.equal(newer(shown, { id: "o", version: 2 }), shown)
    assert.equal(newer(shown, { id: "o", version: 4 }).version, 4)
    assert.equal(newer(shown, { id: "p", version: 1 }).id, "p")
    assert.equal(newer(null, { id: "p", version: 1 }).id, "p")
  })

  it("runs beside the open one until it is collected or has ended", () => {
    const [open, waits, done] = [{ ...order("ready"), id: "open" }, { ...order("placed"), id: "waits" }, { ...order("collected"), id: "done" }]
    assert.deepEqual(runningBeside([open, waits, done], "open"), [waits])
    assert.deepEqual(runningBeside([open, waits, done], null), [open, waits])
  })
})
