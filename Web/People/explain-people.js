// Explains a failed call about people, screens or sessions in a sentence.

import { Problem } from "../Shared/http.js"
import { explainAccount } from "./explain-account.js"
import { peopleSentence } from "./models/people-problems.js"

export const explainPeople = error => (error instanceof Problem ? peopleSentence(error) : null) ?? explainAccount(error)
