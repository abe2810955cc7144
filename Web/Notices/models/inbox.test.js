import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { byDay, endedTags, withRead } from "./inbox.js"

describe("the inbox", () => {
  const notices = [{ id: "3", at: "2026-11-24T09:00Z" }, { id: "2", at: "2026-11-24T08:00Z" }, { id: "1", at: "2026-11-23T08:00Z" }]
  it("is divided into days", () => {
    assert.deepEqual(byDay(notices, at => at.slice(0, 10)).map(({ day, notices }) => [day, notices.map(({ id }) => id)]),
      [["2026-11-24", ["3", "2"]], ["2026-11-23", ["1"]]])
    assert.deepEqual(byDay([], at => at), [])
  })
  it("marks one as read", () => assert.deepEqual(withRead(notices, "2").map(({ read = false }) => read), [false, true, false]))
  it("marks all as read", () => assert.ok(withRead(notices).every(({ read }) => read)))
})

describe("what a device shows no longer", () => {
  const unread = tag => ({ tag, read: false })
  const read = tag => ({ tag, read: true })
  const cases = [
    ["is what was read elsewhere", [unread("a"), unread("b")], [read("a"), unread("b")], ["a"]],
    ["is what was withdrawn", [unread("a"), unread("b")], [unread("b")], ["a"]],
    ["is not what was replaced, which is unread again", [unread("a")], [unread("a")], []],
    ["is not what came meanwhile", [], [unread("a")], []],
    ["is nothing that was read before", [read("a")], [read("a")], []],
  ]
  for (const [words, before, after, expected] of cases) it(words, () => assert.deepEqual(endedTags(before, after), expected))
})
