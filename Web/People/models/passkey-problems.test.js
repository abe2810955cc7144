import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { passkeyProblemSentence, passkeyReason, passkeySentence } from "./passkey-problems.js"

describe("why there is no passkey", () => {
  const table = [
    ["NotAllowedError", "cancelled", /not signed in/], ["AbortError", "stopped", null],
    ["InvalidStateError", "already-registered", /already has a passkey/], ["NotSupportedError", "not-supported", /cannot use passkeys/],
    ["ConstraintError", "not-checked", /screen lock/], ["SecurityError", "wrong-address", /address/], ["UnknownError", "failed", /did not work/],
  ]
  for (const [name, reason, words] of table) {
    it(`is ${reason} for ${name}`, () => {
      assert.equal(passkeyReason(new DOMException("", name)), reason)
      if (words === null) assert.equal(passkeySentence(reason), null)
      else assert.match(passkeySentence(reason), words)
    })
  }

  it("is a failure for anything else that is thrown", () => {
    for (const error of [new TypeError("x"), null, undefined, "x"]) assert.equal(passkeyReason(error), "failed")
  })

  it("is said otherwise when a passkey was being made", () => {
    assert.match(passkeySentence("cancelled", { isNew: true }), /No passkey was created/)
  })

  it("does not say that somebody is not signed in who is", () => {
    assert.match(passkeySentence("cancelled", { isProof: true }), /No passkey was chosen/)
  })
})

describe("why the server takes no passkey", () => {
  const table = [
    ["wrong-credentials", /opens no account/], ["passkey-request-over", /too long/], ["passkey-refused", /does not accept/], ["passkey-copied", /copied/],
    ["passkey-taken", /already/], ["too-many-passkeys", /Remove one/], ["passkeys-unavailable", /address/], ["unknown-passkey", /removed/], ["last-way-in", /only way/],
  ]
  for (const [code, words] of table) it(`is said for ${code}`, () => assert.match(passkeyProblemSentence(code), words))

  it("is said otherwise when a passkey was being made", () => {
    assert.match(passkeyProblemSentence("passkey-refused", { isNew: true }), /cannot use/)
  })

  it("is nothing for other problems", () => assert.equal(passkeyProblemSentence("csrf"), null))
})
