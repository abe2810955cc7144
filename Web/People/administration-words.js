// The pages of administration in words.

import { t } from "../Shared/messages.js"

export function pageName(key) {
  switch (key) {
    case "people": return t("People")
    case "manage": return t("Menu and hours")
    case "report": return t("Reports")
    case "campus": return t("Sites and beacons")
    case "organisation": return t("Organisation")
    case "screens": return t("Screens")
    case "badges": return t("Badges and phones")
    case "gateways": return t("Gateways")
    case "delivery": return t("Delivery of notices")
    case "webhooks": return t("Webhooks")
    case "attendance-rules": return t("Rules of attendance")
    case "team": return t("Attendance of others")
    case "accounts": return t("Meal accounts")
    case "refunds": return t("Refunds")
    default: return t("Security log")
  }
}

// The name of a link that leads to these pages.
export const linkName = pages => (pages.length === 1 ? pageName(pages[0].key) : t("Administration"))
