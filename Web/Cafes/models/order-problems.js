// Explains a refusal about cafés and orders: the cause, its meaning, and what to do. Null for other problems.

import { t } from "../../Shared/messages.js"

// problem: { code, body }; words: { money, when } format the values of the problem.
export function orderSentence({ code, body }, { money, when }) {
  switch (code) {
    case "cafe-closed":
      return body.opensAt
        ? t("The café is closed now and opens {when}. Your basket is kept.", { when: when(body.opensAt) })
        : t("The café is closed now. Your basket is kept.")
    case "paused": return t("The café has paused until {when} at the latest. Nothing was paid. Your basket is kept.", { when: when(body.until) })
    case "unknown-cafe": return t("This café no longer exists. Choose another one.")
    case "unknown-item": return t("This is not on the menu any more.")
    case "too-many-favourites": return t("You cannot have more favourites. Unmark another item first.")
    case "invalid-basket": return t("Something in the basket needs another look. It is marked below.")
    case "total-changed": return t("A price has changed. Nothing was paid. Look at the new total, then decide.")
    case "not-served": return t("Something in the basket is not served at that time. Nothing was paid. It is marked below.")
    case "sold-out": return t("Something in the basket has just sold out. Nothing was paid. It is marked below.")
    case "insufficient-funds":
      return t("Your meal account holds {balance}, this order needs {needed}. Nothing was paid.", {
        balance: money(body.balance), needed: money(body.needed),
      })
    case "card-payments-off": return t("Cards cannot be used here any more. Nothing was paid. Pay from your meal account.")
    case "invalid-top-up":
      return body.least
        ? t("Type an amount from {least} to {most}.", { least: money(body.least), most: money(body.most) })
        : t("Accounts of this currency cannot be filled here.")
    case "nothing-to-pay": return t("This order costs nothing. Choose your meal account.")
    case "payment-over": return t("The time to pay is over. Nothing more was paid.")
    case "payment-provider-unreachable": return t("The payment provider cannot be reached. Nothing was paid; try again.")
    case "unknown-payment": return t("You have no such order.")
    case "no-account-in-currency": return t("You have no meal account in this café’s currency. Nothing was paid.")
    case "idempotency-key-reused": return t("This order was already sent with other contents. Look at your orders before you try again.")
    case "body-too-large": return t("The order is too large for the server. Shorten the notes or order in two parts.")
    case "too-many-orders": return t("You have placed many orders within a minute. Nothing was paid for this one. Wait a minute, then try again.")
    case "pickup-not-offered": return t("This café has no pickup times any more. Nothing was paid.")
    case "unknown-pickup-window": return t("The café has changed its pickup times. Nothing was paid. Choose another one.")
    case "pickup-window-over": return t("It is too late for this pickup time. Nothing was paid. Choose another one.")
    case "pickup-window-full": return t("This pickup time has just filled up. Nothing was paid. Choose another one.")
    case "no-pickup-window": return t("No pickup time that can still be reached has room. Nothing was paid.")
    case "cancellation-closed": return t("It is time to prepare this order, so it cannot be cancelled any more.")
    case "unknown-order": return t("You have no such order.")
    case "illegal-transition": return t("The kitchen has changed this in the meantime. You see its present state.")
    case "handover-code-needed": return t("The person shows a code to get this order. Enter it on the page of the counter.")
    case "undo-expired": return t("Too late to undo: the notice has been sent. Recall the ticket instead.")
    case "stale-version": return t("Someone else changed this first. You see its present state.")
    default: return null
  }
}
