// Detects that a screen has slept: far more time than expected has passed between two checks.

export class SleepWatch {
  #last
  #most

  // now: by the device's clock; most: the longest time between two checks of an awake page, in milliseconds.
  constructor(now, most) {
    this.#last = now
    this.#most = most
  }

  // Whether the device has slept since the last check. A changed clock counts as sleep, which does no harm.
  look(now) {
    const passed = now - this.#last
    this.#last = now
    return passed > this.#most || passed < -this.#most
  }
}
