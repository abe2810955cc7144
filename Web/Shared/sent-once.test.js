import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it } from "node:test"

import { SentOnce } from "./sent-once.js"

describe("a request that is sent once", () => {
  let answers
  const { fetch, sessionStorage } = globalThis

  beforeEach(() => {
    const kept = new Map()
    globalThis.sessionStorage = {
      getItem: name => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: name => kept.delete(name),
    }
    globalThis.fetch = async () => {
      const answer = answers.shift()
      if (answer === "lost") throw new TypeError("no network")
      return new Response(JSON.stringify({ code: answer }), { status: 503 })
    }
  })

  afterEach(() => Object.assign(globalThis, { fetch, sessionStorage }))

  const cases = [
    ["was not carried out when the server says that it keeps nothing", ["disk-full"], false],
    ["is undecided when the disk failed", ["disk-failed"], true],
    ["stays undecided when an answer was lost before", ["lost", "disk-full"], true],
  ]
  for (const [name, given, isUndecided] of cases) {
    it(name, async () => {
      answers = [...given]
      const once = new SentOnce("/api/v1/orders", "try")
      for (const _ of given) await assert.rejects(once.send("ada", {}))
      assert.equal(once.isUndecided("ada"), isUndecided)
    })
  }
})
