import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isCancellable, isRecalled, isRunning, newer, progress, reachedAt } from "../models/order.js"

const order = (stage, ...history) => ({ id: "o", stage, version: 1, history: history.map(([name, at]) => ({ stage: name, at })) })

describe("order", () => {
  const table = [
    ["accepted", 0, true, true], ["preparing", 1, true, false], ["ready", 2, true, false], ["collected", 3, false, false], ["cancelled", null, false, false],
  ]
  for (const [stage, step, runs, cancellable] of table) {
    it(`that is ${stage} has come to step ${step}`, () => {
      assert.equal(progress(order(stage)), step)
      assert.equal(isRunning(order(stage)), runs)
      assert.equal(isCancellable(order(stage)), cancellable)
    })
  }

  it("C90 was recalled when it is made again after having been ready", () => {
    assert.equal(isRecalled(order("preparing", ["preparing", "1"], ["ready", "2"], ["preparing", "3"])), true)
    assert.equal(isRecalled(order("preparing", ["preparing", "1"])), false)
    assert.equal(isRecalled(order("ready", ["ready", "2"], ["preparing", "3"], ["ready", "4"])), false)
  })

  it("tells when it last came to a stage", () => {
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
})
