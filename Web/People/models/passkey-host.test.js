import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isPasskeyHost } from "./passkey-host.js"

describe("a host that has passkeys", () => {
  const table = [["localhost", true], ["cafe.example", true], ["1.example", true], ["127.0.0.1", false], ["[::1]", false], ["", false]]
  for (const [host, isOne] of table) it(`${host || "(none)"}: ${isOne}`, () => assert.equal(isPasskeyHost(host), isOne))
})
