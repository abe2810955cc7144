// Explains a failed call about signing in, passwords, links or codes in a sentence.

import { explain } from "../Shared/explain.js"
import { Problem } from "../Shared/http.js"
import { accountSentence } from "./models/account-problems.js"

export const explainAccount = error => (error instanceof Problem ? accountSentence(error) : explain(error))
