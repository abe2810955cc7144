import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { add, decimal, exponent, format, subtract, sum, times } from "./money.js"

const money = (amount, currency) => ({ amount, currency })
const plain = text => text.replace(/[\u00a0\u202f]/g, " ").replace("￥", "¥").replace("￦", "₩").replaceAll("\u200f", "")
const table = JSON.parse(readFileSync(new URL("../../../Tests/Tables/prices.json", import.meta.url), "utf8"))

describe("money", () => {
  const exponents = { JPY: 0, KRW: 0, CLP: 0, USD: 2, EUR: 2, UYU: 2, KWD: 3, BHD: 3, OMR: 3, TND: 3, CLF: 4 }
  for (const [currency, digits] of Object.entries(exponents)) {
    it(`C25 ${currency} has ${digits} digits`, () => assert.equal(exponent(currency), digits))
  }

  const decimals = [
    [500, "JPY", "500"], [1250, "KWD", "1.250"], [1250, "EUR", "12.50"], [5, "EUR", "0.05"], [-5, "EUR", "-0.05"], [0, "USD", "0.00"],
    [9_007_199_254_740_991, "EUR", "90071992547409.91"],
  ]
  for (const [amount, currency, text] of decimals) {
    it(`C24 writes ${amount} ${currency} without a fraction in between`, () => assert.equal(decimal(money(amount, currency)), text))
  }

  const formats = [
    [350, "USD", "es-UY", "US$ 3,50"],
    [35000, "UYU", "es-UY", "$ 350,00"],
    [350, "USD", "en-US", "$3.50"],
    [500, "JPY", "ja-JP", "¥500"],
    [1250, "EUR", "de-DE", "12,50 €"],
    [1250, "KWD", "en-GB", "KWD 1.250"],
  ]
  for (const [amount, currency, locale, text] of formats) {
    it(`C27 reads ${amount} ${currency} for ${locale} as ${text}`, () => {
      assert.equal(plain(format(money(amount, currency), locale)), text)
    })
  }

  for (const [locale, prices] of Object.entries(table)) {
    it(`W130 prices in six currencies are written as ${locale} does`, () => {
      const currencies = Object.keys(prices)
      assert.deepEqual(currencies.map(exponent).sort(), [0, 0, 2, 2, 2, 3])
      assert.deepEqual(currencies.map(currency => plain(format(money(1_234_567, currency), locale))), Object.values(prices))
    })
  }

  it("W130 a dollar is never a bare sign where the sign means pesos", () => {
    assert.equal(Object.keys(table).length, 12)
    for (const amount of [0, 5, 1250, -1250]) {
      assert.match(format(money(amount, "USD"), "es-UY"), /US\$/)
      assert.doesNotMatch(format(money(amount, "UYU"), "es-UY"), /US/)
    }
  })

  it("C26 refuses to add or subtract two currencies", () => {
    assert.throws(() => add(money(1, "EUR"), money(1, "USD")), RangeError)
    assert.throws(() => subtract(money(1, "EUR"), money(1, "USD")), RangeError)
    assert.throws(() => sum([money(1, "EUR"), money(1, "USD")], "EUR"), RangeError)
  })

  it("an empty sum is zero in the given currency", () => assert.deepEqual(sum([], "JPY"), money(0, "JPY")))
  it("multiplies by a count", () => assert.deepEqual(times(money(250, "EUR"), 3), money(750, "EUR")))
})
