// The permissions of this page. The state machine that every Vicinity program uses decides when to ask, when not to
// ask, and what an answer means.

const SAYINGS = { granted: 0, prompt: 2, denied: 3 } // the browser's word, and its number in the core
const PERMISSIONS = { 0: "granted", 2: "prompt" } // and back; every other number is a refusal

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

  // The person wants to use their position. Returns whether the page may ask the browser: not in the background, and
  // not after a refusal.
  request() { return this.#calls.vicinity_authorization_request(this.#place, Date.now()) === 1 }

  // The browser's question went away without an answer.
  dismissed() { this.#calls.vicinity_authorization_dismissed(this.#place, Date.now()) }

  get permission() { return PERMISSIONS[this.#calls.vicinity_authorization_permission(this.#place)] ?? "denied" }

  // Releases the machine; call nothing afterwards.
  end() { this.#calls.vicinity_authorization_end(this.#place) }
}
