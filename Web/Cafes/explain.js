// Explains a failed call about menus, orders and tickets in a sentence.

import { explain as explainAny } from "../Shared/explain.js"
import { Problem } from "../Shared/http.js"
import { money, openingTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { orderSentence } from "./models/order-problems.js"

export function explain(error, timeZone) {
  const words = { money, when: instant => openingTime(instant, timeZone) }
  return (error instanceof Problem ? orderSentence(error, words) : null) ?? explainAny(error)
}

// Explains a failure of a placed order, which has no basket.
export function explainStarting(error, timeZone) {
  const isGone = error instanceof Problem && ["sold-out", "not-served"].includes(error.code)
  return isGone ? t("Something in this order is not available now. Nothing was paid. Cancel it, or try again later.") : explain(error, timeZone)
}

export function explainCancelling(error) {
  return error instanceof Problem && error.code === "illegal-transition"
    ? t("The kitchen has already started, so this order cannot be cancelled any more.")
    : explain(error)
}
