// Explains any failed call in a sentence.

import { sentence } from "./models/problems.js"
import { Problem } from "./http.js"
import { money, openingTime } from "./locale.js"
import { t } from "./messages.js"

export function explain(error, timeZone) {
  if (error instanceof Problem) return sentence(error, { money, when: instant => openingTime(instant, timeZone) })
  return t("The server cannot be reached. Check the network, then try again.")
}

export function explainCancelling(error) {
  return error instanceof Problem && error.code === "illegal-transition"
    ? t("The kitchen has already started, so this order cannot be cancelled any more.")
    : explain(error)
}
