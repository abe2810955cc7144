// The first amounts of a person's meal accounts, as a form has them.

import { exponent } from "../../Shared/models/money.js"

// The currencies of the cafés, each once.
export const currenciesOf = cafes => [...new Set(cafes.map(({ currency }) => currency))].sort()

// The smallest step of a currency, for a field of type number: "0.01" for EUR, "1" for JPY.
export function smallestStep(currency) {
  const digits = exponent(currency)
  return digits === 0 ? "1" : `0.${"1".padStart(digits, "0")}`
}

// The minor units of a decimal as a field of type number has it, such as "12.5"; null for anything else, and for more digits
// than the currency has. No binary fraction is involved.
export function minorUnits(decimal, currency) {
  const found = decimal.match(/^(\d{1,9})(?:\.(\d*))?$/)
  if (!found) return null
  const digits = exponent(currency)
  const fraction = (found[2] ?? "").replace(/0+$/, "")
  return fraction.length > digits ? null : Number(found[1] + fraction.padEnd(digits, "0"))
}
