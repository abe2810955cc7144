import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { reminderCount, replayPath } from "./rule-replay.js"

describe("a replay of the last day", () => {
  test("asks for a rule, and for a window when one was chosen", () => {
    assert.equal(replayPath({ mode: "article", window: null }), "/api/v1/attendance/replay?mode=article")
    assert.equal(replayPath({ mode: "last-shown", window: 0 }), "/api/v1/attendance/replay?mode=last-shown&window=0")
  })

  test("counts the reminders", () => {
    assert.equal(reminderCount([]), 0)
    assert.equal(reminderCount([{ reminded: true }, { reminded: false }, { reminded: true }]), 2)
  })
})
