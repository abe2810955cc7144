import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { amountText, roundAmounts, typedAmount } from "./amount.js"

describe("an amount that a person types", () => {
  it("is read in the person's way of writing, in the currency's minor units (C25)", () => {
    const cases = [
      ["12", "EUR", "en-GB", 1_200], ["12.5", "EUR", "en-GB", 1_250], ["12,50", "EUR", "de-DE", 1_250], ["12.50", "EUR", "de-DE", 1_250],
      ["1.234,50", "EUR", "de-DE", 123_450], ["1,234.50", "USD", "en-US", 123_450], ["1 234,50", "EUR", "fr-FR", 123_450],
      ["1.234", "EUR", "de-DE", 123_400], ["500", "JPY", "ja-JP", 500], ["５００", "JPY", "ja-JP", 500], ["1,500", "JPY", "ja-JP", 1_500],
      ["١٢٫٥", "EUR", "ar-EG", 1_250], ["1.250", "KWD", "en-GB", 1_250], [" 7 ", "EUR", "es-ES", 700], ["0.05", "EUR", "en-GB", 5],
    ]
    for (const [text, currency, locale, amount] of cases) assert.equal(typedAmount(text, currency, locale), amount, `${text} ${locale}`)
  })

  it("is nothing where it is no positive amount of the currency", () => {
    for (const text of ["", "abc", "-5", "0", "12.345", "1.2.3", "12,5,0", ".5", "1e3", "99999999999999999"]) {
      assert.equal(typedAmount(text, "EUR", "en-GB"), null, text)
    }
    assert.equal(typedAmount("12.5", "JPY", "ja-JP"), null)
    assert.equal(typedAmount("1,23,4", "EUR", "en-GB"), null)
  })

  it("comes back as it is shown in the field", () => {
    for (const locale of ["en-GB", "de-DE", "ar-EG", "es-UY"]) {
      for (const amount of [2_000, 1_250, 123_450]) {
        assert.equal(typedAmount(amountText({ amount, currency: "EUR" }, locale), "EUR", locale), amount, locale)
      }
    }
  })

  it("up to four round ones are offered, from the middle of what may be paid in", () => {
    assert.deepEqual(roundAmounts(500, 20_000), [1_000, 2_000, 5_000, 10_000])
    assert.deepEqual(roundAmounts(20_000, 1_000_000), [50_000, 100_000, 200_000, 500_000])
    assert.deepEqual(roundAmounts(700, 900), [])
  })
})
