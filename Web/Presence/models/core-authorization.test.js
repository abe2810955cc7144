import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { core } from "./core.test-support.js"

function permission(word = null) {
  const authorization = core.authorization()
  if (word !== null) authorization.said(word)
  return authorization
}

describe("permission of a page", () => {
  const words = [["granted", "granted", true], ["prompt", "prompt", true], ["denied", "denied", false], ["maybe", "denied", false]]
  for (const [word, state, mayAsk] of words) {
    it(`is ${state} when the browser says ${word}`, () => {
      const authorization = permission(word)
      assert.equal(authorization.permission, state)
      assert.equal(authorization.request(), mayAsk)
      authorization.end()
    })
  }

  it("L87 a page in the background does not ask, and a permission stays", () => {
    const authorization = permission()
    authorization.used(false)
    assert.equal(authorization.request(), false)
    authorization.used(true)
    assert.equal(authorization.request(), true)
    authorization.said("granted")
    authorization.used(false)
    assert.equal(authorization.permission, "granted")
    assert.equal(authorization.request(), true)
  })

  it("C9 is taken back at once, and can be given again", () => {
    const authorization = permission("granted")
    authorization.said("denied")
    assert.equal(authorization.permission, "denied")
    assert.equal(authorization.request(), false)
    authorization.said("prompt")
    assert.equal(authorization.request(), true)
  })

  it("asks again after a question without an answer, when the person wants that", () => {
    const authorization = permission("prompt")
    assert.equal(authorization.request(), true)
    authorization.dismissed()
    authorization.dismissed()
    assert.equal(authorization.permission, "prompt")
    assert.equal(authorization.request(), true)
  })
})
