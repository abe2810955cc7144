import assert from "node:assert/strict"
import { describe, it } from "node:test"

globalThis.navigator ??= { languages: ["en"] }
globalThis.localStorage ??= { getItem: () => null, setItem: () => {}, removeItem: () => {} }
globalThis.sessionStorage ??= globalThis.localStorage
const { loadSession } = await import("../People/session.js")
const { clockTime, compareNames, day, money, number, percent, taxPercent, windowTime } = await import("./locale.js")
const { Catalogue } = await import("./models/catalogue.js")

async function signIn(locale) {
  const principal = { kind: "person", id: "ada", name: "Ada", roles: ["employee"], language: "en", locale }
  globalThis.fetch = async () => new Response(JSON.stringify({ principal, csrf: "x" }))
  await loadSession()
}

const plain = text => text.replace(/\s/gu, " ").replace(/[\u200e\u200f\u061c]/gu, "")
const NOW = Date.parse("2026-11-26T10:00:00Z")
const LUNCH = "2026-11-26T12:05:00Z"
const BERLIN = "Europe/Berlin"
const FEW = { amount: 123450, currency: "EUR" }

describe("what a person reads follows their locale (C111)", () => {
  const table = [
    ["en-US", { time: "1:05 PM", number: "12,345.6", money: "€1,234.50", tax: "8.25%" }],
    ["en-GB", { time: "13:05", number: "12,345.6", money: "€1,234.50", tax: "8.25%" }],
    ["de-DE", { time: "13:05", number: "12.345,6", money: "1.234,50 €", tax: "8,25 %" }],
    ["ja-JP", { time: "13:05", number: "12,345.6", money: "€1,234.50", tax: "8.25%" }],
    ["ar-EG", { time: "١:٠٥ م", number: "١٢٬٣٤٥٫٦", money: "١٬٢٣٤٫٥٠ €", tax: "٨٫٢٥٪" }],
  ]
  for (const [locale, words] of table) {
    it(`C111 times, pickup windows, numbers, money and tax of ${locale}`, async context => {
      context.mock.timers.enable({ apis: ["Date"], now: NOW })
      await signIn(locale)
      // Windows show 12 or 24 hours as the other times do.
      assert.deepEqual([clockTime(LUNCH, BERLIN), windowTime(LUNCH, BERLIN)].map(plain), [words.time, words.time])
      assert.equal(plain(number(12345.6)), words.number)
      assert.equal(plain(money(FEW)), words.money)
      assert.equal(plain(taxPercent("0.0825")), words.tax)
    })
  }

  it("C111 an English page in a German browser has the clock of Germany", async context => {
    context.mock.timers.enable({ apis: ["Date"], now: NOW })
    await signIn(null)
    const { languages: before } = navigator
    for (const [languages, time] of [[["de-DE", "de"], "13:05"], [["en-GB"], "13:05"], [["en-US"], "1:05 PM"], [["de"], "1:05 PM"]]) {
      Object.defineProperty(navigator, "languages", { value: languages, configurable: true })
      assert.equal(plain(clockTime(LUNCH, BERLIN)), time, languages[0])
    }
    Object.defineProperty(navigator, "languages", { value: before, configurable: true })
  })

  it("C111 dates are in the language of the page and in the order of the locale", async () => {
    await signIn("en-US")
    assert.equal(day("2026-11-26T12:00:00Z"), "November 26, 2026")
    await signIn("en-GB")
    assert.equal(day("2026-11-26T12:00:00Z"), "26 November 2026")
    assert.equal(percent(0.25), "25%")
  })

  it("C111 plurals have the forms of their language", () => {
    const words = { "{count} item": { one: "{count} rzecz", few: "{count} rzeczy", many: "{count} sztuk", other: "{count} rzeczy" } }
    const polish = new Catalogue("pl", words)
    assert.deepEqual([1, 3, 5].map(count => polish.plural("{count} item", "{count} items", count)), ["1 rzecz", "3 rzeczy", "5 sztuk"])
  })

  it("C111 names are sorted as a reader expects, with accents and numbers", () => {
    assert.deepEqual(["Zimt", "Äpfel", "eggs", "Café 10", "Café 9", "apple"].toSorted(compareNames), ["Äpfel", "apple", "Café 9", "Café 10", "eggs", "Zimt"])
  })
})
