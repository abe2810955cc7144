// Words of the kiosk.

import { t } from "../Shared/messages.js"

// The name of a way to pay, or null for one that this page cannot do. kind: as the server offers it.
export function paymentName(kind) {
  switch (kind) {
    case "counter": return t("Pay at the counter")
    default: return null
  }
}
