// Why an order cannot be placed as it is: the first reason to deal with, or null.

import { subtract } from "../../Shared/models/money.js"
import { isOrderableLine } from "./basket.js"

// balance: the balance of the meal account in the café's currency, or null when it is unknown. pickup: the start of the chosen
// window, null for as soon as possible, "none" when that is not available. hasNoAccount: whether it is known that there is no such account. Opening hours are judged at the pickup (C16).
export function obstacle({ cafe, lines, quote, balance, pickup = null, hasNoAccount = false }) {
  if (!cafe.isOpen && (pickup === null || pickup === "none")) return "closed"
  if (lines.some(({ status }) => status === "sold-out")) return "sold-out"
  if (quote.pickup && lines.every(line => isOrderableLine(line) || line.status === "not-served") && !lines.every(isOrderableLine)) return "not-served"
  if (lines.every(line => isOrderableLine(line) || line.status === "paused") && !lines.every(isOrderableLine)) return "paused"
  if (!lines.every(isOrderableLine)) return "lines"
  if (!quote.isOrderable) return "closed" // the quote may be newer than the list of cafés
  if (pickup === "none") return "no-window"
  if (hasNoAccount) return "no-account"
  return balance && subtract(balance, quote.total).amount < 0 ? "short" : null
}
