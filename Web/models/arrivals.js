// Which orders that wait for their person are to be started, because the person has come near. Each has an area of its
// own; whoever is in it is near. What is told is used and dropped.

import { Areas } from "./areas.js"

const SOON = 5000 // milliseconds
const LATER = 60_000 // milliseconds

// After how many milliseconds the start of an order is asked for again, null for never. status: of the refusal, null
// without an answer; isWaiting: whether the order still waits, as one does whose café takes none now.
export function pauseAfter(status, isWaiting = false) {
  if (status === null || status === 429 || status >= 500) return SOON
  return isWaiting && (status === 404 || status === 409) ? LATER : null
}

export class Arrivals {
  #areas
  #orders = []
  #place = null // the café at which beacons find the person

  // core: may be null, in a browser without one; then only beacons tell.
  constructor(core) { this.#areas = core && new Areas(core) }

  // orders: those that wait; shared: the ids of those for which this device may look where it is (C113). Answers whether
  // it has to look anew, because of one of them nothing is known: a device at rest tells no other position by itself.
  follow(orders, shared) {
    this.#orders = orders
    const areas = orders
      .filter(({ id, waiting }) => shared.has(id) && waiting.startArea)
      .map(({ id, waiting }) => [id, waiting.startArea])
    return this.#areas?.monitor(areas) ?? false
  }

  locate(time, position) { this.#areas?.locate(time, position) }
  permit(permission) { this.#areas?.permit(permission) }
  lose() { this.#areas?.lose() }
  present(cafe) { this.#place = cafe ?? null }

  // The ids of the orders to start.
  get due() {
    const near = this.#areas?.satisfied ?? new Set()
    return this.#orders.filter(({ id, cafe }) => near.has(id) || cafe.id === this.#place).map(({ id }) => id)
  }

  end() {
    this.#areas?.end()
    this.#orders = []
  }
}
