import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { PickupHold } from "./pickup-hold.js"

const basket = { cafe: "main", lines: [{ item: "tea", quantity: 1, choices: [], note: "" }] }
const SECOND = "2026-11-26T11:15:00.000Z"

// A server that answers when the test says so.
class Server {
  requests = []
  #waiting = []

  constructor() {
    globalThis.fetch = (path, { method, body }) => {
      this.requests.push([method, body ? JSON.parse(body).pickup : null])
      return new Promise(resolve => this.#waiting.push(resolve))
    }
  }

  // Waits for a request.
  async asked() {
    for (let turn = 0; this.#waiting.length === 0; turn += 1) {
      assert.ok(turn < 1000, "no request came")
      await new Promise(setImmediate)
    }
  }

  async answer(body, status = 200) {
    await this.asked()
    this.#waiting.shift()(new Response(status === 204 ? null : JSON.stringify(body), { status }))
    await new Promise(setImmediate)
  }
}

const held = startsAt => ({ startsAt, isSoonest: startsAt === null, expiresAt: "2126-11-26T11:05:00.000Z" })

describe("the hold of a basket", () => {
  let server, hold
  beforeEach(() => {
    server = new Server()
    hold = new PickupHold()
  })

  it("is for the last of several quick choices", async () => {
    const all = [hold.take(basket, null), hold.take(basket, "2026-11-26T11:00:00.000Z"), hold.take(basket, SECOND)]
    await server.answer(held(SECOND))
    assert.deepEqual(await Promise.all(all), [null, null, null])
    assert.deepEqual(server.requests, [["PUT", SECOND]])
    assert.equal(hold.hold.startsAt, SECOND)
  })

  it("says why a window cannot be held, and nothing when no answer comes", async () => {
    const refused = hold.take(basket, SECOND)
    await server.answer({ code: "pickup-window-full" }, 409)
    assert.equal((await refused).code, "pickup-window-full")
    assert.equal(hold.hold, null)
    globalThis.fetch = () => Promise.reject(new TypeError("no network"))
    assert.equal(await hold.take(basket, SECOND), null)
  })

  it("is given back once when the review is left (C59)", async () => {
    const taken = hold.take(basket, SECOND)
    await server.answer(held(SECOND))
    await taken
    hold.release()
    hold.release()
    await server.answer(null, 204)
    assert.deepEqual(server.requests.map(([method]) => method), ["PUT", "DELETE"])
  })

  it("follows what the basket needs until its person chooses (C16)", () => {
    const row = (startsAt, isServed) => ({ startsAt, endsAt: startsAt, isFree: true, isServed, fill: 0 })
    const needs = isServed => ({ soonest: { startsAt: SECOND, isServed }, windows: [row(SECOND, isServed), row("2026-11-26T12:15:00.000Z", true)] })
    assert.ok(hold.follow(needs(false)))
    assert.equal(hold.wanted, "2026-11-26T12:15:00.000Z")
    assert.ok(!hold.follow(needs(false)))
    assert.ok(hold.follow(needs(true)))
    assert.equal(hold.wanted, null)
    hold.choose(SECOND)
    assert.ok(!hold.follow(needs(false)))
    assert.equal(hold.wanted, SECOND)
    hold.lose()
    assert.ok(hold.follow(needs(false)))
  })

  it("does not outlive an order that overtook it", async () => {
    const late = hold.take(basket, SECOND)
    await server.asked()
    hold.ordered()
    await server.answer(held(SECOND))
    await late
    await server.answer(null, 204)
    assert.deepEqual(server.requests.map(([method]) => method), ["PUT", "DELETE"])
    assert.equal(hold.hold, null)
  })
})
