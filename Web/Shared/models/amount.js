// Reads an amount that a person has typed, in the person's way of writing numbers.

import { decimal, exponent } from "./money.js"

// Returns the amount in minor units, or null for anything but a positive amount with no more decimals than the currency has. A point
// and a comma both stand for the decimal mark where they cannot be a mark of thousands.
export function typedAmount(text, currency, locale) {
  const digits = exponent(currency)
  const plain = withPlainDigits(text, locale).replace(/[\s\u00a0\u202f'’]/gu, "")
  if (!/^[0-9.,]+$/.test(plain)) return null
  const { decimalMark, groupMark } = marksOf(locale)
  let mark = decimalMark
  const others = [".", ","].filter(other => other !== decimalMark && plain.includes(other))
  // "12.50" in a language that writes "12,50": no thousands have two digits.
  if (others.length === 1 && !plain.includes(decimalMark) && !isGrouped(plain, others[0])) mark = others[0]
  else if (others.some(other => other !== groupMark || !isGrouped(plain.split(decimalMark)[0], other))) return null
  const parts = plain.replaceAll(mark === "." ? "," : ".", "").split(mark)
  if (parts.length > 2 || (parts[1] ?? "").length > digits || parts[0] === "") return null
  const amount = Number(parts[0] + (parts[1] ?? "").padEnd(digits, "0"))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null
}

// How an amount stands in a field, for example "12.50".
export function amountText({ amount, currency }, locale) {
  return new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: amount % 10 ** exponent(currency) === 0 ? 0 : exponent(currency), maximumFractionDigits: exponent(currency) })
    .format(decimal({ amount, currency }))
}

// Up to four round amounts between two.
export function roundAmounts(least, most) {
  const found = []
  for (let unit = 1; unit <= most; unit *= 10) {
    for (const factor of [1, 2, 5]) if (unit * factor >= least && unit * factor <= most) found.push(unit * factor)
  }
  const skipped = Math.max(0, Math.floor((found.length - 4) / 2))
  return found.slice(skipped, skipped + 4)
}

const isGrouped = (text, mark) => text.split(mark).slice(1).every(part => part.length === 3)

function marksOf(locale) {
  const parts = new Intl.NumberFormat(withLatin(locale)).formatToParts(1234567.5)
  const mark = type => parts.find(part => part.type === type)?.value
  return { decimalMark: mark("decimal") ?? ".", groupMark: mark("group") }
}

const withLatin = locale => new Intl.Locale(locale, { numberingSystem: "latn" })

function withPlainDigits(text, locale) {
  const own = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)].reverse()
  const arabic = [..."٠١٢٣٤٥٦٧٨٩"]
  return [...text.normalize("NFKC")].map(letter => {
    if (letter === "٫") return marksOf(locale).decimalMark
    if (letter === "٬") return ""
    const digit = own.indexOf(letter) >= 0 ? own.indexOf(letter) : arabic.indexOf(letter)
    return digit >= 0 ? String(digit) : letter
  }).join("")
}
