// Watches the position while the page is visible. A fix is handed on and not kept; it is never sent anywhere.

const TIME_LIMIT = 10_000 // milliseconds
const OPTIONS = { enableHighAccuracy: true, timeout: TIME_LIMIT, maximumAge: 5000 }
const REASONS = { 1: "denied", 2: "unavailable", 3: "timed-out" } // GeolocationPositionError.code

export class LocationWatch {
  #located
  #failed
  #paused
  #watch = null
  #limit = null
  #isWanted = false

  // located: called with { latitude, longitude, accuracy } and the time of the fix in milliseconds; failed: called with a
  // reason; paused: called when the watch ends, be it for a while.
  constructor({ located, failed, paused }) {
    this.#located = located
    this.#failed = failed
    this.#paused = paused
  }

  start() {
    if (this.#isWanted) return
    if (!navigator.geolocation) return this.#failed("unavailable")
    this.#isWanted = true
    this.#limit = setTimeout(() => this.#failed("timed-out"), TIME_LIMIT) // the browser's own limit starts after its question
    document.addEventListener("visibilitychange", this.#followVisibility)
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

// "granted", "denied", "prompt", or "prompt" where the browser does not say. `changed` is called with later answers
// until the signal aborts.
export async function locationPermission(changed, signal) {
  try {
    const status = await navigator.permissions.query({ name: "geolocation" })
    status.addEventListener("change", () => changed(status.state), { signal })
    return status.state
  } catch {
    return "prompt"
  }
}
