// Explains refusals of signing in, of passwords, of links and of codes. Shared/models/problems.js has those of every page.

import { t, tn } from "../../Shared/messages.js"
import { sentence } from "../../Shared/models/problems.js"

// problem: { code, retryAfter, body }, as http.js throws it.
export function accountSentence(problem) {
  switch (problem.code) {
    case "wrong-credentials": return t("The name and the password do not belong together. Check both, then try again.")
    case "too-many-tries": return tooManyTries(problem.retryAfter)
    case "too-many-sign-ins":
    case "too-many-codes": return tooMany(problem.retryAfter)
    case "sign-in-busy": return t("Many people sign in at this moment. Try again in a few seconds.")
    case "weak-password": return weakness(problem)
    case "name-taken": return t("Somebody else signs in with this e-mail or staff number. Choose another one.")
    case "link-invalid": return t("This link does not work any more. It was used, has expired, or a later link replaced it.")
    case "already-set-up": return t("This server is set up already. Sign in.")
    case "proof-needed": return t("This needs your password once more.")
    case "unknown-code": return t("No screen shows this code. It may have expired: look at the screen for its present code.")
    case "unknown-cafe": return t("This café does not exist any more. Choose another one.")
    case "sign-in-unavailable": return t("This server does not let anybody sign in by a choice of name.")
    case "unknown-principal": return t("This account is not there any more. Ask your administrator.")
    case "csrf": return t("This page is out of date. Reload it, then try again.")
    default: return sentence(problem)
  }
}

function tooManyTries(seconds) {
  if (seconds === null || seconds === undefined) return t("Too many wrong passwords. Wait a minute, then try again.")
  return tn("Too many wrong passwords. Try again in {count} second.", "Too many wrong passwords. Try again in {count} seconds.", seconds)
}

function tooMany(seconds) {
  if (seconds === null || seconds === undefined) return t("Too many tries from here. Wait a minute, then try again.")
  return tn("Too many tries from here. Try again in {count} second.", "Too many tries from here. Try again in {count} seconds.", seconds)
}

// The field error says why: its code is that of the rule.
function weakness({ body }) {
  switch (body?.errors?.[0]?.code) {
    case "too-short": return t("This password is too short. Use at least 10 characters.")
    case "too-long": return t("This password is too long. Use a shorter one.")
    case "too-common": return t("Many people use this password. Choose another one.")
    case "holds-name": return t("This password contains your name. Choose another one.")
    default: return t("This password is easy to guess. Choose another one.")
  }
}
