// Notices that a screen has slept: between two looks far more time has passed than it was to be.

export class SleepWatch {
  #last
  #most

  // now: by the device's clock; most: milliseconds between two looks of a page that is awake.
  constructor(now, most) {
    this.#last = now
    this.#most = most
  }

  // Whether the device has slept since the last look. A clock that was set is taken for sleep, which does no harm.
  look(now) {
    const passed = now - this.#last
    this.#last = now
    return passed > this.#most || passed < -this.#most
  }
}
