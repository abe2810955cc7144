// Explains why the browser made or used no passkey, or the server takes none: what happened, and what to do.

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

// reason: of a PasskeyError; isNew: whether a passkey was being made; isProof: whether the person is signed in. Returns null when
// there is nothing to say.
export function passkeySentence(reason, { isNew = false, isProof = false } = {}) {
  switch (reason) {
    case "stopped": return null
    case "cancelled": return cancelled(isNew, isProof)
    case "already-registered": return t("This device already has a passkey for your account. Use it to sign in.")
    case "not-supported": return t("This browser or device cannot use passkeys here. Try another one, or sign in another way.")
    case "not-checked": return t("This device cannot check who uses it. Set up a screen lock or a PIN, then try again.")
    case "wrong-address": return t("Passkeys do not work at this address. Open the page at its usual address, then try again.")
    default: return t("The passkey did not work. Try again, or sign in another way.")
  }
}

function cancelled(isNew, isProof) {
  if (isNew) return t("No passkey was created. Try again when you are ready.")
  if (isProof) return t("No passkey was chosen. Try again when you are ready.")
  return t("You are not signed in: no passkey was chosen. Try again, or sign in another way.")
}

// code: of a Problem; isNew: as above. Returns null for problems that have nothing to do with passkeys.
export function passkeyProblemSentence(code, { isNew = false } = {}) {
  switch (code) {
    case "wrong-credentials": return t("This passkey opens no account here. It may have been removed: sign in another way.")
    case "passkey-request-over": return t("That took too long. Try again.")
    case "passkey-refused": return isNew
      ? t("The server cannot use this passkey. Try again, or use another device.")
      : t("The server does not accept this passkey. Try again, or sign in another way.")
    case "passkey-copied": return t("This passkey may have been copied, so it lets nobody in. Sign in another way, then remove it in “Your data”.")
    case "passkey-taken": return t("This passkey has been added already.")
    case "too-many-passkeys": return t("You have as many passkeys as one person may have. Remove one first.")
    case "passkeys-unavailable": return t("Passkeys do not work at this address. Open the page at its usual address, then try again.")
    case "unknown-passkey": return t("This passkey was removed already.")
    case "last-way-in": return t("This passkey is your only way to sign in. Add another one, or set a password, before you remove it.")
    default: return null
  }
}
