import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { sentence } from "./problems.js"

describe("the sentence of a problem", () => {
  it("ends with the code of the request when the server failed", () => {
    assert.match(sentence({ code: "disk-full", status: 503, request: "7F3K92AB" }), /Please tell the staff\. Code: 7F3K92AB\.$/)
    assert.match(sentence({ code: "internal-error", status: 500, request: "7F3K92AB" }), /Try again in a moment\. Code: 7F3K92AB\.$/)
  })

  it("has no code when the request was refused, or nobody answered", () => {
    for (const problem of [{ code: "forbidden", status: 403, request: "7F3K92AB" }, { code: "disk-full", status: 503 }, { code: "x" }]) {
      assert.doesNotMatch(sentence(problem), /Code/)
    }
  })
})
