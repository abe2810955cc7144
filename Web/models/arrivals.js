// Which orders that wait for their person are to be started, because the person has come near. Each has an area of its
// own; whoever is in it is near. What is told is used and dropped.

import { Areas } from "./areas.js"

export class Arrivals {
  #areas
  #orders = []
  #place = null // the café at which beacons find the person

  // core: may be null, in a browser without one; then only beacons tell.
  constructor(core) { this.#areas = core && new Areas(core) }

  // orders: those that wait; shared: the ids of those for which this device may look where it is (C113).
  follow(orders, shared) {
    this.#orders = orders
    this.#areas?.monitor(orders
      .filter(({ id, waiting }) => shared.has(id) && waiting.startArea)
      .map(({ id, waiting }) => [id, waiting.startArea]))
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
