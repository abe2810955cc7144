import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import { t, tn } from "./messages.js"
import { Catalogue } from "./models/catalogue.js"
import { sentence } from "./models/problems.js"

describe("catalogue", () => {
  const polish = new Catalogue("pl", { "{count} item": { one: "{count} rzecz", few: "{count} rzeczy", many: "{count} rzeczy (wiele)", other: "{count} rzeczy" } })
  const plurals = [[1, "1 rzecz"], [3, "3 rzeczy"], [5, "5 rzeczy (wiele)"], [22, "22 rzeczy"]]
  for (const [count, text] of plurals) {
    it(`takes the Polish plural of ${count}`, () => assert.equal(polish.plural("{count} item", "{count} items", count), text))
  }

  it("has one form in Japanese", () => {
    const japanese = new Catalogue("ja", { "{count} item": { other: "{count}点" } })
    assert.equal(japanese.plural("{count} item", "{count} items", 1), "1点")
  })

  it("falls back to the English sentence, singular and plural", () => {
    assert.equal(new Catalogue("ja").text("Ready at {cafe}.", { cafe: "Main Café" }), "Ready at Main Café.")
    assert.equal(new Catalogue("ja").plural("{count} item", "{count} items", 2), "2 items")
  })

  it("formats numbers in the language, but not order numbers", () => {
    assert.equal(new Catalogue("de").text("{count} / {number}", { count: 12345, number: "042" }), "12.345 / 042")
  })

  const arabic = new Catalogue("ar", { "Ready at {cafe}.": "جاهز في {cafe}.", "{count} ticket": {
    zero: "لا تذاكر", one: "تذكرة واحدة", two: "تذكرتان", few: "{count} تذاكر", many: "{count} تذكرة", other: "{count} تذكرة (مئة)" } })
  const counted = [[0, "لا تذاكر"], [1, "تذكرة واحدة"], [2, "تذكرتان"], [7, / تذاكر$/], [11, / تذكرة$/], [100, / \(مئة\)$|تذكرة \(مئة\)$/]]
  for (const [count, text] of counted) {
    it(`takes the Arabic plural of ${count}`, () => assert.match(arabic.plural("{count} ticket", "{count} tickets", count), new RegExp(text)))
  }

  it("isolates a name in a sentence of the other direction, and only there", () => {
    assert.equal(arabic.text("Ready at {cafe}.", { cafe: "Main Café" }), "جاهز في \u2068Main Café\u2069.")
    assert.equal(new Catalogue().text("Ready at {cafe}.", { cafe: "مقهى" }), "Ready at \u2068مقهى\u2069.")
    assert.equal(new Catalogue().text("Ready at {cafe}.", { cafe: "Main Café" }), "Ready at Main Café.")
    assert.equal(arabic.text("Ready at {cafe}.", { cafe: "Café Inc." }), "جاهز في \u2068Café Inc.\u2069")
  })

  it("shows a placeholder without a value", () => assert.equal(new Catalogue().text("Hello {name}"), "Hello {name}"))
  it("does not read a value as a pattern", () => assert.equal(new Catalogue().text("{a}", { a: "{b} $&" }), "{b} $&"))
  it("is not confused by property names of JavaScript objects", () => assert.equal(new Catalogue().text("constructor"), "constructor"))
})

describe("messages without a page", () => {
  it("are English", () => {
    assert.equal(t("Close"), "Close")
    assert.equal(tn("{count} ticket", "{count} tickets", 1), "1 ticket")
  })
})

describe("problems of any page in words", () => {
  const known = [
    "sign-in-required", "forbidden", "csrf", "malformed-json", "invalid-request", "idempotency-key-required", "busy", "not-ready", "disk-full",
    "disk-failed", "database-away", "database-damaged", "database-read-only", "database-moved", "clock-behind",
  ]
  const fallback = sentence({ code: "no-such-code" })
  for (const code of known) {
    it(`${code} has a sentence of its own`, () => assert.notEqual(sentence({ code }), fallback))
  }
})

describe("catalogues of the pages", () => {
  it("are complete", () => {
    execFileSync(fileURLToPath(new URL("../../scripts/messages", import.meta.url)), ["--check"])
  })

  it("are all offered in the header", () => {
    const header = readFileSync(new URL("./parts/header.html", import.meta.url), "utf8")
    const offered = [...header.matchAll(/href="\?lang=([\w-]+)" lang="\1" hreflang="\1"/g)].map(([, language]) => language)
    const catalogues = readdirSync(new URL("../locales/", import.meta.url)).filter(file => file.endsWith(".po")).map(file => file.slice(0, -3))
    assert.deepEqual(offered.sort(), catalogues.sort())
  })
})
