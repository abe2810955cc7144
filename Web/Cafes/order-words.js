// Names the stages of an order, and explains them to the person.

import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { isToPay } from "./payment-choice.js"
import { expiryReason, isRecalled, isRunning, wasPaid } from "./models/order.js"

export function stageName(stage) {
  switch (stage) {
    case "placed": return t("Waiting for you")
    case "accepted": return t("Accepted")
    case "preparing": return t("Being made")
    case "ready": return t("Ready")
    case "collected": return t("Collected")
    case "cancelled": return t("Cancelled")
    case "expired": return t("Expired")
    case "not-collected": return t("Not collected")
    default: return t("Ended")
  }
}

// Begins with the fact. watch: the state of arrival-watch.js for a waiting order.
export function headline(order, watch = "off") {
  const cafe = order.cafe.name
  if (isRecalled(order)) return t("The kitchen is making it again.")
  switch (order.stage) {
    case "placed": return isToPay(order) ? t("This order is not paid yet. {cafe} gets it when it is.", { cafe }) : waiting(cafe, watch)
    case "accepted": return t("{cafe} has your order.", { cafe })
    case "preparing": return t("{cafe} is making it now.", { cafe })
    case "ready": return t("Ready at {cafe}.", { cafe })
    case "collected": return t("Collected. Enjoy your meal.")
    case "rejected": return t("{cafe} could not accept this order. You pay nothing.", { cafe })
    case "cancelled": return cancelled(order)
    case "expired": return expired(order)
    default: return t("This order has ended.")
  }
}

// Promises a start on arrival only when this device can do it.
function waiting(cafe, watch) {
  return watch === "looking" || watch === "timed-out"
    ? t("{cafe} starts when you come near.", { cafe })
    : t("{cafe} has not started yet.", { cafe })
}

function cancelled(order) {
  if (order.payment && wasPaid(order)) return t("Cancelled. {total} goes back to your card.", { total: money(order.total) })
  return wasPaid(order)
    ? t("Cancelled. {total} is back on your meal account.", { total: money(order.total) })
    : t("Cancelled. Nothing was paid.")
}

function expired(order) {
  if (order.payment) return t("This order was not paid in time and has ended. Nothing was paid.")
  return expiryReason(order) === "too-long"
    ? t("This order waited for you for four hours and has ended. Nothing was paid.")
    : t("{cafe} closed before this order was started. Nothing was paid.", { cafe: order.cafe.name })
}

// A page's title with the running orders before it.
export function titleWith(orders, title) {
  const words = orders.filter(isRunning).map(({ stage, number }) => t("{stage}: {number}", { stage: stageName(stage), number }))
  return words.length > 0 ? `${words.join(" · ")} – ${title}` : title
}
