// Sentences of the counter. When an order is refused the guest has already paid, so each sentence begins with the state of the
// order.

import { Problem } from "../Shared/http.js"
import { clockTime, money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { explain } from "./explain.js"

export function placingWords(error, timeZone) {
  const { code, body } = error
  switch (error instanceof Problem && code) {
    case "cafe-closed": return t("The order was not placed: the café is closed.")
    case "paused": return t("The order was not placed: orders are paused until {time} at the latest.", { time: clockTime(body.until, timeZone) })
    case "total-changed": return t("The order was not placed: a price has changed. Look at the new total.")
    case "sold-out":
    case "not-served":
    case "invalid-basket":
      return t("The order was not placed: something in it is no longer available. It is marked.")
    case "unknown-pickup-window":
    case "pickup-window-over":
    case "pickup-window-full":
    case "pickup-not-offered":
      return t("The order was not placed: this pickup time is not free any more. Choose another one.")
    case "no-pickup-window": return t("The order was not placed: no pickup time has room any more.")
    case "too-many-orders": return t("The order was not placed: there were too many orders within a minute. Wait a minute, then try again.")
    default: return explain(error, timeZone)
  }
}

export function codeWords(error) {
  switch (error instanceof Problem && error.code) {
    case "wrong-handover-code": return t("No order of today has this code.")
    case "too-many-codes": return t("Too many wrong codes were tried. Wait a minute, then try again.")
    case "illegal-transition": return t("The order of this code is not ready yet, or was cancelled.")
    default: return explain(error)
  }
}

// The label of a payment button.
export const paidWith = payment => (payment === "cash" ? t("Paid in cash") : t("Paid by card"))

// Why the payment of an order of a kiosk was not taken.
export function takingWords(error, timeZone) {
  switch (error instanceof Problem && error.code) {
    case "illegal-transition": return t("This order has ended. Do not take the money, or give it back; the guest has to order again.")
    case "sold-out":
    case "not-served": return t("Something in this order is no longer available. Do not take the money, or give it back; the guest has to order again.")
    default: return explain(error, timeZone)
  }
}

// How the money of an order goes back.
export function backWords({ payment, giveBack, total: paid }) {
  const total = giveBack ?? paid
  switch (payment) {
    case "cash": return t("Give {total} back in cash.", { total: money(total) })
    case "terminal": return t("Give {total} back on the card terminal.", { total: money(total) })
    case "account": return t("{total} goes back to the meal account.", { total: money(total) })
    case "card": return t("{total} goes back to the card.", { total: money(total) })
    default: return t("Nothing was paid.")
  }
}
