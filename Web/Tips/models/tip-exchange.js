// When and what a page exchanges with the server: POST /api/v1/tips/ledger. What is sent is the whole ledger, less what stays
// on the device; joined twice it is the same, so that nothing is lost by an answer that never came. It has no network and no
// clock: `next` says what to do, and the answers come in with the time in milliseconds.

const FIRST_PAUSE = 5_000 // milliseconds after the first try without an answer
const LONGEST_PAUSE = 15 * 60_000
const LONG = 60 * 60_000 // milliseconds after a refusal that trying again does not cure
const QUIET = 10 * 60_000 // milliseconds after which to ask whether other devices have something
const GATHER = 1_500 // milliseconds in which changes gather
const DAY = 86_400_000 // milliseconds by which clocks may differ

export class TipExchange {
  #random
  #cursor = 0
  #isUnsent = false
  #changes = 0 // how many there were, so that one during a request is not taken for sent
  #sent = null // the request under way: { changes, hasLedger }
  #due = 0
  #learned = null // the cursor that the server told during a request
  #failures = 0
  #ahead = null // milliseconds by which this clock is ahead of the server's, once that matters
  #hasTried = false
  #isStopped = false

  // random: a number from 0 up to 1, so that many devices do not come back at the same moment.
  constructor(random = Math.random) { this.#random = random }

  // Goes on from what the browser has kept.
  resume(cursor, isUnsent, now) {
    this.#cursor = cursor
    this.#isUnsent = isUnsent
    this.#due = now
  }

  get cursor() { return this.#cursor }
  get isUnsent() { return this.#isUnsent }
  get isStopped() { return this.#isStopped }
  // Whether the server has answered, or has not in time, since the page was opened.
  get hasTried() { return this.#hasTried }

  // When to try next, in milliseconds since 1970; null while a request is under way or nothing is to be sent any more.
  get due() { return this.#isStopped || this.#sent !== null ? null : this.#due }

  // The last moment that the server believes.
  limit(now) { return this.#ahead === null ? Infinity : now - this.#ahead + DAY }

  // Something has changed here.
  changed(now) {
    this.#changes += 1
    this.#isUnsent = true
    if (this.#failures === 0) this.#due = Math.min(Math.max(this.#due, now), now + GATHER)
  }

  // There is a network again, or someone looks again: nothing is waited for.
  hurry(now) {
    if (this.#failures > 0 || this.#due > now + GATHER) this.#due = now
  }

  // The server has told that it came to this cursor, which it does for changes from here too.
  learned(cursor, now) {
    if (this.#sent !== null) this.#learned = cursor
    else if (cursor > this.#cursor) this.#due = now
  }

  // Begins a request and answers whether the ledger goes with it.
  begin() {
    this.#sent = { changes: this.#changes, hasLedger: this.#isUnsent }
    return this.#sent.hasLedger
  }

  // answer: { cursor, changes: Base64 or null }. hasAll: whether all that may be sent from here is in what came. isCut: whether
  // something had to stay here, because the server's clock has not reached it.
  answered({ cursor, changes }, hasAll, now, isCut = false) {
    const { hasLedger, changes: before } = this.#sent
    this.#sent = null
    this.#hasTried = true
    this.#failures = 0
    this.#cursor = cursor
    if (hasLedger && this.#changes === before) this.#isUnsent = false
    // A server that was put back from a copy of its database has lost something: it gets the whole once more.
    if (!hasLedger && changes !== null && !hasAll) this.#isUnsent = true
    this.#due = now + (this.#isUnsent ? GATHER : QUIET)
    if (isCut) {
      this.#due = now + (this.#isUnsent ? GATHER : LONG)
      this.#isUnsent = true
    }
    // Once for each time that it was told: a server that was put back from a copy has never heard of that cursor.
    if (this.#learned !== null && this.#learned > cursor) this.#due = now
    this.#learned = null
  }

  // No answer came, or one that says "later".
  failed(now) {
    this.#sent = null
    this.#hasTried = true
    this.#failures += 1
    const pause = Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE)
    this.#due = now + pause / 2 + this.#random() * pause / 2
  }

  // A refusal. Answers "sign-in" when nobody is signed in any more, "catalogue" when the page has to fetch its catalogue
  // anew, and null.
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
