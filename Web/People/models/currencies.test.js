import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { COMMON, probableCurrency } from "./currencies.js"

describe("currency of a new organisation", () => {
  const table = [
    ["Europe/Berlin", "US", "EUR"],
    ["Europe/Zurich", "DE", "CHF"],
    ["Asia/Tokyo", null, "JPY"],
    ["America/Montevideo", "ES", "UYU"],
    ["UTC", "GB", "GBP"],
    ["Europe/Riga", null, "EUR"],
    ["UTC", null, null],
  ]
  for (const [zone, region, code] of table) {
    it(`in ${zone}, for a browser of ${region}, is ${code}`, () => assert.equal(probableCurrency(zone, region), code))
  }

  it("has a name that browsers know, when it is common", () => {
    const known = new Set(Intl.supportedValuesOf("currency"))
    assert.deepEqual(COMMON.filter(code => !known.has(code)), [])
  })
})
