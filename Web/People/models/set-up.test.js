import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { campusFile, fileMistakes, keptDraft, newDraft, passkeyBody, setUpBody, Step, stepOf, wrongFields } from "./set-up.js"

const FRESH = newDraft({ language: "de", zone: "Europe/Berlin", currency: "EUR" })
const problem = (code, ...pointers) => ({ code, body: { errors: pointers.map(pointer => ({ pointer, detail: `about ${pointer}` })) } })

describe("draft of a set-up", () => {
  it("starts with the presets", () => {
    assert.deepEqual([FRESH.step, FRESH.timeZone, FRESH.currency, FRESH.language], ["you", "Europe/Berlin", "EUR", "de"])
  })

  it("keeps what was typed, and asks for the password again", () => {
    const kept = keptDraft({ ...FRESH, step: Step.place, name: "Ada", cafe: "Main Café" }, FRESH)
    assert.deepEqual([kept.step, kept.name, kept.cafe], ["you", "Ada", "Main Café"])
  })

  it("takes nothing from a store that it does not know", () => {
    assert.deepEqual(keptDraft(null, FRESH), FRESH)
    assert.deepEqual(keptDraft({ name: 7, password: "secret", other: "x" }, FRESH), FRESH)
  })
})

describe("request of a set-up", () => {
  const draft = { ...FRESH, name: " Ada ", signInName: "ada@example.org", organisation: "Acme", site: "Hall", cafe: "Main", latitude: "52.5", longitude: "-13.25" }
  const administrator = { name: "Ada", signInName: "ada@example.org", password: "a long one", language: "en" }
  const given = { wayIn: { password: "a long one" }, language: "en", campus: true }

  it("names the administrator alone where there is a campus", () => {
    assert.deepEqual(setUpBody(draft, { ...given, campus: false }), { administrator })
  })

  it("outlines a campus", () => {
    assert.deepEqual(setUpBody(draft, given), {
      administrator,
      outline: {
        organisation: "Acme", language: "de", site: "Hall", timeZone: "Europe/Berlin", latitude: 52.5, longitude: -13.25, cafe: "Main", currency: "EUR",
      },
    })
  })

  it("has a passkey in place of a password", () => {
    assert.deepEqual(passkeyBody(draft), { name: "Ada", signInName: "ada@example.org" })
    const { password, ...rest } = administrator
    assert.deepEqual(setUpBody(draft, { ...given, wayIn: { passkey: { name: "Mac" } }, campus: false }), { administrator: { ...rest, passkey: { name: "Mac" } } })
  })

  it("brings a campus file", () => {
    assert.deepEqual(setUpBody({ ...draft, way: "file" }, { ...given, file: { version: 1 } }), { administrator, campus: { version: 1 } })
  })
})

describe("campus file", () => {
  it("is an object of JSON", () => assert.deepEqual(campusFile("{\"a\":1}"), { a: 1 }))
  for (const text of ["", "[]", "null", "7", "{"]) it(`is not “${text}”`, () => assert.equal(campusFile(text), null))
})

describe("refusal of a set-up", () => {
  it("leads to the password", () => assert.equal(stepOf(problem("weak-password", "/password")), Step.you))
  it("leads to the person", () => assert.equal(stepOf(problem("invalid-request", "/administrator/signInName")), Step.you))
  it("of a passkey leads to the person", () => {
    assert.equal(stepOf(problem("invalid-request", "/signInName")), Step.you)
    assert.deepEqual(wrongFields(problem("invalid-request", "/signInName")), ["signInName"])
  })
  it("leads to the place", () => assert.equal(stepOf(problem("invalid-request", "/outline/currency")), Step.place))
  it("stays where nothing is known", () => assert.equal(stepOf({ code: "busy", body: {} }), Step.place))
  it("names the fields", () => assert.deepEqual(wrongFields(problem("invalid-request", "/administrator/name", "/outline/timeZone", "/campus")), ["name", "timeZone"]))
  it("lists the mistakes of a file", () => assert.deepEqual(fileMistakes(problem("invalid-request", "/campus", "/outline")), ["about /campus"]))
})
