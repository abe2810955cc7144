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
    [null, { kind: "person", roles: ["cook"] }, "/kitchen"],
    [null, { kind: "person", roles: ["cook", "employee"] }, "/order"],
    [null, { kind: "person", roles: ["finance"] }, "/accounts"],
    [null, { kind: "person", roles: [] }, "/order"],
    ["/order", { kind: "person", roles: ["cook"] }, "/order"],
    [null, { kind: "device", roles: ["kitchen"] }, "/kitchen"],
    [null, { kind: "device", roles: ["board"] }, "/board"],
    [null, { kind: "device", roles: ["kiosk"] }, "/kiosk"],
    [null, { kind: "device", roles: ["entrance"] }, "/entrance"],
  ]
  for (const [wanted, principal, expected] of table) {
    it(`${wanted} for a ${principal.kind} leads to ${expected}`, () => {
      assert.equal(nextAddress(wanted, principal, { origin: "http://127.0.0.1:8080" }), expected)
    })
  }

  const page = { origin: "http://127.0.0.1:8080", hash: "#BCDF-GHJK" }

  it("keeps what stands behind # in the address of the page", () => {
    assert.equal(nextAddress("/pair", person, page), "/pair#BCDF-GHJK")
  })

  it("leaves the next page what it has behind # itself", () => {
    assert.equal(nextAddress("/order#orders", person, page), "/order#orders")
  })

  it("brings nothing of it to a home", () => {
    assert.equal(nextAddress(null, person, page), "/order")
  })
})
