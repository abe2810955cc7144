import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { StartChoice } from "./start-choice.js"

describe("whether the next order waits", () => {
  it("C113 is off until it is chosen, and after it was taken back", () => {
    const choice = new StartChoice()
    assert.equal(choice.waits("ada", "main", null), false)
    choice.choose(true, "ada", "main")
    assert.equal(choice.waits("ada", "main", null), true)
    choice.choose(false, "ada", "main")
    assert.equal(choice.waits("ada", "main", null), false)
  })

  it("C113 is chosen for one person, one café and one order", () => {
    const choice = new StartChoice()
    choice.choose(true, "ada", "main")
    assert.equal(choice.waits("grace", "main", null), false)
    assert.equal(choice.waits("ada", "garden", null), false)
    choice.forget()
    assert.equal(choice.waits("ada", "main", null), false)
  })

  it("may be chosen before the person has said who they are", () => {
    const choice = new StartChoice()
    choice.choose(true, null, "main")
    assert.equal(choice.waits(null, "main", null), true)
    assert.equal(choice.waits("ada", "main", null), true)
    assert.equal(choice.waits("ada", "garden", null), false)
  })

  it("C37 is what was sent, as long as no answer has come", () => {
    const choice = new StartChoice()
    assert.equal(choice.waits("ada", "main", { cafe: "main", start: "when-near" }), true)
    choice.choose(true, "ada", "main")
    assert.equal(choice.waits("ada", "main", { cafe: "main" }), false)
  })
})
