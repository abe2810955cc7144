import assert from "node:assert/strict"
import { describe, it } from "node:test"
import "./kept-requests.js"

const { kindOf, showsKept, filesOf, isAway, kept, personOf } = globalThis.keptRequests
const HOME = "https://vicinity.example"
const kind = (path, more = {}) => kindOf({ method: "GET", url: HOME + path, mode: "cors", ...more }, HOME, "v1")

describe("what the service worker does with a request", () => {
  it("opens the order page, in any view", () => {
    assert.equal(kind("/order", { mode: "navigate" }), "page")
    assert.equal(kind("/order?from=notice", { mode: "navigate" }), "page")
  })

  it("leaves other pages alone", () => {
    for (const path of ["/", "/kitchen", "/board", "/sign-in", "/order/x"]) assert.equal(kind(path, { mode: "navigate" }), null)
  })

  it("keeps files of its version only", () => {
    assert.equal(kind("/assets/v1/joined/order.js"), "file")
    assert.equal(kind("/assets/v0/joined/order.js"), null)
    assert.equal(kind("/assets/Shared/dom.js"), null)
  })

  it("keeps what the order page shows", () => {
    for (const path of ["session", "cafes", "cafes/main-cafe/menu", "orders?limit=20", "orders/17", "favourites", "account"]) {
      assert.equal(kind(`/api/v1/${path}`), "answer", path)
    }
  })

  it("leaves everything else alone", () => {
    for (const path of ["feed?topics=open", "attendance", "notices", "own-data", "cafes/main-cafe/tickets", "people"]) {
      assert.equal(kind(`/api/v1/${path}`), null, path)
    }
    assert.equal(kindOf({ method: "GET", url: "https://elsewhere.example/order", mode: "navigate" }, HOME, "v1"), null)
  })

  it("never touches a request that changes something, but for who is signed in", () => {
    assert.equal(kind("/api/v1/orders", { method: "POST" }), null)
    assert.equal(kind("/api/v1/cafes/main-cafe/quote", { method: "POST" }), null)
    assert.equal(kind("/api/v1/session", { method: "POST" }), "session")
    assert.equal(kind("/api/v1/session", { method: "DELETE" }), "session")
  })
})

describe("what the service worker keeps", () => {
  it("shows kept answers to the order page only", () => {
    assert.ok(showsKept(`${HOME}/order#basket`))
    assert.ok(!showsKept(`${HOME}/kitchen`))
    assert.ok(!showsKept(undefined))
  })

  it("finds the files that a page names, each once", () => {
    const html = `<link href="/assets/v1/joined/order.css"><script src="/assets/v1/joined/order.js"></script>
      <link href="/assets/v1/joined/order.css"><a href="/attendance">`
    assert.deepEqual(filesOf(html), ["/assets/v1/joined/order.css", "/assets/v1/joined/order.js"])
  })

  it("takes the answer of a proxy for none", () => {
    assert.ok([502, 503, 504].every(isAway))
    assert.ok(![200, 304, 401, 404, 500].some(isAway))
  })

  it("keeps no token", () => {
    const text = JSON.stringify({ principal: { kind: "person", id: "ada" }, csrf: "secret" })
    assert.deepEqual(JSON.parse(kept("/api/v1/session", text)), { principal: { kind: "person", id: "ada" }, csrf: null })
    assert.equal(kept("/api/v1/cafes", "{}"), "{}")
  })

  it("knows whose answers they are", () => {
    assert.equal(personOf(`{ "principal": { "kind": "person", "id": "ada" } }`), "person/ada")
    assert.equal(personOf(`{ "principal": null }`), null)
    assert.equal(personOf("<html>"), null)
  })
})
