// Prices as people type them, and changes of many at once.

import { typedAmount } from "../../Shared/models/amount.js"

const MOST = 1_000_000_000 // minor units; the campus file takes no higher price

// Minor units; the text itself when it is no price, so that the draft keeps it and the check says so.
export function typedPrice(text, currency, locale) {
  const typed = text.trim()
  if (/^[0٠.,٫]+$/u.test(typed) && /[0٠]/u.test(typed)) return 0
  return typedAmount(typed, currency, locale) ?? typed
}

// A price changed by a percentage, rounded to a step of minor units, half up; or by an amount. Never below zero.
export function changedPrice(price, { percent = null, amount = null, step = 1 }) {
  if (!Number.isSafeInteger(price)) return price
  const raw = percent === null ? price + amount : price + price * percent / 100
  // The sum of a binary fraction is put right before it is rounded.
  const rounded = percent === null ? raw : Math.round(Number((raw / step).toFixed(6))) * step
  return Math.min(MOST, Math.max(0, rounded))
}

// A change as changedPrice takes it: kind is "percent" or "amount". Null for what is no number.
export function typedChange(text, kind, currency, locale, step) {
  const typed = text.trim().replace(/[%٪]/gu, "").trim()
  const isDown = /^[-−–]/u.test(typed)
  const figures = typed.replace(/^[-+−–]\s*/u, "")
  if (kind === "amount") {
    const amount = typedAmount(figures, currency, locale)
    return amount === null ? null : { amount: isDown ? -amount : amount }
  }
  // Hundredths of a percent, read as people write them.
  const hundredths = typedAmount(figures, "EUR", locale)
  return hundredths === null || hundredths > 100_000 ? null : { percent: (isDown ? -hundredths : hundredths) / 100, step }
}
