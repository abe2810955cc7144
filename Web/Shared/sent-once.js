// Asks the server for something exactly once, however often the request has to be sent.

import { Attempt } from "./models/attempt.js"
import { UNSAVED } from "./models/problems.js"
import { post, Problem } from "./http.js"
import { randomKey } from "./random-key.js"

// Answers that say nothing about whether an earlier try was carried out.
const UNDECIDED = ["sign-in-required", "csrf", "busy", "not-ready", ...UNSAVED]

export class SentOnce {
  #path
  #attempt

  // path: where requests go; name: under which the browser keeps the one whose answer is missing.
  constructor(path, name) {
    this.#path = path
    this.#attempt = new Attempt(sessionStorage, name)
  }

  isUndecided(person) { return this.#attempt.isPendingFor(person) }
  get pendingBody() { return this.#attempt.pending?.body ?? null }

  // Answers what the server made, or throws what http.js throws. Afterwards isUndecided tells whether an answer is missing.
  async send(person, body) {
    const isRetry = this.#attempt.isPendingFor(person)
    const { key, body: sent } = this.#attempt.begin(person, body, randomKey)
    try {
      const made = await post(this.#path, sent, { "Idempotency-Key": key })
      this.#attempt.settle()
      return made
    } catch (error) {
      if (isAnswer(error, isRetry)) this.#attempt.settle()
      throw error
    }
  }
}

// A refusal of the first try settles it. After a lost answer only a refusal of what was asked for does.
function isAnswer(error, isRetry) {
  if (!(error instanceof Problem)) return false
  if (UNDECIDED.includes(error.code)) return !isRetry
  return error.status < 500
}
