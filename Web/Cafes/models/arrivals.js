// Which orders that wait for their person are to be started, because the person has come near. Each has an area of its
// own; whoever is in it is near. What is told is used and dropped.

import { Areas, extent } from "../../Presence/models/areas.js"

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
  #accuracy = 0 // of the last position, in metres
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

  // A position that is coarser than an area says nothing about who is in it, neither now nor together with the next.
  locate(time, position) {
    this.#accuracy = position.accuracy
    this.#areas?.locate(time, position, id => !this.isRough(id))
  }

  permit(permission) { this.#areas?.permit(permission) }
  lose() { this.#areas?.lose() }
  present(cafe) { this.#place = cafe ?? null }

  // The ids of the orders to start.
  get due() {
    const near = this.#areas?.satisfied ?? new Set()
    return this.#orders.filter(({ id, cafe }) => near.has(id) || cafe.id === this.#place).map(({ id }) => id)
  }

  // Whether the last position is too rough to tell whether the person is near.
  isRough(id) {
    const area = this.#orders.find(order => order.id === id)?.waiting.startArea
    return Boolean(area) && this.#accuracy > extent(area)
  }

  end() {
    this.#areas?.end()
    this.#orders = []
  }
}
