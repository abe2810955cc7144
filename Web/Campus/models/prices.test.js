import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { changedPrice, typedChange, typedPrice } from "./prices.js"

describe("a typed price", () => {
  const cases = [
    ["4.50", "EUR", "en", 450], ["4,50", "EUR", "de", 450], ["0", "EUR", "en", 0], ["0,00", "EUR", "de", 0], ["500", "JPY", "ja", 500], ["1.250", "KWD", "en", 1250],
    ["٤٫٥٠", "EUR", "ar-EG", 450],
    // The draft keeps what is no price, and the check says so.
    ["four", "EUR", "en", "four"], ["", "EUR", "en", ""], ["4.505", "EUR", "en", "4.505"], ["-1", "EUR", "en", "-1"],
  ]
  for (const [text, currency, locale, expected] of cases) it(`${JSON.stringify(text)} in ${currency} as ${locale}`, () => assert.equal(typedPrice(text, currency, locale), expected))
})

describe("a change of prices", () => {
  const cases = [
    [450, { percent: 10, step: 1 }, 495], [455, { percent: 10, step: 10 }, 500], [450, { percent: -10, step: 5 }, 405], [1, { percent: 50, step: 1 }, 2],
    [105, { percent: 10, step: 1 }, 116], [450, { amount: -500 }, 0], [450, { amount: 25 }, 475], ["four", { amount: 25 }, "four"],
  ]
  for (const [price, change, expected] of cases) it(`of ${price} by ${JSON.stringify(change)}`, () => assert.equal(changedPrice(price, change), expected))
  it("is read as people write it", () => {
    assert.deepEqual(typedChange("-2,5 %", "percent", "JPY", "de", 1), { percent: -2.5, step: 1 })
    assert.deepEqual(typedChange("+5", "percent", "EUR", "en", 10), { percent: 5, step: 10 })
    assert.deepEqual(typedChange("−0.20", "amount", "EUR", "en", 1), { amount: -20 })
    for (const text of ["", "five", "1e3", "5000"]) assert.equal(typedChange(text, "percent", "EUR", "en", 1), null)
  })
})
