// Says in a sentence why the order cannot be paid.

import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { closedSentence } from "./cafe-words.js"

// reason: as models/obstacle.js returns it, or "unpaid" while an order waits for a card.
export function obstacleSentence(reason, { cafe, balance, quote, basket, pickup, payment }) {
  switch (reason) {
    case "closed": return closedSentence(cafe)
    case "sold-out": return t("Something in the basket is sold out. Remove it, then go on.")
    case "not-served": return notServedSentence(basket, pickup)
    case "paused": return t("Paused now: {names}. Remove it, or order it later.", { names: namesOf(basket, "paused") })
    case "lines": return t("Something in the basket needs another look. It is marked above.")
    case "no-window": return t("No pickup time that can still be reached has room. Choose a later one, or another café.")
    case "unpaid": return t("Pay or cancel the order above first. Then you can place another one.")
    case "no-account": return payment.isOffered
      ? t("You have no meal account in this café’s currency. Pay by card, or ask somebody with the finance role: they open accounts at /accounts.")
      : t("You have no meal account in this café’s currency. Somebody with the finance role opens one at /accounts; an administrator gives that role.")
    case "short":
      return t("Your meal account holds {balance}, this order needs {needed}. It cannot be paid.", {
        balance: money(balance), needed: money(quote.total),
      })
    default: return null
  }
}

// Names the items that are not served at the chosen pickup, and says whether another pickup has everything.
function notServedSentence(basket, { fit }) {
  const list = { names: namesOf(basket, "not-served") }
  return fit === undefined
    ? t("Not served at this pickup time: {names}. No time that has room has everything; remove a part, or order it by itself.", list)
    : t("Not served at this pickup time: {names}.", list)
}

function namesOf({ lines }, wanted) {
  const names = lines.filter(({ status }) => status === wanted).map(({ name }) => name)
  return new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(names)
}
