import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it, mock } from "node:test"
import { get, getFile, postForm, Problem } from "./http.js"

describe("calls of the server", () => {
  let sent, answer
  beforeEach(() => {
    sent = []
    mock.method(globalThis, "fetch", async (path, options) => {
      sent.push({ path, ...options })
      return answer()
    })
  })
  afterEach(() => mock.restoreAll())

  const refusal = fields => () => Response.json({ code: "too-many-tries" }, { status: 429, headers: fields })

  it("know how many seconds the server asks to wait", async () => {
    answer = refusal({ "Retry-After": "42" })
    await assert.rejects(get("/x"), error => error instanceof Problem && error.retryAfter === 42)
  })

  for (const fields of [{}, { "Retry-After": "Mon, 23 Nov 2026 15:00:00 GMT" }]) {
    it(`know of no time to wait in ${JSON.stringify(fields)}`, async () => {
      answer = refusal(fields)
      await assert.rejects(get("/x"), error => error instanceof Problem && error.retryAfter === null)
    })
  }

  it("have a code, which the failure names", async () => {
    answer = () => Response.json({ code: "disk-full" }, { status: 503 })
    const failure = await get("/x").catch(error => error)
    assert.match(failure.request, /^[0-9A-Z]{8}$/)
    assert.equal(sent[0].headers["X-Request-ID"], failure.request)
  })

  it("send a form as a form", async () => {
    answer = () => Response.json({ device_code: "x" })
    assert.deepEqual(await postForm("/oauth/token", { client_id: "kitchen", device_code: "a b&c" }), { device_code: "x" })
    assert.equal(sent[0].body.toString(), "client_id=kitchen&device_code=a+b%26c")
    assert.equal(sent[0].headers["Content-Type"], undefined)
  })

  it("load a file with one request, byte for byte", async () => {
    answer = () => new Response(new Uint8Array([0xEF, 0xBB, 0xBF, 0x41]), { headers: { "Content-Type": "text/csv" } })
    const file = await getFile("/wages.csv")
    assert.deepEqual([...new Uint8Array(await file.arrayBuffer())], [0xEF, 0xBB, 0xBF, 0x41])
    assert.equal(file.type, "text/csv")
    assert.deepEqual(sent.map(({ path }) => path), ["/wages.csv"])
  })

  it("name the refusal of a file", async () => {
    answer = refusal({})
    await assert.rejects(getFile("/wages.csv"), error => error instanceof Problem && error.code === "too-many-tries")
  })

  it("show a link's token as the caller says", async () => {
    answer = () => Response.json({ campus: true })
    await get("/api/v1/set-up", { Authorization: "Bearer x" })
    assert.equal(sent[0].headers.Authorization, "Bearer x")
  })
})
