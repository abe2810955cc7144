// Decides which waiting orders to start because the person has come near. Each order has an area; a person in it is
// near. No position is stored.

import { Areas, extent } from "../../Presence/models/areas.js"

const SOON = 5000 // milliseconds
const LATER = 60_000 // milliseconds

// The milliseconds after which to request the start again, or null for never. status: the status of the refusal, null
// without an answer; isWaiting: whether the order still waits, for example because its café takes no orders now.
export function pauseAfter(status, isWaiting = false) {
  if (status === null || status === 429 || status >= 500) return SOON
  return isWaiting && (status === 404 || status === 409) ? LATER : null
}

export class Arrivals {
  #areas
  #orders = []
  #accuracy = 0 // of the last position, in metres
  #place = null // the café at which beacons find the person

  // core: null in a browser without one; then only beacons count.
  constructor(core) { this.#areas = core && new Areas(core) }

  // orders: the waiting orders; shared: the ids of the orders for which this device may watch its position (C113).
  // Returns whether a new position is needed: a device at rest does not report another one by itself.
  follow(orders, shared) {
    this.#orders = orders
    const areas = orders
      .filter(({ id, waiting }) => shared.has(id) && waiting.startArea)
      .map(({ id, waiting }) => [id, waiting.startArea])
    return this.#areas?.monitor(areas) ?? false
  }

  // A position that is less exact than an area's extent does not count for the area, neither now nor together with the
  // next one.
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

  // Whether the last position is not exact enough to decide.
  isRough(id) {
    const area = this.#orders.find(order => order.id === id)?.waiting.startArea
    return Boolean(area) && this.#accuracy > extent(area)
  }

  end() {
    this.#areas?.end()
    this.#orders = []
  }
}
