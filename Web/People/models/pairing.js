// Decides when a screen that waits to be paired asks for a code, polls for its token, and gives up (RFC 8628). No clock, no
// network: pairing-code.js drives it. Times are milliseconds of a monotonic clock.

const SECOND = 1000
const INTERVAL = 5 // seconds between two polls, unless the server says otherwise (section 3.2)
const SLOWER = 5 // seconds more after slow_down (section 3.5)
const LONGEST_WAIT = 20 * SECOND // between two tries while the server cannot be reached
const REFUSED_FOR = 60 * SECOND // a screen without a keyboard gets a new code by itself

export const Stage = Object.freeze({
  asking: "asking", // for a code
  waiting: "waiting", // shows a code and polls
  refused: "refused", // a person refused this screen
  entering: "entering", // exchanges its token for a cookie
  entered: "entered",
})

export class PairingMachine {
  stage = Stage.asking
  // What people need: { userCode, address, completeAddress, shownAt, expiresAt }, or null.
  code = null
  // Whether the last request got no answer.
  isUnreachable = false
  #deviceCode = null
  #token = null
  #interval = INTERVAL * SECOND
  #failures = 0
  #due

  constructor(now) { this.#due = now }

  // What to do now: { kind: "ask" }, { kind: "poll", deviceCode }, { kind: "enter", token }, { kind: "nothing" }, or { kind:
  // "wait", milliseconds }.
  work(now) {
    if (this.stage === Stage.entered) return { kind: "nothing" }
    if (now < this.#due) return { kind: "wait", milliseconds: this.#due - now }
    switch (this.stage) {
      case Stage.waiting: return { kind: "poll", deviceCode: this.#deviceCode }
      case Stage.entering: return { kind: "enter", token: this.#token }
      default: return { kind: "ask" }
    }
  }

  // From 1 to 0.
  timeLeft(now) {
    if (this.code === null) return 0
    const { shownAt, expiresAt } = this.code
    return Math.min(1, Math.max(0, (expiresAt - now) / (expiresAt - shownAt)))
  }

  // answer: as RFC 8628, section 3.2, names its members.
  codeGiven(answer, now) {
    this.#heard()
    this.#deviceCode = answer.device_code
    this.#interval = (answer.interval ?? INTERVAL) * SECOND
    this.#due = now + this.#interval
    this.stage = Stage.waiting
    this.code = {
      userCode: answer.user_code,
      address: answer.verification_uri,
      completeAddress: answer.verification_uri_complete ?? answer.verification_uri,
      shownAt: now,
      expiresAt: now + answer.expires_in * SECOND,
    }
  }

  tokenGiven(token, now) {
    this.#heard()
    this.#token = token
    this.#due = now
    this.stage = Stage.entering
  }

  // error: the code of section 3.5.
  refused(error, now) {
    this.#heard()
    switch (error) {
      case "authorization_pending":
        this.#due = now + this.#interval
        break
      case "slow_down":
        this.#interval += SLOWER * SECOND
        this.#due = now + this.#interval
        break
      case "access_denied":
        this.#forget(Stage.refused)
        this.#due = now + REFUSED_FOR
        break
      case "expired_token":
        this.#forget(Stage.asking)
        this.#due = now
        break
      default:
        this.#forget(Stage.asking)
        this.#due = now + this.#interval
    }
  }

  // The server did not answer, or could not act now. retryAfter: seconds that it asks to wait, or null.
  failed(now, { retryAfter = null, isUnreachable = true } = {}) {
    this.isUnreachable = isUnreachable
    this.#failures += 1
    const delay = Math.min(LONGEST_WAIT, SECOND * 2 ** (this.#failures - 1))
    // A poll that got no answer must not come sooner than the interval (section 3.5).
    const least = this.stage === Stage.waiting ? this.#interval : 0
    this.#due = now + Math.max(delay, least, (retryAfter ?? 0) * SECOND)
  }

  // The cookie has taken the place of the token.
  entered() {
    this.#forget(Stage.entered)
  }

  // The server does not know the token any more.
  tokenRefused(now) {
    this.#heard()
    this.#forget(Stage.asking)
    this.#due = now + this.#interval
  }

  // Somebody asks for a new code.
  renew(now) {
    this.#forget(Stage.asking)
    this.#due = now
  }

  #heard() {
    this.isUnreachable = false
    this.#failures = 0
  }

  #forget(stage) {
    this.stage = stage
    this.code = null
    this.#deviceCode = null
    this.#token = null
  }
}
