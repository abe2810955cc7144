// Explains a refused punch: the cause, its meaning, and what to do. Null for other problems.

import { t } from "../../Shared/messages.js"
import { UNSAVED } from "../../Shared/models/problems.js"

// problem: { code, body }; when: formats the instant that comes with it.
export function punchSentence({ code, body }, when) {
  if (UNSAVED.includes(code)) return t("The server cannot save anything now. Nothing was recorded. Please tell the staff.")
  switch (code) {
    case "punch-repeated": return t("This is recorded already: you did the same less than a minute ago. It counts once.")
    case "already-clocked-in": return t("You are clocked in already, since {time}. Nothing more was recorded.", { time: when(body.since) })
    case "on-break-already": return t("You are on a break already, since {time}. Nothing more was recorded.", { time: when(body.since) })
    case "not-clocked-in": return t("You are not clocked in, so you cannot clock out. Nothing was recorded.")
    case "unknown-reminder": return t("This reminder is deleted. Nothing was recorded yet; you can confirm without it.")
    case "door-code-expired": return t("The code is too old: it works for a minute, and then you have ten minutes to confirm. Scan the code that the tablet shows now, or confirm without it. Nothing was recorded.")
    case "unknown-door-code": return t("No tablet at a door of this workplace shows this code. Scan it again, or confirm without it. Nothing was recorded.")
    case "offline-punch-too-old": return t("This punch is older than three days and was not recorded. Propose the times of the day below.")
    case "offline-punch-order": return t("Something was recorded after this punch, so it was not recorded. Propose the times of the day below.")
    case "month-closed": return t("The month of this punch is closed, so it was not recorded.")
    case "site-needed":
    case "unknown-site":
      return t("Choose the site that you are at, then try again. Nothing was recorded.")
    case "malformed-json":
    case "invalid-request":
    case "idempotency-key-required":
      return t("The server did not understand this page. Reload it, then try again. Nothing was recorded.")
    case "busy": return t("The server is busy. Nothing was recorded. Try again in a moment.")
    case "disk-failed": return t("The server has a fault and may not have recorded this. Reload the page to see what is recorded, and tell the staff.")
    default: return null
  }
}
