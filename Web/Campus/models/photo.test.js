import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isLarge, smallerSize } from "./photo.js"

describe("a photo that is sent", () => {
  it("is made smaller only when it is large", () => {
    assert.equal(isLarge({ size: 3_000_000 }), false)
    assert.equal(isLarge({ size: 3_000_001 }), true)
  })

  it("keeps its shape", () => {
    assert.deepEqual(smallerSize({ width: 8064, height: 6048 }), { width: 2560, height: 1920 })
    assert.deepEqual(smallerSize({ width: 3000, height: 8000 }), { width: 960, height: 2560 })
    assert.deepEqual(smallerSize({ width: 800, height: 600 }), { width: 800, height: 600 })
    assert.deepEqual(smallerSize({ width: 100_000, height: 1 }), { width: 2560, height: 1 })
  })
})
