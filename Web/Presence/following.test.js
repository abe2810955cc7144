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

  it("keeps a wish when the feed reports it before its answer arrives", async () => {
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

  it("prefers the feed to an older answer", async () => {
    following.load()
    await others()
    following.tell({ cafe: "north" })
    await answer({ following: true, cafe: "south" })
    assert.equal(following.state.cafe, "north")
  })

  it("goes on after a failed request", async () => {
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

  it("ignores an answer for a person who has signed out", async () => {
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
