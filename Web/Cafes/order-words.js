// Names the stages of an order, and explains them to the person.

import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { isToPay } from "./payment-choice.js"
import { expiryReason, isRecalled, isRunning, rejectionReason, wasPaid } from "./models/order.js"

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
    case "rejected": return t("Not made")
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
    case "rejected": return rejected(order)
    case "cancelled": return cancelled(order)
    case "expired": return expired(order)
    case "not-collected": return notCollected(order)
    default: return t("This order has ended.")
  }
}

// Promises a start on arrival only when this device can do it.
function waiting(cafe, watch) {
  return watch === "looking" || watch === "timed-out"
    ? t("{cafe} starts when you come near.", { cafe })
    : t("{cafe} has not started yet.", { cafe })
}

// The reason and the money, each as a whole sentence.
function rejected(order) {
  const cafe = order.cafe.name
  if (!wasPaid(order)) return t("{cafe} could not accept this order. You pay nothing.", { cafe })
  const total = money(order.total)
  return `${rejectionWords(rejectionReason(order), cafe)} ${backWords(order, total)}`
}

// Where money goes back to. amount: in words.
function backWords({ payment, means }, total) {
  if (means === "cash" || means === "terminal") return t("You get {total} back at the counter.", { total })
  return payment ? t("{total} goes back to your card.", { total }) : t("{total} is back on your meal account.", { total })
}

// It is handed over late as long as something of it is paid.
function notCollected(order) {
  const back = (order.returns ?? []).reduce((sum, { amount }) => sum + amount.amount, 0)
  const words = [t("This order was not collected in time.")]
  if (back > 0) words.push(backWords(order, money({ ...order.total, amount: back })))
  if (back < order.total.amount) words.push(t("{cafe} still hands it over on the same day.", { cafe: order.cafe.name }))
  return words.join(" ")
}

function rejectionWords(reason, cafe) {
  switch (reason) {
    case "missing-ingredient": return t("{cafe} cannot make this order, because something has run out.", { cafe })
    case "allergy": return t("{cafe} cannot make this order safely for your allergy.", { cafe })
    case "equipment": return t("{cafe} cannot make this order, because a machine is out of order.", { cafe })
    case "busy": return t("{cafe} cannot make this order, because the kitchen has too much to do.", { cafe })
    case "closing": return t("{cafe} cannot make this order any more, because the kitchen closes.", { cafe })
    case "refunded": return t("{cafe} does not make this order, because its money was returned.", { cafe })
    default: return t("{cafe} cannot make this order.", { cafe })
  }
}

function cancelled(order) {
  const isAtCounter = order.means === "cash" || order.means === "terminal"
  if (isAtCounter) return t("Cancelled. You get {total} back at the counter.", { total: money(order.total) })
  // Money that came after the end goes back too.
  const isOnCard = order.payment && (wasPaid(order) || ["returning", "returned"].includes(order.payment.stage))
  if (isOnCard) return t("Cancelled. {total} goes back to your card.", { total: money(order.total) })
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
