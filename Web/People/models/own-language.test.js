import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { ownLanguageAddress, preferredLanguage } from "./own-language.js"

const PAGE = "https://cafe.example/order?as=person#review"
const facts = { principal: { language: "ja" }, shown: "en", offered: ["en", "ja"], cookies: "" }

describe("the language after a sign-in", () => {
  it("is the person's, at the same place", () => {
    assert.equal(ownLanguageAddress(PAGE, facts), "https://cafe.example/order?as=person&lang=ja#review")
  })

  const table = [
    ["it is shown already", { shown: "ja" }],
    ["there are no texts in it", { offered: ["en"] }],
    ["another was chosen by hand", { cookies: "a=b; vicinity-language=en" }],
    ["nobody is signed in", { principal: null }],
    ["who signed in has none", { principal: {} }],
  ]
  for (const [name, more] of table) it(`stays when ${name}`, () => assert.equal(ownLanguageAddress(PAGE, { ...facts, ...more }), null))

  it("is the one that the person chose for all devices, whatever the account and this browser say", () => {
    const chosen = { ...facts, principal: { language: "en", preferences: { language: "ja-JP" } }, cookies: "vicinity-language=en" }
    assert.equal(ownLanguageAddress(PAGE, chosen), "https://cafe.example/order?as=person&lang=ja#review")
  })

  it("is the account's when the chosen one is not offered", () => {
    const chosen = { ...facts, principal: { language: "ja", preferences: { language: "fr" } } }
    assert.match(ownLanguageAddress(PAGE, chosen), /lang=ja/)
  })

  it("is not mistaken for chosen by a cookie of a similar name", () => {
    assert.notEqual(ownLanguageAddress(PAGE, { ...facts, cookies: "not-vicinity-language=en" }), null)
  })
})

describe("the language that a browser prefers", () => {
  const offered = ["de", "en", "es", "ar", "ja", "ko"]
  const table = [
    ["is the first that is offered", ["fr-FR", "es-UY", "en"], "en", "es"],
    ["is none when the page is in it", ["en-GB", "de"], "en", null],
    ["is none when none of its own is offered", ["fr", "pt-BR"], "en", null],
    ["is none when it says nothing", [], "en", null],
    ["is read whatever its letters", ["JA-JP"], "de", "ja"],
  ]
  for (const [name, wanted, shown, found] of table) it(name, () => assert.equal(preferredLanguage({ wanted, shown, offered }), found))
})
