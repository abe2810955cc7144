import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { health } from "./delivery.js"

describe("a way of delivery", () => {
  const cases = [[0, 0, 0, "unused"], [1, 0, 0, "working"], [9, 90, 10, "working"], [10, 90, 0, "behind"], [0, 89, 11, "failing"], [50, 0, 1, "failing"]]
  for (const [waiting, handedOver, failed, expected] of cases) {
    it(`with ${waiting} waiting, ${handedOver} handed over and ${failed} failed is ${expected}`, () => assert.equal(health({ waiting, handedOver, failed }), expected))
  }
})
