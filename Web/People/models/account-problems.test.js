import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { accountSentence } from "./account-problems.js"

describe("problems of accounts in words", () => {
  const known = [
    "wrong-credentials", "too-many-tries", "too-many-sign-ins", "too-many-codes", "sign-in-busy", "weak-password", "name-taken", "link-invalid",
    "already-set-up", "proof-needed", "unknown-code", "unknown-cafe", "sign-in-unavailable", "unknown-principal", "csrf", "not-ready",
  ]
  const fallback = accountSentence({ code: "no-such-code" })
  for (const code of known) {
    it(`${code} has a sentence of its own`, () => assert.notEqual(accountSentence({ code }), fallback))
  }

  const weak = ["too-short", "too-long", "too-common", "holds-name", "anything-else"]
  it("says why a password is refused", () => {
    const sentences = weak.map(code => accountSentence({ code: "weak-password", body: { errors: [{ code }] } }))
    assert.equal(new Set(sentences).size, weak.length)
  })

  for (const [retryAfter, words] of [[42, /in 42 seconds/], [1, /in 1 second\./], [null, /Wait a minute/], [undefined, /Wait a minute/]]) {
    it(`says how long to wait: ${retryAfter}`, () => {
      assert.match(accountSentence({ code: "too-many-tries", retryAfter }), words)
      assert.match(accountSentence({ code: "too-many-codes", retryAfter }), words)
    })
  }
})
