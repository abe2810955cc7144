// Decides what a page does and shows while it follows the server's feed. It has no clock and no network: live.js drives
// it. Times are milliseconds of a monotonic clock.

export const STALE = 3000 // a beat comes every 2 s
export const LOST = 4500 // milliseconds without a beat; two beats may be late
export const TICK = 250 // milliseconds between checks; with LOST, a page shows a lost link within 5 s (C80)
const BURST = 20 // more pending changes than this are fetched as one snapshot (C81)
const FIRST_DELAY = 500
const LONGEST_DELAY = 4000

export const Link = Object.freeze({
  starting: "starting", // nothing has been shown yet
  catchingUp: "catching-up",
  live: "live",
  stale: "stale", // a beat is overdue
  lost: "lost", // the page may be wrong
})

export class FeedMachine {
  #last = null // number of the last change that is shown or pending
  #heardAt // when the last event of the server arrived
  #pending = []
  #isNumbered
  #needsSnapshot
  #failures = 0
  #hasShown = false

  // isNumbered: the snapshot contains the number of its last change, so it is read before the stream opens. A snapshot
  // without a number is read after the stream has opened, so that no change is missed between the two.
  constructor(now, { isNumbered = true } = {}) {
    this.state = Link.starting
    this.lostSince = null
    this.#heardAt = now
    this.#isNumbered = isNumbered
    this.#needsSnapshot = isNumbered
  }

  get after() { return this.#last }
  get isLost() { return this.state === Link.lost }

  // Whether the stream may be opened now.
  get mayOpen() { return !this.#isNumbered || this.#last !== null }

  // What to fetch now: "snapshot", "changes" (with the list), or "nothing".
  get work() {
    if (this.#needsSnapshot || this.#pending.length > BURST) return { kind: "snapshot" }
    return this.#pending.length > 0 ? { kind: "changes", changes: [...this.#pending] } : { kind: "nothing" }
  }

  // Milliseconds to wait before the next attempt to connect.
  get delay() { return Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, this.#failures - 1)) }

  // The stream is open. Without a number to continue from, earlier changes may be missing.
  opened() {
    if (this.#last === null) this.#needsSnapshot = true
  }

  // A snapshot has been shown; it includes everything up to the number `asOf`, if that is known.
  snapshotShown(asOf = null) {
    this.#needsSnapshot = false
    this.#hasShown = true
    if (asOf === null) return
    this.#pending = this.#pending.filter(change => change.number > asOf)
    this.#last = Math.max(asOf, ...this.#pending.map(change => change.number))
  }

  // These changes have been fetched and shown.
  changesShown(changes) {
    const shown = new Set(changes.map(change => change.number))
    this.#pending = this.#pending.filter(change => !shown.has(change.number))
  }

  // A change arrived. A duplicate is dropped.
  change(change, now) {
    this.#hear(now)
    if (this.#last !== null && change.number <= this.#last) return
    this.#last = change.number
    this.#pending.push(change)
  }

  // A beat arrived. The first beat comes after the changes that the page had missed.
  beat(now) {
    this.#hear(now)
    this.#failures = 0
    if (this.#hasShown && !this.#needsSnapshot) this.#toLive()
  }

  // The server cannot continue from our number: everything is loaded again.
  reset(now) {
    this.#hear(now)
    this.#last = null
    this.#pending = []
    this.#needsSnapshot = true
  }

  // The stream broke or a fetch failed.
  failed() { this.#failures += 1 }

  // Time has passed (C80). A page that has never shown anything loses the link after the same time.
  tick(now) {
    const silence = now - this.#heardAt
    if (silence >= LOST) {
      if (this.state !== Link.lost) this.lostSince = this.#heardAt
      this.state = Link.lost
    } else if (silence >= STALE && this.state === Link.live) {
      this.state = Link.stale
    }
  }

  #hear(now) {
    this.#heardAt = now
    if (this.state === Link.lost || this.state === Link.stale) this.state = this.#hasShown ? Link.catchingUp : Link.starting
  }

  #toLive() {
    this.state = Link.live
    this.lostSince = null
  }
}
