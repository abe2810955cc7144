// Notices and the channels that carry them, in words. What a later server names besides is shown as it is.

import { h } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"

const ICONS = {
  "order-ready": "check", "order-corrected": "undo", "order-rejected": "close", "order-waiting": "basket", "pickup-soon": "clock", "window-moved": "clock", "window-closed": "clock", "window-overfull": "clock", "not-collected": "basket", "clock-in": "door",
  "clock-out": "door", "forgotten-clock-out": "door", "account-low": "note", "device-blind": "eye-closed",
  "push-refused": "information", "account-filled": "note", "money-returned": "undo", refunded: "undo",
  "correction-decided": "note", "correction-asked": "note", "collection-changes": "information",
}
const CHANNEL_ICONS = { push: "phone", mail: "mail" }

export const noticeIcon = kind => ICONS[kind] ?? "bell"
export const channelIcon = kind => CHANNEL_ICONS[kind] ?? "note"

// A kind of notice, as its settings name it.
export function noticeName(kind) {
  switch (kind) {
    case "order-ready": return t("Your order is ready")
    case "order-corrected": return t("“Ready” was a mistake")
    case "order-rejected": return t("The kitchen cannot make your order")
    case "pickup-soon": return t("Your pickup time comes near")
    case "window-moved": return t("Your pickup time has moved")
    case "window-closed": return t("The café is closed at your pickup time")
    case "window-overfull": return t("A pickup time holds too many orders")
    case "order-waiting": return t("Your order is still waiting")
    case "not-collected": return t("Your order was not collected")
    case "money-returned": return t("Your money is on its way back")
    case "refunded": return t("You get money back")
    case "clock-in": return t("Clock in?")
    case "clock-out": return t("Clock out?")
    case "forgotten-clock-out": return t("You may have forgotten to clock out")
    case "correction-decided": return t("Your correction was decided")
    case "correction-asked": return t("A correction waits for you")
    case "account-filled": return t("Your meal account has changed")
    case "account-low": return t("Your meal account is low")
    case "device-blind": return t("A screen has lost the server")
    case "collection-changes": return t("What is collected about you changes")
    case "push-refused": return t("A push service refuses this server")
    default: return kind
  }
}

export function channelKindName(kind) {
  switch (kind) {
    case "push": return t("Browsers and phones")
    case "mail": return t("E-mail")
    case "ntfy": return "ntfy"
    case "gotify": return "Gotify"
    default: return kind
  }
}

// What the person calls a channel; its address without a name.
export const channelName = ({ label, address, kind }) => label || address || channelKindName(kind)

export function channelStateName(state) {
  switch (state) {
    case "working": return t("works")
    case "unconfirmed": return t("not confirmed yet")
    case "doubtful": return t("doubtful")
    case "failing": return t("fails")
    default: return state
  }
}

// What a state means and what helps; null where nothing is wrong.
export function channelAdvice({ state, failure }) {
  switch (state) {
    // A mail that came back makes the address unconfirmed again.
    case "unconfirmed": return failure ? t("Mail to this address comes back. Check the address.") : t("Enter the six digits of the mail that was sent there. It may take a few minutes, or be among unwanted mail.")
    case "doubtful": return t("It has not been heard of for 14 days. Open Vicinity there, or remove it.")
    case "failing": return failureAdvice(failure)
    default: return null
  }
}

function failureAdvice(failure) {
  return failure
    ? t("The last notice did not get through ({code}). Send one now to see whether it works again.", { code: failure })
    : t("The last notice did not get through. Send one now to see whether it works again.")
}

// Says why a call about notices failed. isPush: whether it was about this browser.
export function explainNotice(error, { isPush = false } = {}) {
  switch (error instanceof Problem ? error.code : null) {
    case "channel-malformed": return isPush
      ? t("The server does not send to the push service of this browser. Choose another way below.")
      : t("The server does not send to this address: it must be public and begin with https. Ask the person who runs the server to allow it.")
    case "too-many-channels": return t("You have reached the limit of devices and addresses. Remove one first.")
    case "mail-not-configured": return t("This server sends no mail. Choose another way.")
    case "mail-failed": return t("The mail server did not take the mail. Check the address, or try again later.")
    case "too-many-mail-codes": return t("You asked for codes too often. Wait a minute, then try again.")
    case "too-many-tests": return t("You tried this often. Wait a minute, then try again.")
    case "wrong-code": return t("This is not the code of the last mail, or it is too old. Send it again, then enter the new one.")
    case "unknown-channel": return t("It is not on your list any more.")
    case "invalid-request":
    case "invalid-field": return t("The server cannot use this. Check what you entered, then try again.")
    default: return explain(error)
  }
}

// Why a delivery failed: a sentence, and the code, which docs/notices.md explains, unless the sentence has it.
export function failureWords(code) {
  const words = failureName(code)
  return words.includes(code) ? [words] : [words, " ", h("bdi.muted.small", { dir: "ltr", translate: "no" }, code)]
}

// Why a delivery failed, with the code where there is no better sentence.
export function failureName(code) {
  switch (code) {
    case "expired": return t("It was too late to send it.")
    case "mail-refused":
    case "outgoing-login": return t("The mail server refuses this server.")
    case "webhook-disabled": return t("The webhook was switched off.")
    case "gone": return t("The device or address is gone.")
    case "mail-bounced":
    case "mail-recipient-refused": return t("The mail came back.")
    case "outgoing-time-limit": return t("There was no answer in time.")
    case "outgoing-unknown-host":
    case "outgoing-connection":
    case "outgoing-tls": return t("The other server could not be reached.")
    case "outgoing-url":
    case "outgoing-address": return t("The server does not send to this address: it must be public and begin with https. Ask the person who runs the server to allow it.")
    case "http-413":
    case "push-413": return t("It was too large for the other server.")
    default: return /^(http|push)-4\d\d$/.test(code) ? t("The other server refused it.") : t("Failed ({code}).", { code })
  }
}
