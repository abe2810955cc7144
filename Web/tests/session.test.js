import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it, mock } from "node:test"
import { setImmediate as others } from "node:timers/promises"
import { TIME_LIMIT } from "../helpers/http.js"
import { beforeSignOut, followPrincipal, signOut } from "../helpers/session.js"

describe("signing out", () => {
  let sent, seen, farewell
  beforeSignOut(() => farewell)
  followPrincipal((principal, hasLeft) => seen.push([principal, hasLeft]))

  beforeEach(() => {
    sent = []
    seen = []
    mock.timers.enable({ apis: ["setTimeout"] })
    mock.method(globalThis, "fetch", async (path, { method }) => {
      sent.push(`${method} ${path}`)
      return new Response(null, { status: 204 })
    })
  })
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
  })

  it("ends the session at once when there is nothing to send", async () => {
    farewell = null
    await signOut()
    assert.deepEqual(sent, ["DELETE /api/v1/session"])
    assert.deepEqual(seen, [[null, true]])
  })

  it("waits for what is not sent yet", async () => {
    let resolve
    farewell = new Promise(said => { resolve = said })
    const left = signOut()
    mock.timers.tick(TIME_LIMIT - 1)
    await others()
    assert.deepEqual(sent, [])
    resolve()
    await left
    assert.deepEqual(sent, ["DELETE /api/v1/session"])
  })

  it("does not wait for it for ever", async () => {
    farewell = new Promise(() => null)
    const left = signOut()
    mock.timers.tick(TIME_LIMIT)
    await left
    assert.deepEqual(sent, ["DELETE /api/v1/session"])
    assert.deepEqual(seen, [[null, true]])
  })
})
