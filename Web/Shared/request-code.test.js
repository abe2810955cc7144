import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { requestCode } from "./request-code.js"

describe("the code of a request", () => {
  it("can be read out, and differs each time", () => {
    const codes = Array.from({ length: 100 }, requestCode)
    for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{8}$/)
    assert.equal(new Set(codes).size, codes.length)
  })
})
