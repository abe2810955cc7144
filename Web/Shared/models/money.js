// Money is an integer of minor units and an ISO 4217 code (C24). Amounts of two currencies are never mixed (C26).

// Currencies whose minor unit is not a hundredth: ISO 4217 list one, column "minor units" (C25).
const EXPONENTS = {
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0,
  XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
  CLF: 4, UYW: 4,
}
const USUAL_EXPONENT = 2

export const exponent = currency => EXPONENTS[currency] ?? USUAL_EXPONENT

export function add(left, right) {
  if (left.currency !== right.currency) throw new RangeError(`${left.currency} and ${right.currency} cannot be added`)
  return { amount: left.amount + right.amount, currency: left.currency }
}

export const subtract = (left, right) => add(left, times(right, -1))
export const times = (money, factor) => ({ amount: money.amount * factor, currency: money.currency })
export const sum = (amounts, currency) => amounts.reduce(add, { amount: 0, currency })
export const isSame = (left, right) => left.amount === right.amount && left.currency === right.currency

// The café's currency in the person's way of writing. The decimal goes in as text, so no binary fraction is involved.
export function format(money, locale) {
  const digits = exponent(money.currency)
  const style = {
    style: "currency", currency: money.currency, minimumFractionDigits: digits, maximumFractionDigits: digits,
  }
  return new Intl.NumberFormat(locale, style).format(decimal(money))
}

// "12.50" for 1250 euro cents, "500" for 500 yen.
export function decimal({ amount, currency }) {
  const digits = exponent(currency)
  const figures = String(Math.abs(amount)).padStart(digits + 1, "0")
  const whole = figures.slice(0, figures.length - digits)
  const sign = amount < 0 ? "-" : ""
  return digits === 0 ? sign + whole : `${sign}${whole}.${figures.slice(-digits)}`
}
