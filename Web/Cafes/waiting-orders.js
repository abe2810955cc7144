// The orders that start on arrival: this device's watch for each order, and the request that starts it.

import { post, Problem } from "../Shared/http.js"
import { ArrivalWatch } from "./arrival-watch.js"
import { pauseAfter } from "./models/arrivals.js"
import { isWaiting } from "./models/order.js"

export class WaitingOrders {
  #orders
  #callbacks
  #watch

  // orders: the Orders. callbacks: order(order, before) when an order has changed, shown() when the orders may have changed,
  // watch() when state(id) may have changed.
  constructor(orders, callbacks) {
    this.#orders = orders
    this.#callbacks = callbacks
    this.#watch = new ArrivalWatch(id => this.#start(id), () => callbacks.watch())
  }

  begin() { return this.#watch.begin() }
  stop() { this.#watch.stop() }

  // Follows the orders that the page knows now.
  look() { this.#watch.follow(this.#orders.all) }

  // The device that placed the order may watch its position without another question (C113).
  placed(order) { if (isWaiting(order)) this.share(order.id) }
  share(id) { this.#watch.share(id) }

  // The state of arrival-watch.js for an order.
  state(id) { return this.#watch.state(id) }

  // following: the Following; null when it is not known.
  present(following) { this.#watch.present(following?.isOn ? following.state.cafe : null) }

  // Another person, or the same one after a new sign-in.
  forget() { this.#watch.forget() }

  // The person has come near. The server learns only that the order starts. Returns the milliseconds after which
  // arrival-watch.js requests it again, or null.
  async #start(id) {
    try {
      const order = await post(`/api/v1/orders/${encodeURIComponent(id)}/start`, {})
      this.#callbacks.order(order, this.#orders.put(order))
      this.#callbacks.shown()
      return null
    } catch (error) {
      if (!(error instanceof Problem)) return pauseAfter(null)
      return pauseAfter(error.status, [404, 409].includes(error.status) && await this.#stillWaits(id))
    }
  }

  // Also true when the state of the order is unknown.
  async #stillWaits(id) {
    try {
      const found = await this.#orders.loadOne(id)
      if (found) this.#callbacks.order(found.order, found.before)
      this.#callbacks.shown()
      return found !== null && isWaiting(found.order)
    } catch {
      return true
    }
  }
}
