import assert from "node:assert/strict"
import test from "node:test"

import { degreesOf, plainText, wholeNumberOf } from "./typed.js"

test("what a Japanese keyboard writes is read like plain digits", () => {
  assert.equal(plainText("　０９：００ "), "09:00")
  assert.equal(wholeNumberOf("４５"), 45)
  assert.equal(degreesOf("５２．４７３５"), 52.4735)
  assert.equal(degreesOf("－３４．９"), -34.9)
})

test("what is no number is not guessed", () => {
  assert.deepEqual(["", "4x", "1.5", "-1"].map(wholeNumberOf), ["", "4x", "1.5", "-1"])
  assert.deepEqual(["52,4735", "−3.5", "north", "", "1000"].map(degreesOf), [52.4735, -3.5, null, null, null])
})
