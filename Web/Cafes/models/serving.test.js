import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { canBeOrdered, isServedLater } from "./serving.js"

const now = Date.parse("2026-11-26T10:30:00.000Z")
const cafe = { hasPickupWindows: true }
const lunch = { isServed: false, servedAt: "2026-11-26T11:15:00.000Z", soldOut: false }

describe("an item that is not served now (C16)", () => {
  it("can be ordered for a later window", () => {
    assert.ok(isServedLater(lunch, cafe, now))
    assert.ok(canBeOrdered(lunch, cafe, now))
  })

  const table = [
    ["where there are no windows", lunch, { hasPickupWindows: false }],
    ["before the windows of its day are offered", { ...lunch, servedAt: "2026-11-27T11:15:00.000Z" }, cafe],
    ["that is never served", { isServed: false, soldOut: false }, cafe],
    ["that is sold out", { ...lunch, soldOut: true }, cafe],
  ]
  for (const [name, item, at] of table) it(`cannot be ordered ${name}`, () => assert.ok(!canBeOrdered(item, at, now)))

  it("is another thing than one that is served now", () => {
    assert.ok(!isServedLater({ isServed: true, soldOut: false }, cafe, now))
    assert.ok(canBeOrdered({ isServed: true, soldOut: false }, cafe, now))
  })
})
