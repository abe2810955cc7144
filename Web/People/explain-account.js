// Explains a failed call about signing in, passwords, links or codes in a sentence.

import { explain } from "../Shared/explain.js"
import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { accountSentence } from "./models/account-problems.js"

export const explainAccount = error => (error instanceof Problem ? accountSentence(error) : explain(error))

// For what a page reads first: before there is a campus, the server answers that it is not ready.
export const explainUnready = error =>
  (error instanceof Problem && error.code === "not-ready"
    ? t("This server is not set up yet. Its operator has a link for that.")
    : explainAccount(error))
