// Words of the kiosk.

import { t } from "../Shared/messages.js"

// The name of a way to pay, or null for one that this page cannot do. kind: as the server offers it.
export function paymentName(kind) {
  switch (kind) {
    case "counter": return t("Pay at the counter")
    default: return null
  }
}

// The state of an order, for a guest who follows it.
export function followedWords(stage, cafe) {
  switch (stage) {
    case "placed": return t("Please pay at the counter. The kitchen begins when you have paid.")
    case "accepted": return t("{cafe} has your order.", { cafe })
    case "preparing": return t("{cafe} is making it now.", { cafe })
    case "ready": return t("Ready at {cafe}.", { cafe })
    case "collected": return t("Collected. Enjoy your meal.")
    case "expired": return t("This order was not paid in time and has ended. Please order again.")
    case "cancelled": return t("This order was cancelled. Please ask at the counter.")
    case "rejected": return t("{cafe} cannot make this order. Please come to the counter: you get your money back.", { cafe })
    default: return t("This order has ended.")
  }
}
