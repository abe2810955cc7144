import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { lineErrors } from "./line-errors.js"

describe("field errors", () => {
  it("are gathered by line", () => {
    const errors = ["/lines/0/choices", "/lines/0/choices/1", "/lines/2/note", "/lines/1", "/expectedTotal"].map(pointer => ({ pointer }))
    assert.deepEqual([...lineErrors(errors)], [[0, ["choices"]], [2, ["note"]], [1, ["item"]]])
  })
})
