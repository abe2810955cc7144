// Webhooks in words. What a later server names besides is shown as it is.

import { explainPeople } from "../People/explain-people.js"
import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"

export const FORMS = ["standard", "cloudevents", "slack", "teams", "home-assistant"]
export const EVENTS = ["order.placed", "order.ready", "order.collected", "order.cancelled", "order.rejected", "attendance.punched", "notice.failed"]

// Whether calls carry signatures; in the other forms the address itself is the secret.
export const isSigned = form => form === "standard" || form === "cloudevents"

export function formName(form) {
  switch (form) {
    case "standard": return t("Standard Webhooks (JSON, signed)")
    case "cloudevents": return t("CloudEvents (JSON, signed)")
    case "slack": return t("Slack, incoming webhook")
    case "teams": return t("Microsoft Teams, workflow")
    case "home-assistant": return t("Home Assistant, webhook trigger")
    default: return form
  }
}

export function eventName(event) {
  switch (event) {
    case "order.placed": return t("An order is placed")
    case "order.ready": return t("An order is ready")
    case "order.collected": return t("An order is collected")
    case "order.cancelled": return t("An order is cancelled")
    case "order.rejected": return t("An order is rejected")
    case "attendance.punched": return t("Somebody clocks in or out")
    case "notice.failed": return t("A notice could not be delivered")
    case "vicinity.test": return t("A test")
    default: return event
  }
}

export function webhookStateName(state) {
  switch (state) {
    case "working": return t("works")
    case "failing": return t("fails")
    case "disabled": return t("switched off")
    default: return state
  }
}

export function deliveryStateName(state) {
  switch (state) {
    case "delivered": return t("delivered")
    case "waiting": return t("waits")
    case "failed": return t("failed")
    default: return state
  }
}

export function explainWebhook(error) {
  switch (error instanceof Problem ? error.code : null) {
    case "webhook-malformed": return t("The server does not send to this address: it must be public and begin with https. Ask the person who runs the server to allow it.")
    case "too-many-webhooks": return t("There are as many webhooks as possible. Remove one first.")
    case "unknown-webhook": return t("It is not on your list any more.")
    default: return explainPeople(error)
  }
}
