// Decides when a kiosk asks "Are you still there?", and when it forgets its guest (C94, C95). Times are milliseconds of a
// monotonic clock.

export const QUIET = 60_000 // before the warning
export const WARNING = 20_000 // at least, from when the warning shows
export const EXTENSIONS = 10 // one after another, with nothing else in between

export class IdleWatch {
  #last // when the guest last did something
  #warnedAt = null
  #extensions = 0

  constructor(now) { this.#last = now }

  get isWarning() { return this.#warnedAt !== null }

  // The guest did something. During a warning that means "go on".
  touched(now) {
    this.#extensions = this.isWarning ? this.#extensions + 1 : 0
    this.#warnedAt = null
    this.#last = now
  }

  // Begins again, for the next guest.
  reset(now) {
    this.#extensions = 0
    this.#warnedAt = null
    this.#last = now
  }

  // What to do now: { kind: "nothing" }, { kind: "warn", seconds } with the seconds that are left, or { kind: "reset" }.
  // isFresh: whether there is nothing to forget; isUndecided: whether the answer to an order is missing.
  tick(now, { isFresh, isUndecided }) {
    if (isFresh || isUndecided) {
      this.reset(now)
      return { kind: "nothing" }
    }
    if (this.#warnedAt === null) {
      if (now - this.#last < QUIET) return { kind: "nothing" }
      if (this.#extensions >= EXTENSIONS) return { kind: "reset" }
      this.#warnedAt = now
    }
    const left = WARNING - (now - this.#warnedAt)
    return left > 0 ? { kind: "warn", seconds: Math.ceil(left / 1000) } : { kind: "reset" }
  }
}
