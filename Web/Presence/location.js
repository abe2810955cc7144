// Watches the position while the page is visible. A position is passed on, never stored and never sent.

const PATIENCE = 5000 // milliseconds; by then a page has another way (W123)
const OPTIONS = { enableHighAccuracy: true, timeout: 30_000, maximumAge: 5000 }
const REASONS = { 1: "denied", 2: "unavailable", 3: "timed-out" } // GeolocationPositionError.code

export class LocationWatch {
  #located
  #failed
  #paused
  #watch = null
  #limit = null
  #isWanted = false

  // located: called with { latitude, longitude, accuracy } and the time of the position in milliseconds; failed: called with a
  // reason, and with "late" when no position has come soon, though one may still come; paused: called when the watch ends or pauses.
  constructor({ located, failed, paused }) {
    this.#located = located
    this.#failed = failed
    this.#paused = paused
  }

  start() {
    if (this.#isWanted) return
    if (!navigator.geolocation) return this.#failed("unavailable")
    this.#isWanted = true
    this.#limit = setTimeout(() => this.#failed("late"), PATIENCE) // the browser's own limit starts after its question
    document.addEventListener("visibilitychange", this.#followVisibility)
    this.#open()
  }

  // Makes a device at rest report its position once more.
  renew() {
    if (!this.#isWanted) return this.start()
    if (this.#watch === null) return
    navigator.geolocation.clearWatch(this.#watch)
    this.#watch = null
    this.#open()
  }

  stop() {
    this.#isWanted = false
    clearTimeout(this.#limit)
    document.removeEventListener("visibilitychange", this.#followVisibility)
    this.#close()
  }

  #followVisibility = () => {
    if (document.visibilityState === "visible") this.#open()
    else this.#close()
  }

  #open() {
    if (this.#watch !== null || !this.#isWanted) return
    this.#watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) => {
        clearTimeout(this.#limit)
        this.#located({ latitude, longitude, accuracy }, timestamp)
      },
      ({ code }) => {
        clearTimeout(this.#limit)
        this.#failed(REASONS[code] ?? "unavailable")
      },
      OPTIONS,
    )
  }

  #close() {
    if (this.#watch === null) return
    navigator.geolocation.clearWatch(this.#watch)
    this.#watch = null
    this.#paused()
  }
}

// Whether the page may use the position. The core decides, from the browser's permission and from whether the page is
// in front; without a core, the browser decides.
export class LocationPermission {
  #changed
  #abort = new AbortController()
  #machine = null
  #word = "prompt"
  #reported = "prompt"

  // changed: called when `state` has changed.
  constructor(changed) { this.#changed = changed }

  // core: models/core.js, or null.
  async begin(core) {
    const word = await this.#ask()
    if (this.#abort.signal.aborted) return
    this.#machine = core?.authorization() ?? null
    this.#machine?.used(isInFront())
    this.#take(word)
    document.addEventListener("visibilitychange", () => this.#machine?.used(isInFront()), { signal: this.#abort.signal })
  }

  stop() {
    this.#abort.abort()
    this.#machine?.end()
    this.#machine = null
  }

  // "granted", "denied", or "prompt" while nothing has been decided.
  get state() { return this.#machine?.permission ?? this.#word }

  // The person wants to use the position. Returns whether the page may ask the browser for it now.
  request() { return this.#machine?.request() ?? this.#word !== "denied" }

  // The browser gave a position, so the position is allowed, whatever the browser's permission says.
  answered() { if (this.state === "prompt") this.#take("granted") }

  // The browser gave no position because the person did not allow it.
  refused() { if (this.state === "prompt") this.#machine?.dismissed() }

  // "prompt" also when the browser does not report its permission.
  async #ask() {
    try {
      const status = await navigator.permissions.query({ name: "geolocation" })
      status.addEventListener("change", () => this.#take(status.state), { signal: this.#abort.signal })
      return status.state
    } catch {
      return "prompt"
    }
  }

  #take(word) {
    this.#word = word
    this.#machine?.said(word)
    if (this.state === this.#reported) return
    this.#reported = this.state
    this.#changed(this.state)
  }
}

const isInFront = () => document.visibilityState === "visible"
