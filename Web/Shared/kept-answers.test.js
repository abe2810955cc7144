import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { followStaleness, forgetKept, isKept, noteAnswer, staleSince } from "./kept-answers.js"

const fresh = new Headers()
const keptAt = time => new Headers({ "Vicinity-Stored-At": String(time) })

describe("what is stale on a page", () => {
  it("is as old as the oldest kept answer, until the server answers for each", () => {
    let changes = 0
    followStaleness(() => { changes += 1 })
    noteAnswer("/api/v1/cafes", fresh)
    assert.equal(staleSince(), null)
    noteAnswer("/api/v1/cafes", keptAt(2000))
    noteAnswer("/api/v1/orders?limit=20", keptAt(1000))
    assert.equal(staleSince(), 1000)
    noteAnswer("/api/v1/orders?limit=20", fresh)
    assert.equal(staleSince(), 2000)
    noteAnswer("/api/v1/cafes", fresh)
    assert.equal(staleSince(), null)
    assert.equal(changes, 4)
  })

  it("is nothing when the server answers again, until something is kept again", () => {
    noteAnswer("/api/v1/cafes/a/menu", keptAt(1000))
    assert.equal(isKept("/api/v1/cafes/a/menu"), true)
    forgetKept()
    assert.equal(staleSince(), null)
    noteAnswer("/api/v1/cafes", keptAt(2000))
    assert.equal(staleSince(), 2000)
    forgetKept()
  })
})
