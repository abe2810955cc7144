// Explains refusals about people, their roles and screens: what happened, what it means, what to do. Null for other problems.

import { t } from "../../Shared/messages.js"

const FIELDS = { "/name": "name", "/signInName": "sign-in-name", "/roles": "roles", "/language": "language" }

// problem: { code, body }, as http.js throws it.
export function peopleSentence({ code, body }) {
  switch (code) {
    case "last-administrator":
      return t("Nobody else can administer this server. Make somebody else an administrator first. Nothing was changed.")
    case "name-taken": return t("Another person signs in with this e-mail address or staff number. Nothing was changed.")
    case "unknown-place":
      return t("A site or café of these roles does not exist any more. Close this, reload the page, and choose another place.")
    case "person-exists":
    case "unknown-person":
      return t("The list of people has changed. Reload the page, then try again.")
    // The server makes links only for people who have a sign-in name.
    case "wrong-credentials": return t("Enter an e-mail address or a staff number first, and save it. Then make a link.")
    case "unknown-screen": return t("This screen is not paired any more.")
    case "unknown-session": return t("This sign-in has ended already.")
    case "invalid-request": return invalid(body)
    default: return null
  }
}

// The field that a refusal is about: "name", "sign-in-name", "roles" or "language"; null for none or another one.
export function refusedField({ code, body }) {
  switch (code) {
    case "name-taken": return "sign-in-name"
    case "unknown-place":
    case "last-administrator":
      return "roles"
    case "invalid-request": return FIELDS[body?.errors?.[0]?.pointer] ?? null
    default: return null
  }
}

function invalid(body) {
  switch (refusedField({ code: "invalid-request", body })) {
    case "name": return t("A name is one line of at most 100 characters.")
    case "sign-in-name": return t("An e-mail address or staff number has at most 128 characters and no blanks.")
    default: return null
  }
}
