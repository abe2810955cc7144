import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Attempt } from "./attempt.js"
import { lineErrors } from "../../Cafes/models/line-errors.js"
import { nextAddress } from "../../People/models/next-address.js"
import { orderAddress, parseView } from "../../Cafes/models/view.js"

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

  it("is nobody else's", () => {
    const attempt = new Attempt(storage(), "order")
    attempt.begin("ada", { cafe: "main" }, () => "key-1")
    assert.equal(attempt.isPendingFor("haru"), false)
    assert.equal(attempt.begin("haru", { cafe: "main" }, () => "key-2").key, "key-2")
  })
})

describe("attempt in a browser that keeps nothing", () => {
  const refuse = () => { throw new DOMException("no", "QuotaExceededError") }

  it("C37 goes on as long as the page", () => {
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

  it("takes what cannot be read for none", () => {
    const kept = storage()
    kept.setItem("order", "{")
    const attempt = new Attempt(kept, "order")
    assert.equal(attempt.pending, null)
    assert.equal(attempt.begin("ada", { cafe: "main" }, () => "key-1").key, "key-1")
    assert.equal(new Attempt(kept, "order").pending.key, "key-1")
  })
})

describe("field errors", () => {
  it("are gathered by line", () => {
    const errors = ["/lines/0/choices", "/lines/0/choices/1", "/lines/2/note", "/lines/1", "/expectedTotal"].map(pointer => ({ pointer }))
    assert.deepEqual([...lineErrors(errors)], [[0, ["choices"]], [2, ["note"]], [1, ["item"]]])
  })
})

describe("address after signing in", () => {
  const person = { kind: "person", roles: ["employee"] }
  const table = [
    ["/order#orders", person, "/order#orders"],
    ["//evil.example/x", person, "/order"],
    ["https://evil.example/", person, "/order"],
    ["/\\evil.example", person, "/order"],
    [null, person, "/order"],
    [null, { kind: "device", roles: ["kitchen"] }, "/kitchen"],
    [null, { kind: "device", roles: ["board"] }, "/board"],
  ]
  for (const [wanted, principal, expected] of table) {
    it(`${wanted} for a ${principal.kind} leads to ${expected}`, () => {
      assert.equal(nextAddress(wanted, principal, "http://127.0.0.1:8080"), expected)
    })
  }
})

describe("view of an address", () => {
  const table = { "": "menu", "#menu": "menu", "#review": "review", "#order": "menu", "#constructor": "menu", "#orders": "orders" }
  for (const [hash, view] of Object.entries(table)) it(`“${hash}” shows ${view}`, () => assert.equal(parseView(hash).view, view))

  it("finds the order again", () => assert.deepEqual(parseView(orderAddress("a/b c")), { view: "order", order: "a/b c" }))
})
