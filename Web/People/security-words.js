// Entries of the security log and ways of signing in, in words.

import { t } from "../Shared/messages.js"
import { grantsText } from "./role-words.js"

// An unknown kind of a later server is shown as it is.
export function kindName(kind) {
  switch (kind) {
    case "signed-in": return t("Signed in")
    case "sign-in-refused": return t("Sign-in refused")
    case "signed-out": return t("Signed out")
    case "session-ended": return t("Signed out from elsewhere")
    case "set-up": return t("Installation set up")
    case "person-added": return t("Person added")
    case "person-changed": return t("Name or language changed")
    case "roles-changed": return t("Roles changed")
    case "approval-delegated": return t("Right to approve delegated")
    case "delegation-ended": return t("Delegation ended")
    case "suspended": return t("Suspended")
    case "resumed": return t("Let in again")
    case "invited": return t("Link for a password made")
    case "password-changed": return t("Password changed")
    case "passkey-added": return t("Passkey added")
    case "passkey-removed": return t("Passkey removed")
    case "recovery-codes-made": return t("Recovery codes made")
    case "paired": return t("Screen, gateway or terminal paired")
    case "pairing-refused": return t("Pairing refused")
    case "screen-revoked": return t("Screen revoked")
    case "gateway-revoked": return t("Gateway revoked")
    case "wearable-assigned": return t("Badge or phone assigned")
    case "webhook-changed": return t("Webhook added, changed or removed")
    case "badge-set": return t("Badge and PIN for kiosks set")
    case "badge-blocked": return t("Badge blocked at kiosks")
    case "badge-unblocked": return t("Badge unblocked at kiosks")
    case "badge-removed": return t("Badge for kiosks removed")
    case "badge-refused": return t("Badge or PIN refused at a kiosk")
    case "wearable-removed": return t("Badge or phone taken away")
    case "exported": return t("Own data exported")
    case "erased": return t("Own data erased")
    default: return kind
  }
}

export function methodName(method) {
  switch (method) {
    case "demo": return t("by a choice of name, in the demo")
    case "password": return t("with a password")
    case "passkey": return t("with a passkey")
    case "recovery-code": return t("with a recovery code")
    case "provider": return t("through your organisation")
    case "pairing": return t("with a code")
    default: return method
  }
}

// What a device is for.
export function purposeName(purpose) {
  switch (purpose) {
    case "kitchen": return t("kitchen display")
    case "board": return t("status board")
    case "kiosk": return t("kiosk for guests")
    case "entrance": return t("tablet at the entrance")
    case "terminal": return t("terminal")
    case "gateway": return t("gateway")
    default: return purpose
  }
}

// What an entry says besides. places: as grantsText takes them.
export function detailWords({ kind, detail }, places) {
  if (detail === "") return ""
  switch (kind) {
    case "signed-in": return methodName(detail)
    case "sign-in-refused": return refusalWords(detail)
    case "person-added":
    case "roles-changed":
      return grantsText(detail.split(" "), places)
    case "paired":
    case "pairing-refused": {
      // The gateway follows the purpose.
      const [purpose, gateway] = detail.split(" ")
      return gateway === undefined ? purposeName(purpose) : t("gateway {name}", { name: gateway })
    }
    default: return detail
  }
}

// Why a sign-in was refused, besides a wrong password.
function refusalWords(detail) {
  switch (detail) {
    case "passkey counter did not grow": return t("the passkey may have been copied")
    case "recovery code": return t("with a recovery code")
    default: return detail
  }
}
