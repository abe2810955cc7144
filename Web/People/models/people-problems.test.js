import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { peopleSentence, refusedField } from "./people-problems.js"

describe("problems of people in words", () => {
  const known = [
    "last-administrator", "name-taken", "unknown-place", "person-exists", "unknown-person", "wrong-credentials", "unknown-screen", "unknown-session",
  ]
  for (const code of known) it(`${code} has a sentence`, () => assert.equal(typeof peopleSentence({ code }), "string"))

  it("leave other problems to every page", () => assert.equal(peopleSentence({ code: "forbidden" }), null))

  const wrong = pointer => ({ code: "invalid-request", body: { errors: [{ pointer, code: "value" }] } })
  it("name the wrong field", () => {
    assert.equal(refusedField(wrong("/signInName")), "sign-in-name")
    assert.match(peopleSentence(wrong("/signInName")), /no blanks/)
    assert.equal(peopleSentence(wrong("/balances/0/amount")), null)
  })

  it("point at the sign-in name when it is taken", () => assert.equal(refusedField({ code: "name-taken" }), "sign-in-name"))
})
