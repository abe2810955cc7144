// Explains refusals about one's own data: what happened, what it means, what to do. Null for other problems.

import { t } from "../../Shared/messages.js"

// problem: { code }, as http.js throws it.
export function ownDataSentence({ code }) {
  switch (code) {
    case "orders-open": return t("You have an order under way. Collect it or cancel it first. Nothing was erased.")
    case "last-administrator":
      return t("Nobody else can administer this server. Make somebody else an administrator first. Nothing was erased.")
    case "too-many-exports": return t("You have saved your data several times. Wait a minute, then try again.")
    case "preferences-too-large": return t("There is no room for further choices. Nothing was changed.")
    default: return null
  }
}
