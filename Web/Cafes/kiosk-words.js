// Words of the kiosk.

import { t, tn } from "../Shared/messages.js"

// The name of a way to pay, or null for one that this page cannot do. kind: as the server offers it.
export function paymentName(kind) {
  switch (kind) {
    case "card": return t("Pay by card on your phone")
    case "account": return t("Pay with badge and PIN")
    case "counter": return t("Pay at the counter")
    default: return null
  }
}

// Why an order was not placed by badge and PIN; null for what is not about them.
export function badgeTrouble({ code, retryAfter }) {
  switch (code) {
    case "wrong-badge-or-pin": return t("Badge or PIN is wrong. Try again, or set your PIN on the page “Your data”.")
    case "too-many-pins": return tn("Too many wrong tries. Paying by badge works again in {count} minute. You can pay in another way.", "Too many wrong tries. Paying by badge works again in {count} minutes. You can pay in another way.", Math.ceil((retryAfter ?? 300) / 60))
    case "badge-blocked": return t("This badge is blocked. Unblock it on the page “Your data”, or pay in another way.")
    case "insufficient-funds": return t("Your meal account does not have enough. Pay in another way, or order less.")
    case "no-account-in-currency": return t("You have no meal account in this café’s currency. Pay in another way.")
    case "sign-in-busy": return t("The server is busy. Try again in a few seconds.")
    default: return null
  }
}

// The state of an order that is paid, or not yet, at the kiosk where it was placed.
export const stateWords = (stage, cafe) => (stage === "accepted" ? t("The kitchen has your order.") : followedWords(stage, cafe))

// The state of an order, for a guest who follows it.
export function followedWords(stage, cafe) {
  switch (stage) {
    case "placed": return t("Not paid yet. The kitchen begins when you have paid.")
    case "accepted": return t("{cafe} has your order.", { cafe })
    case "preparing": return t("{cafe} is making it now.", { cafe })
    case "ready": return t("Ready at {cafe}.", { cafe })
    case "collected": return t("Collected. Enjoy your meal.")
    case "expired": return t("This order was not paid in time and has ended. Please order again.")
    case "cancelled": return t("This order was cancelled. Please ask at the counter.")
    case "not-collected": return `${t("This order was not collected in time.")} ${t("{cafe} still hands it over on the same day.", { cafe })}`
    case "rejected": return t("{cafe} cannot make this order. Please come to the counter: you get your money back.", { cafe })
    default: return t("This order has ended.")
  }
}
