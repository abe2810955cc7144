import assert from "node:assert/strict"
import { test } from "node:test"
import { problemCode, providerSentence } from "./provider-problems.js"

for (const [code, part] of [
  ["provider-unreachable", "does not answer"], ["provider-waiting", "does not answer"], ["callback-state", "began in another browser"],
  ["callback-too-late", "ten minutes"], ["callback-refused", "did not let you in"], ["token-expired", "clocks"], ["token-nonce", "cannot be trusted"],
  ["discovery-wrong-issuer", "cannot be trusted"], ["provider-refused", "cannot be trusted"], ["person-suspended", "suspended"],
  ["provider-no-name", "neither your name"], ["anything", "cannot be trusted"],
]) {
  test(`${code} is explained`, () => assert.ok(providerSentence(code).includes(part), providerSentence(code)))
}

test("only what looks like a code is shown", () => {
  assert.equal(problemCode("token-nonce"), "token-nonce")
  for (const text of [null, "", "Call 0800 1234", "-", "a".repeat(41), "a--b", "<b>"]) assert.equal(problemCode(text), null)
})
