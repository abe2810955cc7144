// Makes the server do something exactly once, although the request may be sent several times.

import { post, Problem } from "./http.js"
import { randomKey } from "./random-key.js"
import { Attempt } from "./models/attempt.js"
import { UNSAVED } from "./models/problems.js"

// These answers do not tell whether an earlier try succeeded.
const UNDECIDED = ["sign-in-required", "csrf", "busy", "not-ready", ...UNSAVED]

export class SentOnce {
  #path
  #attempt

  // path: of the requests; name: under which the browser stores the one without an answer.
  constructor(path, name) {
    this.#path = path
    this.#attempt = new Attempt(sessionStorage, name)
  }

  isUndecided(person) { return this.#attempt.isPendingFor(person) }
  get pendingBody() { return this.#attempt.pending?.body ?? null }

  // headers: a function that returns the headers of each try, because they may have the time of sending.
  // Returns what the server made, or throws what http.js throws. Afterwards isUndecided says whether the answer is missing.
  async send(person, body, headers = () => ({})) {
    const isRetry = this.#attempt.isPendingFor(person)
    const { key, body: sent } = this.#attempt.begin(person, body, randomKey)
    try {
      const made = await post(this.#path, sent, { "Idempotency-Key": key, ...headers() })
      this.#attempt.settle()
      return made
    } catch (error) {
      if (isAnswer(error, isRetry)) this.#attempt.settle()
      throw error
    }
  }
}

// A refusal settles the first try. After a lost answer, only a refusal of the request itself does.
function isAnswer(error, isRetry) {
  if (!(error instanceof Problem)) return false
  if (UNDECIDED.includes(error.code)) return !isRetry
  return error.status < 500
}
