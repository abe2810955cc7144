// Explains a refusal: what happened, what it means, what to do. One or two sentences for each code of the server that any
// page can get; Cafes/models/order-problems.js and TimeClock/models/punch-problems.js have the others.

import { t } from "../messages.js"

// Nothing was saved: the server refuses all changes until an operator has looked after it.
export const UNSAVED = ["disk-full", "database-damaged", "database-read-only", "database-moved", "clock-behind"]

// problem: { code, status, request }; the last two are missing where no server answered.
//
// After a failure of the server comes the code under which its log has the request, for the operator.
export function sentence(problem) {
  const words = explained(problem)
  const isFailure = problem.status >= 500 && problem.code !== "not-ready"
  return isFailure && problem.request ? t("{sentence} Code: {code}.", { sentence: words, code: problem.request }) : words
}

function explained({ code }) {
  if (UNSAVED.includes(code)) return t("The café’s server cannot save anything now. Nothing was changed or paid. Please tell the staff.")
  switch (code) {
    case "sign-in-required": return t("You are not signed in any more. Sign in, then try again.")
    case "forbidden": return t("You are not allowed to do this. Sign in as someone who is.")
    case "csrf": return t("This page is out of date with your sign-in. Reload it, then try again.")
    case "malformed-json":
    case "invalid-request":
    case "idempotency-key-required":
      return t("The server did not understand this page. Reload it, then try again. Your basket is kept.")
    case "busy": return t("The café’s server is busy. Nothing was paid. Try again in a moment.")
    case "disk-failed":
    case "database-away":
    case "commit-waits":
      return t("The café’s server has a fault and may not have saved this. Look at your orders before you try again, and tell the staff.")
    case "not-ready": return t("This server is not set up yet. Its operator has a link for that.")
    default: return t("The server could not do this. Try again in a moment.")
  }
}
