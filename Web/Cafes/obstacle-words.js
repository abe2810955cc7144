// Says in a sentence why the order cannot be paid.

import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { closedSentence } from "./cafe-words.js"

// reason: as models/obstacle.js returns it.
export function obstacleSentence(reason, { cafe, balance, quote, basket, pickup }) {
  switch (reason) {
    case "closed": return closedSentence(cafe)
    case "sold-out": return t("Something in the basket is sold out. Remove it, then go on.")
    case "not-served": return notServedSentence(basket, pickup)
    case "paused": return t("Paused now: {names}. Remove it, or order it later.", { names: namesOf(basket, "paused") })
    case "lines": return t("Something in the basket needs another look. It is marked above.")
    case "no-window": return t("No pickup time that can still be reached has room. Choose a later one, or another café.")
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
