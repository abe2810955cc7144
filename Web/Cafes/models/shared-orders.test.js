import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { SharedOrders } from "./shared-orders.js"

describe("orders for which this device may watch its position", () => {
  let kept
  const tab = () => new SharedOrders({
    read: name => kept.get(name) ?? null,
    write: (name, value) => (value === null ? kept.delete(name) : kept.set(name, value)),
  })
  beforeEach(() => { kept = new Map() })

  it("C113 are none at first, and each once", () => {
    const orders = tab()
    assert.deepEqual(orders.ids, [])
    orders.add("soup")
    orders.add("tea")
    orders.add("soup")
    assert.deepEqual(orders.ids, ["tea", "soup"])
    assert.deepEqual(tab().ids, ["tea", "soup"])
  })

  it("survive an older tab that knows other orders", () => {
    const [first, second] = [tab(), tab()]
    first.add("soup")
    second.remove(new Set(["old"]))
    second.add("tea")
    second.remove(new Set(["tea"]))
    assert.deepEqual(tab().ids, ["soup"])
    assert.equal(first.has("soup"), true)
  })

  it("are heard of from other tabs", () => {
    const [first, second] = [tab(), tab()]
    first.add("soup")
    assert.equal(second.has("soup"), false)
    assert.equal(second.reload(), true)
    assert.equal(second.has("soup"), true)
    assert.equal(second.reload(), false)
  })

  it("leave nothing behind when all have ended", () => {
    const orders = tab()
    orders.add("soup")
    orders.remove(new Set(["soup"]))
    assert.equal(kept.size, 0)
  })

  it("are bounded, the oldest going first", () => {
    const orders = tab()
    for (let number = 0; number < 30; number += 1) orders.add(`order-${number}`)
    assert.equal(orders.ids.length, 20)
    assert.equal(orders.has("order-9"), false)
    assert.equal(orders.has("order-10"), true)
  })

  it("are known to their tab in a browser without storage", () => {
    const orders = new SharedOrders({ read: () => null, write: () => undefined })
    orders.add("soup")
    orders.add("tea")
    assert.deepEqual(orders.ids, ["soup", "tea"])
  })
})
