// What the person allows this page, decided by the state machine that every Vicinity program uses: when to ask, when not to,
// and what an answer means.

const SAYINGS = { granted: 0, prompt: 2, denied: 3 } // what the browser says, as the core numbers it
const PERMISSIONS = { 0: "granted", 2: "prompt" } // and back; every other one is a refusal

export class CoreAuthorization {
  #calls
  #place

  constructor(calls) {
    this.#calls = calls
    this.#place = calls.vicinity_authorization_begin(Date.now())
  }

  // The browser reports its permission. An unknown word counts as a refusal.
  said(word) { this.#calls.vicinity_authorization_said(this.#place, SAYINGS[word] ?? SAYINGS.denied, Date.now()) }

  // Whether the page is in front of the person.
  used(isInUse) { this.#calls.vicinity_authorization_used(this.#place, isInUse ? 1 : 0, Date.now()) }

  // The person wants their position used. Returns whether the browser may be asked: not in the background, and not after a
  // refusal.
  request() { return this.#calls.vicinity_authorization_request(this.#place, Date.now()) === 1 }

  // The browser's question went away without an answer.
  dismissed() { this.#calls.vicinity_authorization_dismissed(this.#place, Date.now()) }

  get permission() { return PERMISSIONS[this.#calls.vicinity_authorization_permission(this.#place)] ?? "denied" }

  // Forgets everything; nothing may be asked afterwards.
  end() { this.#calls.vicinity_authorization_end(this.#place) }
}
