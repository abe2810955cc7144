// Explains a failed call about one's own data in a sentence.

import { Problem } from "../Shared/http.js"
import { explainAccount } from "./explain-account.js"
import { ownDataSentence } from "./models/own-data-problems.js"

export const explainOwnData = error => (error instanceof Problem ? ownDataSentence(error) : null) ?? explainAccount(error)
