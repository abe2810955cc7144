import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { nextAddress } from "./next-address.js"

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
