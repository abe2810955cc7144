import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { bytes, creationOptions, credentialJSON, requestOptions, text } from "./passkey-json.js"

// The same files that the tests of the server's library compare with what it writes.
const FIXTURES = new URL("../../../Tests/WebAuthnTests/Fixtures/", import.meta.url)
const fixture = name => JSON.parse(readFileSync(new URL(name, FIXTURES), "utf8"))
const buffer = text => bytes(text).buffer

describe("base64url", () => {
  const table = [["", []], ["Zg", [0x66]], ["Zm8", [0x66, 0x6f]], ["Zm9v", [0x66, 0x6f, 0x6f]], ["-_-_", [0xfb, 0xff, 0xbf]]]
  for (const [written, numbers] of table) {
    it(`reads and writes “${written}”`, () => {
      assert.deepEqual([...bytes(written)], numbers)
      assert.equal(text(Uint8Array.from(numbers)), written)
    })
  }
})

describe("options of passkeys", () => {
  it("for a registration have bytes where browsers take bytes", () => {
    const json = fixture("creation-options.json")
    const options = creationOptions({ ...json, excludeCredentials: [{ type: "public-key", id: "AQID", transports: ["usb"] }] })
    assert.deepEqual([...options.challenge], Array.from({ length: 32 }, (_, index) => index))
    assert.equal(new TextDecoder().decode(options.user.id), "lucia-handle")
    assert.equal(options.user.displayName, "Lucía Pérez")
    assert.deepEqual(options.excludeCredentials, [{ type: "public-key", id: Uint8Array.of(1, 2, 3), transports: ["usb"] }])
    assert.deepEqual(options.pubKeyCredParams, json.pubKeyCredParams)
    assert.deepEqual(options.authenticatorSelection, json.authenticatorSelection)
  })

  it("for a sign-in have bytes where browsers take bytes", () => {
    const options = requestOptions(fixture("request-options.json"))
    assert.deepEqual([...options.challenge], Array.from({ length: 32 }, (_, index) => index + 32))
    assert.deepEqual(options.allowCredentials, [])
    assert.equal(options.rpId, "cafe.example")
  })

  it("may leave lists out", () => {
    assert.deepEqual(requestOptions({ challenge: "AQID" }).allowCredentials, [])
    assert.deepEqual(creationOptions({ challenge: "AQID", user: { id: "AQID" } }).excludeCredentials, [])
  })
})

describe("the JSON of a credential", () => {
  for (const { name, registration, assertion } of fixture("passkeys.json")) {
    it(`is what the server reads: ${name}`, () => {
      const made = registration.response
      assert.deepEqual(credentialJSON({
        ...registration, rawId: buffer(registration.rawId),
        response: {
          clientDataJSON: buffer(made.clientDataJSON), attestationObject: buffer(made.attestationObject),
          getTransports: () => made.transports ?? [],
        },
      }), { ...registration, response: { transports: [], ...made } })
      const used = assertion.response
      assert.deepEqual(credentialJSON({
        ...assertion, rawId: buffer(assertion.rawId),
        response: Object.fromEntries(Object.entries(used).map(([name, value]) => [name, buffer(value)])),
      }), assertion)
    })
  }

  it("has no user where the authenticator names none", () => {
    for (const userHandle of [null, new ArrayBuffer(0)]) {
      const response = { clientDataJSON: buffer("AQ"), authenticatorData: buffer("AQ"), signature: buffer("AQ"), userHandle }
      assert.equal("userHandle" in credentialJSON({ id: "AQ", rawId: buffer("AQ"), type: "public-key", response }).response, false)
    }
  })

  it("has no ways to the authenticator where the browser tells none", () => {
    const response = { clientDataJSON: buffer("AQ"), attestationObject: buffer("AQ") }
    assert.deepEqual(credentialJSON({ id: "AQ", rawId: buffer("AQ"), type: "public-key", response }).response.transports, [])
  })
})
