// The server's time; between beats a monotonic clock continues it (C45, C76).

export class ServerClock {
  #monotonic
  #offset = null

  // monotonic: returns milliseconds and never jumps, such as performance.now.
  constructor(monotonic) { this.#monotonic = monotonic }

  get isSet() { return this.#offset !== null }

  // The server has just sent its time.
  set(time) { this.#offset = Date.parse(time) - this.#monotonic() }

  // The server's time in milliseconds since 1970.
  get now() { return this.#monotonic() + (this.#offset ?? 0) }
}
