import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { detailWords, kindName, methodName, purposeName } from "./security-words.js"

const KINDS = [
  "signed-in", "sign-in-refused", "signed-out", "session-ended", "set-up", "person-added", "person-changed", "roles-changed", "approval-delegated", "delegation-ended", "suspended",
  "resumed", "invited", "password-changed", "passkey-added", "passkey-removed", "paired", "pairing-refused", "screen-revoked", "exported", "erased",
]

describe("the security log in words", () => {
  for (const kind of KINDS) it(`has a name for ${kind}`, () => assert.notEqual(kindName(kind), kind))
  it("shows an unknown kind as it is", () => assert.equal(kindName("later"), "later"))

  const details = [
    [{ kind: "signed-in", detail: "password" }, "with a password"], [{ kind: "roles-changed", detail: "cook@cafe:a auditor" }, "cook at A and auditor"],
    [{ kind: "paired", detail: "kitchen" }, "kitchen display"], [{ kind: "invited", detail: "" }, ""], [{ kind: "erased", detail: "tips" }, "tips"],
  ]
  for (const [entry, words] of details) {
    it(`says “${words}” of ${entry.kind}`, () => assert.equal(detailWords(entry, new Map([["cafe:a", "A"]])), words))
  }

  for (const method of ["demo", "password", "passkey", "provider", "pairing"]) it(`has words for ${method}`, () => assert.notEqual(methodName(method), method))
  for (const purpose of ["kitchen", "board", "kiosk", "entrance"]) it(`has words for ${purpose}`, () => assert.notEqual(purposeName(purpose), purpose))
})
