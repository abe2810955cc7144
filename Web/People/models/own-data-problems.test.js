import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { ownDataSentence } from "./own-data-problems.js"

describe("a refusal about one's own data", () => {
  for (const code of ["orders-open", "last-administrator", "too-many-exports", "preferences-too-large"]) {
    it(`says what to do: ${code}`, () => assert.ok(ownDataSentence({ code }).length > 20))
  }
  it("of another kind is left to others", () => assert.equal(ownDataSentence({ code: "forbidden" }), null))
})
