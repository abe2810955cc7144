// Decides when and what a page exchanges with the server: POST /api/v1/tips/ledger. It sends the whole ledger without
// events that must stay on the device. Joining is idempotent, so a lost answer loses nothing. It has no network and no
// clock: `due` says when to send, and answers are passed in with the time in milliseconds.

const FIRST_PAUSE = 5_000 // milliseconds after the first try without an answer
const LONGEST_PAUSE = 15 * 60_000
const LONG = 60 * 60_000 // milliseconds after a refusal that a retry does not solve
const QUIET = 10 * 60_000 // milliseconds after which to ask for changes of other devices
const GATHER = 1_500 // milliseconds in which changes gather
const DAY = 86_400_000 // the tolerance for clocks, in milliseconds

export class TipExchange {
  #random
  #cursor = 0
  #isUnsent = false
  #changes = 0 // counts changes, so that a change during a request does not count as sent
  #sent = null // the request under way: { changes, hasLedger }
  #due = 0
  #learned = null // the cursor that the server named during a request
  #failures = 0
  #ahead = null // milliseconds by which this clock is ahead of the server's; null until the server refuses a time
  #hasTried = false
  #isStopped = false

  // random: a number from 0 to 1, so that many devices do not retry at the same moment.
  constructor(random = Math.random) { this.#random = random }

  // Continues from what the browser has stored.
  resume(cursor, isUnsent, now) {
    this.#cursor = cursor
    this.#isUnsent = isUnsent
    this.#due = now
  }

  get cursor() { return this.#cursor }
  get isUnsent() { return this.#isUnsent }
  get isStopped() { return this.#isStopped }
  // Whether the first attempt since the page opened is over: answered, refused or failed.
  get hasTried() { return this.#hasTried }

  // When to try next, in milliseconds since 1970; null during a request, and after the exchange was stopped.
  get due() { return this.#isStopped || this.#sent !== null ? null : this.#due }

  // The latest time that the server accepts.
  limit(now) { return this.#ahead === null ? Infinity : now - this.#ahead + DAY }

  // Something has changed here.
  changed(now) {
    this.#changes += 1
    this.#isUnsent = true
    if (this.#failures === 0) this.#due = Math.min(Math.max(this.#due, now), now + GATHER)
  }

  // The network or the person is back: sends without waiting.
  hurry(now) {
    if (this.#failures > 0 || this.#due > now + GATHER) this.#due = now
  }

  // The feed reports the server's cursor, also after changes from here.
  learned(cursor, now) {
    if (this.#sent !== null) this.#learned = cursor
    else if (cursor > this.#cursor) this.#due = now
  }

  // Begins a request, and returns whether it contains the ledger.
  begin() {
    this.#sent = { changes: this.#changes, hasLedger: this.#isUnsent }
    return this.#sent.hasLedger
  }

  // answer: { cursor, changes: Base64 or null }. hasAll: whether it contains everything that may be sent from here.
  // isCut: whether data with future times stays here until the server's clock has reached them.
  answered({ cursor, changes }, hasAll, now, isCut = false) {
    const { hasLedger, changes: before } = this.#sent
    this.#sent = null
    this.#hasTried = true
    this.#failures = 0
    this.#cursor = cursor
    if (hasLedger && this.#changes === before) this.#isUnsent = false
    // A server that was restored from a backup has lost changes: it gets the whole ledger again.
    if (!hasLedger && changes !== null && !hasAll) this.#isUnsent = true
    this.#due = now + (this.#isUnsent ? GATHER : QUIET)
    if (isCut) {
      this.#due = now + (this.#isUnsent ? GATHER : LONG)
      this.#isUnsent = true
    }
    // Tries only once for each report: a restored server does not know that cursor.
    if (this.#learned !== null && this.#learned > cursor) this.#due = now
    this.#learned = null
  }

  // There was no answer, or an answer to retry later.
  failed(now) {
    this.#sent = null
    this.#hasTried = true
    this.#failures += 1
    const pause = Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE)
    this.#due = now + pause / 2 + this.#random() * pause / 2
  }

  // The server refused. Returns "sign-in" when nobody is signed in any more, "catalogue" when the page must fetch its
  // catalogue again, else null.
  refused(code, body, now) {
    this.#sent = null
    this.#hasTried = true
    switch (code) {
      case "sign-in-required": case "csrf":
        this.#isStopped = true
        return "sign-in"
      case "tip-clock-ahead":
        if (this.#ahead === null && Number.isFinite(Date.parse(body.now))) {
          this.#ahead = now - Date.parse(body.now)
          this.#due = now
          return null
        }
        break
      case "tip-event-stays-on-device":
        this.failed(now)
        return "catalogue"
    }
    this.#failures += 1
    this.#due = now + LONG
    return null
  }
}
