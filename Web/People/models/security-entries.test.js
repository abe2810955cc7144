import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { earliestNumber, logTable, ownerName, ownerNames, ownerOf } from "./security-entries.js"

const names = ownerNames([{ id: "ada", name: "Ada Morgan" }], [{ id: "k1", name: "Hot pass" }])

describe("an owner in the security log", () => {
  it("is read", () => assert.deepEqual(ownerOf("device:k1"), { kind: "device", id: "k1" }))
  it("may be missing", () => assert.equal(ownerOf(undefined), null))
  it("has a name where it is known, else its identifier", () => {
    assert.equal(ownerName("person:ada", names), "Ada Morgan")
    assert.equal(ownerName("device:k1", names), "Hot pass")
    assert.equal(ownerName("person:gone", names), "gone")
    assert.equal(ownerName(undefined, names), null)
  })
})

describe("the security log", () => {
  const entries = [
    { number: 9, at: "2026-11-23T12:00:00.000Z", kind: "roles-changed", actor: "person:ada", subject: "person:gone", address: "127.0.0.1", detail: "cook" },
    { number: 7, at: "2026-11-23T11:00:00.000Z", kind: "sign-in-refused", address: "127.0.0.1", detail: "" },
  ]

  it("goes on before its earliest entry", () => {
    assert.equal(earliestNumber(entries), 7)
    assert.equal(earliestNumber([]), null)
  })

  it("is a table of texts", () => {
    const [head, first, second] = logTable(entries, names)
    assert.equal(head.length, first.length)
    assert.deepEqual(first, ["9", "2026-11-23T12:00:00.000Z", "roles-changed", "person:ada", "Ada Morgan", "person:gone", "", "127.0.0.1", "cook"])
    assert.deepEqual(second.slice(2), ["sign-in-refused", "", "", "", "", "127.0.0.1", ""])
  })
})
