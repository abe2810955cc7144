import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Attempt } from "./attempt.js"

function storage() {
  const values = new Map()
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: key => values.delete(key),
  }
}

describe("attempt to order", () => {
  it("C37 sends the same key and body again until an answer has arrived", () => {
    const kept = storage()
    const first = new Attempt(kept, "order").begin("ada", { cafe: "main" }, () => "key-1")
    const afterReload = new Attempt(kept, "order")
    assert.deepEqual(afterReload.begin("ada", { cafe: "main" }, () => "key-2"), first)
    assert.equal(afterReload.isPendingFor("ada"), true)
  })

  it("C38 never sends a key with another body", () => {
    const attempt = new Attempt(storage(), "order")
    attempt.begin("ada", { cafe: "main" }, () => "key-1")
    assert.deepEqual(attempt.begin("ada", { cafe: "other" }, () => "key-2").body, { cafe: "main" })
  })

  it("takes a new key after an answer", () => {
    const attempt = new Attempt(storage(), "order")
    attempt.begin("ada", { cafe: "main" }, () => "key-1")
    attempt.settle()
    assert.equal(attempt.pending, null)
    assert.equal(attempt.begin("ada", { cafe: "main" }, () => "key-2").key, "key-2")
  })

  it("belongs to one person", () => {
    const attempt = new Attempt(storage(), "order")
    attempt.begin("ada", { cafe: "main" }, () => "key-1")
    assert.equal(attempt.isPendingFor("haru"), false)
    assert.equal(attempt.begin("haru", { cafe: "main" }, () => "key-2").key, "key-2")
  })
})

describe("attempt in a browser without storage", () => {
  const refuse = () => { throw new DOMException("no", "QuotaExceededError") }

  it("C37 lives as long as the page", () => {
    for (const kept of [{ ...storage(), setItem: refuse }, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
      const attempt = new Attempt(kept, "order")
      assert.equal(attempt.pending, null)
      const first = attempt.begin("ada", { cafe: "main" }, () => "key-1")
      assert.deepEqual(attempt.begin("ada", { cafe: "other" }, () => "key-2"), first)
      assert.equal(attempt.isPendingFor("ada"), true)
      attempt.settle()
      assert.equal(attempt.pending, null)
      assert.equal(attempt.begin("ada", { cafe: "main" }, () => "key-3").key, "key-3")
    }
  })

  it("ignores an unreadable attempt", () => {
    const kept = storage()
    kept.setItem("order", "{")
    const attempt = new Attempt(kept, "order")
    assert.equal(attempt.pending, null)
    assert.equal(attempt.begin("ada", { cafe: "main" }, () => "key-1").key, "key-1")
    assert.equal(new Attempt(kept, "order").pending.key, "key-1")
  })
})
