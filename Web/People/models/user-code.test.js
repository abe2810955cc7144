import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { spelled, userCode } from "./user-code.js"

describe("code of a screen", () => {
  const typed = ["BCDF-GHJK", "bcdfghjk", " bcdf ghjk ", "bcdf–ghjk", "b-c-d-f-g-h-j-k", "ＢＣＤＦ－ＧＨＪＫ"]
  for (const text of typed) {
    it(`reads ${text}`, () => assert.equal(userCode(text), "BCDF-GHJK"))
  }

  const wrong = ["", "BCDF-GHJ", "BCDF-GHJKL", "ABCD-FGHJ", "BCD0-GHJK", "<script>"]
  for (const text of wrong) {
    it(`does not take “${text}”`, () => assert.equal(userCode(text), null))
  }

  it("is spelled letter by letter", () => assert.equal(spelled("BCDF-GHJK"), "B C D F, G H J K"))
})
