// What the person allows this page, decided by the machine that every program of Vicinity uses: whom to ask, when not to,
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

  // What the browser says of the permission; a word that is not known is a refusal.
  said(word) { this.#calls.vicinity_authorization_said(this.#place, SAYINGS[word] ?? SAYINGS.denied, Date.now()) }

  // Whether the page is in front of the person.
  used(isInUse) { this.#calls.vicinity_authorization_used(this.#place, isInUse ? 1 : 0, Date.now()) }

  // The person wants their position used. Answers whether the browser may be asked for it: not while the page is in the
  // background, nor after a refusal.
  request() { return this.#calls.vicinity_authorization_request(this.#place, Date.now()) === 1 }

  // The browser's question went away without an answer.
  dismissed() { this.#calls.vicinity_authorization_dismissed(this.#place, Date.now()) }

  get permission() { return PERMISSIONS[this.#calls.vicinity_authorization_permission(this.#place)] ?? "denied" }

  // Forgets everything; nothing may be asked afterwards.
  end() { this.#calls.vicinity_authorization_end(this.#place) }
}
