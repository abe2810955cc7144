// The server's time, carried on between beats by a monotonic clock (C45, C76).

export class ServerClock {
  #monotonic
  #offset = null

  // monotonic: returns milliseconds and never jumps, such as performance.now.
  constructor(monotonic) { this.#monotonic = monotonic }

  get isSet() { return this.#offset !== null }

  // The server has just said what time it is.
  set(time) { this.#offset = Date.parse(time) - this.#monotonic() }

  // Milliseconds since 1970 at the server.
  get now() { return this.#monotonic() + (this.#offset ?? 0) }
}
