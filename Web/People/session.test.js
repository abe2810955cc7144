import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it, mock } from "node:test"
import { setImmediate as others } from "node:timers/promises"
import { isNoCafeStored } from "../Cafes/stored-cafe.js"
import { post, Problem, TIME_LIMIT } from "../Shared/http.js"
import { beforeSignOut, followPrincipal, loadSession, signOut } from "./session.js"

describe("signing out", () => {
  let sent, seen, farewell, kept
  beforeSignOut(() => farewell)
  followPrincipal((principal, hasLeft) => seen.push([principal, hasLeft]))

  beforeEach(() => {
    sent = []
    seen = []
    kept = new Map()
    globalThis.localStorage = { getItem: key => kept.get(key) ?? null, removeItem: key => kept.delete(key) }
    mock.timers.enable({ apis: ["setTimeout"] })
    mock.method(globalThis, "fetch", async (path, { method }) => {
      sent.push(`${method} ${path}`)
      return new Response(null, { status: 204 })
    })
  })
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
    delete globalThis.localStorage
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

  it("leaves no café that was chosen to the next person", async () => {
    farewell = null
    kept.set("vicinity-cafe-preference", `{"kind":"named","cafe":"main-cafe"}`).set("vicinity-last-cafe", `"main-cafe"`).set("else", "1")
    assert.equal(isNoCafeStored(), false)
    await signOut()
    assert.equal(isNoCafeStored(), true)
    assert.deepEqual([...kept], [["else", "1"]])
  })

  it("keeps what is kept when the session cannot be ended", async () => {
    farewell = null
    kept.set("vicinity-last-cafe", `"main-cafe"`)
    mock.method(globalThis, "fetch", async () => { throw new TypeError("no network") })
    await assert.rejects(signOut())
    assert.equal(kept.size, 1)
    assert.equal(isNoCafeStored(), false)
    assert.deepEqual(seen, [])
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

describe("a page without a token, because the server was away", () => {
  let session, sent
  const ada = { kind: "person", id: "ada", roles: [] }

  beforeEach(async () => {
    globalThis.localStorage = { getItem: () => null, setItem: () => null, removeItem: () => null }
    session = { principal: ada, csrf: null }
    sent = []
    mock.method(globalThis, "fetch", async (path, { method, headers }) => {
      sent.push(`${method} ${path} ${headers["X-CSRF-Token"] ?? "-"}`)
      if (method === "GET") return Response.json(session)
      return headers["X-CSRF-Token"] === "new" ? Response.json({ id: 1 }) : Response.json({ code: "csrf" }, { status: 403 })
    })
    await loadSession()
    sent = []
  })
  afterEach(() => {
    mock.restoreAll()
    delete globalThis.localStorage
  })

  it("gets one and sends the request again", async () => {
    session = { principal: ada, csrf: "new" }
    assert.deepEqual(await post("/x", {}), { id: 1 })
    assert.deepEqual(sent, ["POST /x -", "GET /api/v1/session -", "POST /x new"])
  })

  for (const [name, present] of [
    ["does not act as somebody else", { principal: { ...ada, id: "kenji" }, csrf: "new" }],
    ["says so while the server is away", { principal: ada, csrf: null }],
    ["tries once", { principal: ada, csrf: "old" }],
  ]) {
    it(name, async () => {
      session = present
      await assert.rejects(post("/x", {}), error => error instanceof Problem && error.code === "csrf")
      assert.equal(sent.includes("POST /x new"), false)
    })
  }
})
