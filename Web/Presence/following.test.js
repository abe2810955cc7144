import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it, mock } from "node:test"
import { setImmediate as others } from "node:timers/promises"
import { Following } from "./following.js"

describe("whether the pages follow a device", () => {
  let sent, following
  const answer = async state => {
    sent.shift().resolve(Response.json(state))
    await others()
  }
  const methods = () => sent.map(({ method }) => method)

  beforeEach(() => {
    sent = []
    following = new Following()
    mock.method(globalThis, "fetch", (_, { method }) => new Promise((resolve, reject) => sent.push({ method, resolve, reject })))
  })
  afterEach(() => mock.restoreAll())

  it("takes a wish at its word, although the feed has told of it before its answer is here", async () => {
    let isOnAfterwards = null
    following.set(true).then(() => { isOnAfterwards = following.isOn })
    await others()
    following.load()
    await others()
    assert.deepEqual(methods(), ["PUT"])
    await answer({ following: true })
    assert.equal(isOnAfterwards, true)
    assert.deepEqual(methods(), ["GET"])
    await answer({ following: true, cafe: "south" })
    assert.deepEqual(following.state, { following: true, cafe: "south" })
  })

  it("knows better from the feed than from an answer that was under way", async () => {
    following.load()
    await others()
    following.tell({ cafe: "north" })
    await answer({ following: true, cafe: "south" })
    assert.equal(following.state.cafe, "north")
  })

  it("goes on after a request that failed", async () => {
    const refused = assert.rejects(following.set(true))
    await others()
    following.load()
    sent.shift().reject(new TypeError("no network"))
    await refused
    await others()
    assert.equal(following.state, null)
    await answer({ following: false })
    assert.deepEqual(following.state, { following: false })
  })

  it("takes nothing of somebody who has gone", async () => {
    following.load()
    following.load()
    await others()
    following.forget()
    await answer({ following: true })
    assert.deepEqual([following.state, methods()], [null, []])
    following.load()
    await others()
    await answer({ following: false })
    assert.equal(following.isOn, false)
    assert.notEqual(following.state, null)
  })
})
