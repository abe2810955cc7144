import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, it, mock } from "node:test"
import { setImmediate as others } from "node:timers/promises"
import { PasskeyError, canAutofill, canUsePasskeys, createPasskey, usePasskey } from "./passkeys.js"

const CREATION = { challenge: "AQID", user: { id: "BAUG", name: "lucia" }, excludeCredentials: [{ type: "public-key", id: "Bwg" }] }
const REQUEST = { challenge: "AQID", rpId: "cafe.example", allowCredentials: [] }
const answer = {
  id: "Bwg", rawId: Uint8Array.of(7, 8).buffer, type: "public-key", authenticatorAttachment: "platform",
  response: { clientDataJSON: Uint8Array.of(1).buffer, authenticatorData: Uint8Array.of(2).buffer, signature: Uint8Array.of(3).buffer, userHandle: null },
}
const written = {
  id: "Bwg", rawId: "Bwg", type: "public-key", authenticatorAttachment: "platform", clientExtensionResults: {},
  response: { clientDataJSON: "AQ", authenticatorData: "Ag", signature: "Aw" },
}

const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
const isRefused = reason => error => error instanceof PasskeyError && error.reason === reason

describe("passkeys in a browser", () => {
  let asked, respond
  const original = Object.getOwnPropertyDescriptor(globalThis, "navigator")

  beforeEach(() => {
    asked = []
    respond = async () => answer
    const handle = kind => options => {
      asked.push([kind, options])
      return respond(options)
    }
    define("navigator", { credentials: { create: handle("create"), get: handle("get") } })
    define("PublicKeyCredential", class {})
    define("isSecureContext", true)
  })
  afterEach(() => {
    if (original) Object.defineProperty(globalThis, "navigator", original)
    else delete globalThis.navigator
    delete globalThis.PublicKeyCredential
    delete globalThis.isSecureContext
  })

  // Answers only when the request is stopped.
  const untilStopped = ({ signal }) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason))
  })

  it("work in a browser that reads and writes no JSON", async () => {
    assert.deepEqual(await usePasskey(REQUEST), written)
    const [[kind, { publicKey, mediation }]] = asked
    assert.equal(kind, "get")
    assert.deepEqual(publicKey.challenge, Uint8Array.of(1, 2, 3))
    assert.equal(mediation, undefined)
    await createPasskey(CREATION)
    assert.deepEqual(asked[1][1].publicKey.user.id, Uint8Array.of(4, 5, 6))
    assert.deepEqual(asked[1][1].publicKey.excludeCredentials[0].id, Uint8Array.of(7, 8))
  })

  it("use what a browser has for JSON", async () => {
    PublicKeyCredential.parseCreationOptionsFromJSON = options => ({ parsed: options })
    PublicKeyCredential.parseRequestOptionsFromJSON = options => ({ parsed: options })
    respond = async () => ({ ...answer, toJSON: () => ({ own: true }) })
    assert.deepEqual(await createPasskey(CREATION), { own: true })
    assert.deepEqual(await usePasskey(REQUEST), { own: true })
    assert.deepEqual(asked.map(([, options]) => options.publicKey), [{ parsed: CREATION }, { parsed: REQUEST }])
  })

  it("are written although the method of a browser's extension throws", async () => {
    respond = async () => ({ ...answer, toJSON: () => { throw new TypeError("Illegal invocation") } })
    assert.deepEqual(await usePasskey(REQUEST), written)
  })

  it("are refused with a reason", async () => {
    const table = [["NotAllowedError", "cancelled"], ["InvalidStateError", "already-registered"], ["UnknownError", "failed"]]
    for (const [name, reason] of table) {
      respond = async () => { throw new DOMException("", name) }
      await assert.rejects(createPasskey(CREATION), isRefused(reason))
    }
    respond = async () => null
    await assert.rejects(usePasskey(REQUEST), isRefused("cancelled"))
  })

  it("are not asked for where there are none", async () => {
    const table = [
      () => delete globalThis.PublicKeyCredential, () => define("navigator", {}), () => define("isSecureContext", false),
    ]
    for (const change of table) {
      change()
      assert.equal(canUsePasskeys(), false)
      assert.equal(await canAutofill(), false)
      await assert.rejects(usePasskey(REQUEST), isRefused("not-supported"))
    }
    assert.deepEqual(asked, [])
  })

  it("are offered in a field where the browser can", async () => {
    assert.equal(await canAutofill(), false)
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    assert.equal(await canAutofill(), true)
    PublicKeyCredential.isConditionalMediationAvailable = async () => { throw new TypeError("x") }
    assert.equal(await canAutofill(), false)
    await usePasskey(REQUEST, { isAutofill: true })
    assert.equal(asked[0][1].mediation, "conditional")
  })

  it("stop the request before", async () => {
    respond = untilStopped
    const autofill = assert.rejects(usePasskey(REQUEST, { isAutofill: true }), isRefused("stopped"))
    const second = assert.rejects(usePasskey(REQUEST), isRefused("stopped"))
    respond = async () => answer
    assert.deepEqual(await usePasskey(REQUEST), written)
    await Promise.all([autofill, second])
    // The second was stopped before the browser had heard of it.
    assert.deepEqual(asked.map(([, { mediation }]) => mediation), ["conditional", undefined])
  })

  it("do not wait for ever for a request that does not stop", async () => {
    mock.timers.enable({ apis: ["setTimeout"] })
    try {
      respond = () => new Promise(() => null)
      usePasskey(REQUEST)
      respond = async () => answer
      const used = usePasskey(REQUEST)
      mock.timers.tick(499)
      await others()
      assert.equal(asked.length, 1)
      mock.timers.tick(1)
      assert.deepEqual(await used, written)
    } finally {
      mock.timers.reset()
    }
  })

  it("are stopped by the page", async () => {
    respond = untilStopped
    const controller = new AbortController()
    const waiting = assert.rejects(usePasskey(REQUEST, { signal: controller.signal }), isRefused("stopped"))
    controller.abort()
    await waiting
    await assert.rejects(usePasskey(REQUEST, { signal: AbortSignal.abort() }), isRefused("stopped"))
    respond = async () => answer
    assert.deepEqual(await usePasskey(REQUEST), written)
  })
})
