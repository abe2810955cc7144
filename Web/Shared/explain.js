// Explains any failed call in a sentence.

import { Problem } from "./http.js"
import { t } from "./messages.js"
import { sentence } from "./models/problems.js"

export function explain(error) {
  return error instanceof Problem ? sentence(error) : t("The server cannot be reached. Check the network, then try again.")
}
