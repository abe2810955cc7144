// Explains why nobody was signed in with the provider: what happened, and what to do.

import { t } from "../../Shared/messages.js"

const GROUPS = {
  silent: ["provider-unreachable", "provider-status", "provider-waiting"],
  over: ["sign-in-not-begun", "callback-state", "callback-no-state", "callback-no-code", "callback-repeated-parameter"],
  late: ["callback-too-late"],
  refused: ["callback-refused"],
  clock: ["token-expired", "token-from-future", "token-not-yet-valid"],
  again: ["token-authentication-too-old"],
  suspended: ["person-suspended"],
  nameless: ["provider-no-name"],
  many: ["too-many-sign-ins"],
  none: ["provider-none"],
}

// code: from the address of the page, so that it may be anything.
export function providerSentence(code) {
  switch (Object.keys(GROUPS).find(group => GROUPS[group].includes(code))) {
    case "silent": return t("Your organisation's sign-in does not answer at the moment. Try again in a minute, or sign in with a password.")
    case "over": return t("This sign-in is over, or it began in another browser. Sign in again.")
    case "late": return t("This sign-in took longer than ten minutes. Sign in again.")
    case "refused": return t("Your organisation did not let you in. Ask your administrator whether you may use this server.")
    case "clock": return t("The clocks of this server and of your organisation's sign-in differ. Tell your administrator.")
    case "again": return t("Your organisation did not ask you who you are. Sign in again.")
    case "suspended": return t("Your account on this server is suspended. Ask your administrator.")
    case "nameless": return t("Your organisation told neither your name nor your e-mail address, so you got no account here. Tell your administrator.")
    case "many": return t("Too many tries from here. Wait a minute, then try again.")
    case "none": return t("Nobody signs in through an organisation here. Sign in with a password.")
    default: return t("Your organisation's sign-in gave an answer that cannot be trusted, so you are not signed in. Tell your administrator.")
  }
}

// What an administrator finds in the log; null for what is none of our codes.
export const problemCode = code => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code ?? "") && code.length <= 40 ? code : null)
