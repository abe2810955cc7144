// Says in a sentence why the order cannot be paid.

import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { closedSentence } from "./cafe-words.js"

// reason: as models/obstacle.js returns it.
export function obstacleSentence(reason, { cafe, balance, quote }) {
  switch (reason) {
    case "closed": return closedSentence(cafe)
    case "sold-out": return t("Something in the basket is sold out. Remove it, then go on.")
    case "lines": return t("Something in the basket needs another look. It is marked below.")
    case "no-window": return t("No pickup time that can still be reached has room. Choose a later one, or another café.")
    case "short":
      return t("Your meal account holds {balance}, this order needs {needed}. It cannot be paid.", {
        balance: money(balance), needed: money(quote.total),
      })
    default: return null
  }
}
