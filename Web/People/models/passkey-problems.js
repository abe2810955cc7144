// Explains why the browser made or used no passkey: what happened, and what to do.

import { t } from "../../Shared/messages.js"

const REASONS = {
  // The person closed the dialog, the time was up, or there is no passkey: browsers do not say which.
  NotAllowedError: "cancelled",
  // Another request of this page took its place, or the page stopped it.
  AbortError: "stopped",
  InvalidStateError: "already-registered",
  NotSupportedError: "not-supported",
  ConstraintError: "not-checked",
  SecurityError: "wrong-address",
}

// error: what the browser threw.
export const passkeyReason = error => REASONS[error?.name] ?? "failed"

// reason: of a PasskeyError; isNew: whether a passkey was being made. Returns null when there is nothing to say.
export function passkeySentence(reason, { isNew = false } = {}) {
  switch (reason) {
    case "stopped": return null
    case "cancelled": return isNew
      ? t("No passkey was created. Try again when you are ready.")
      : t("You are not signed in: no passkey was chosen. Try again, or sign in another way.")
    case "already-registered": return t("This device already has a passkey for your account. Use it to sign in.")
    case "not-supported": return t("This browser or device cannot use passkeys here. Try another one, or sign in another way.")
    case "not-checked": return t("This device cannot check who uses it. Set up a screen lock or a PIN, then try again.")
    case "wrong-address": return t("Passkeys do not work at this address. Open the page at its usual address, then try again.")
    default: return t("The passkey did not work. Try again, or sign in another way.")
  }
}
