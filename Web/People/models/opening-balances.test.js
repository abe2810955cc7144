import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { currenciesOf, minorUnits, smallestStep } from "./opening-balances.js"

describe("opening balances", () => {
  it("are in the currencies of the cafés, each once", () => {
    assert.deepEqual(currenciesOf([{ currency: "USD" }, { currency: "EUR" }, { currency: "USD" }]), ["EUR", "USD"])
  })

  const amounts = [
    ["12.5", "EUR", 1250], ["12", "EUR", 1200], ["0.29", "EUR", 29], ["500", "JPY", 500], ["500.0", "JPY", 500], ["1.234", "KWD", 1234],
    ["500.5", "JPY", null], ["0.001", "EUR", null], ["-1", "EUR", null], ["1e3", "EUR", null], ["", "EUR", null],
  ]
  for (const [text, currency, amount] of amounts) {
    it(`read ${text} ${currency} as ${amount}`, () => assert.equal(minorUnits(text, currency), amount))
  }

  const steps = [["EUR", "0.01"], ["JPY", "1"], ["KWD", "0.001"]]
  for (const [currency, step] of steps) it(`go by ${step} ${currency}`, () => assert.equal(smallestStep(currency), step))
})
