// Explains a refusal: what happened, what it means, what to do. One or two sentences for each code of the server.

import { t } from "../messages.js"

// Nothing was saved: the server refuses all changes until an operator has looked after it.
export const UNSAVED = ["disk-full", "database-damaged", "database-read-only", "database-moved", "clock-behind"]

// problem: { code, status, body }; words: { money, when } format what comes with it.
export function sentence({ code, body }, { money, when }) {
  if (UNSAVED.includes(code)) return t("The café’s server cannot save anything now. Nothing was changed or paid. Please tell the staff.")
  switch (code) {
    case "sign-in-required": return t("You are not signed in any more. Choose who you are, then try again.")
    case "forbidden": return t("You are not allowed to do this. Sign in as someone who is.")
    case "csrf": return t("This page is out of date with your sign-in. Reload it, then try again.")
    case "cafe-closed":
      return body.opensAt
        ? t("The café is closed now and opens {when}. Your basket is kept.", { when: when(body.opensAt) })
        : t("The café is closed now. Your basket is kept.")
    case "unknown-cafe": return t("This café no longer exists. Choose another one.")
    case "unknown-item": return t("This is not on the menu any more.")
    case "too-many-favourites": return t("You cannot have more favourites. Unmark another item first.")
    case "invalid-basket": return t("Something in the basket needs another look. It is marked below.")
    case "malformed-json":
    case "invalid-request":
    case "idempotency-key-required":
      return t("The server did not understand this page. Reload it, then try again. Your basket is kept.")
    case "total-changed": return t("A price has changed. Nothing was paid. Look at the new total, then decide.")
    case "sold-out": return t("Something in the basket has just sold out. Nothing was paid. It is marked below.")
    case "insufficient-funds":
      return t("Your meal account holds {balance}, this order needs {needed}. Nothing was paid.", {
        balance: money(body.balance), needed: money(body.needed),
      })
    case "no-account-in-currency": return t("You have no meal account in this café’s currency. Nothing was paid.")
    case "idempotency-key-reused": return t("This order was already sent with other contents. Look at your orders before you try again.")
    case "body-too-large": return t("The order is too large for the server. Shorten the notes or order in two parts.")
    case "busy": return t("The café’s server is busy. Nothing was paid. Try again in a moment.")
    case "disk-failed":
      return t("The café’s server has a fault and may not have saved this. Look at your orders before you try again, and tell the staff.")
    case "too-many-orders": return t("You have placed many orders within a minute. Nothing was paid for this one. Wait a minute, then try again.")
    case "unknown-order": return t("You have no such order.")
    case "illegal-transition": return t("The kitchen has changed this in the meantime. You see its present state.")
    case "undo-expired": return t("Too late to undo: the notice has been sent. Recall the ticket instead.")
    case "stale-version": return t("Someone else changed this first. You see its present state.")
    case "not-ready": return t("The server is starting or cannot save. Try again in a moment.")
    default: return t("The server could not do this. Try again in a moment.")
  }
}
