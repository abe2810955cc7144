// Decides what a tablet at an entrance shows and when it asks for its code. Times are milliseconds of a clock that never jumps.

const LOOK = 4000 // between two questions, so that a tablet that was revoked notices it
const SOONEST = 250 // between two questions as a new code comes
const PATIENCE = 10_000 // without an answer, after which the code goes away: nobody could use it

export class DoorCodeMachine {
  #shown = null // the last answer, with its times on this clock
  #answeredAt = null

  // answer: of the server; now: when it came.
  given(answer, now) {
    const here = time => now + Date.parse(time) - Date.parse(answer.now)
    this.#shown = { answer, nextAt: here(answer.nextAt), expiresAt: here(answer.expiresAt), clock: Date.parse(answer.now) - now }
    this.#answeredAt = now
  }

  // How long to wait before the next question.
  wait(now) {
    if (this.#shown === null || this.isLost(now)) return LOOK
    const untilNext = this.#shown.nextAt - now
    return untilNext > 0 ? Math.min(LOOK, Math.max(SOONEST, untilNext)) : LOOK / 4
  }

  // Whether the server has not answered for so long that the code is of no use.
  isLost(now) {
    return this.#shown !== null && (now - this.#answeredAt > PATIENCE || now >= this.#shown.expiresAt)
  }

  // The server's time of the last answer.
  get heardAt() { return this.#shown === null ? null : this.#answeredAt + this.#shown.clock }

  // The server's time now, in milliseconds since 1970.
  time(now) { return this.#shown === null ? null : now + this.#shown.clock }

  get answer() { return this.#shown?.answer ?? null }

  // How much of the time until the next code is left: 1 to 0.
  left(now, period = 30_000) {
    return this.#shown === null ? 0 : Math.min(1, Math.max(0, (this.#shown.nextAt - now) / period))
  }

  forget() {
    this.#shown = null
    this.#answeredAt = null
  }
}
