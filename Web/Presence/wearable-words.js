// Badges and phones in words.

import { explainPeople } from "../People/explain-people.js"
import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"

export const WEARABLE_KINDS = ["beacon", "eddystone", "ephemeral", "phone"]

// An unknown kind of a later server is shown as it is.
export function kindName(kind) {
  switch (kind) {
    case "beacon": return t("iBeacon badge")
    case "eddystone": return t("Eddystone badge")
    case "ephemeral": return t("Eddystone badge that changes its identity")
    case "phone": return t("Phone or watch")
    default: return kind
  }
}

// What people call a badge or phone.
export const wearableName = ({ label, kind }) => label || kindName(kind)

export function explainWearables(error) {
  switch (error instanceof Problem ? error.code : null) {
    case "wearable-taken": return t("It is somebody’s already, or it marks a place. Nothing was changed.")
    case "too-many-wearables": return t("The person has as many as one person can have. Take one away first.")
    case "unknown-wearable": return t("It was taken away already.")
    default: return explainPeople(error)
  }
}
