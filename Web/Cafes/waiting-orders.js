// The person's orders that wait until they come near: what this device does for each, and the request that starts it. The
// page shows them and asks for what its person presses.

import { pauseAfter } from "./models/arrivals.js"
import { isWaiting } from "./models/order.js"
import { ArrivalWatch } from "./arrival-watch.js"
import { post, Problem } from "../Shared/http.js"

export class WaitingOrders {
  #orders
  #told
  #watch

  // orders: as orders.js keeps them. told: { order(order, before), shown(), watch() }: called when an order has
  // changed, when what is known of the orders may have, and when what state(id) says may have.
  constructor(orders, told) {
    this.#orders = orders
    this.#told = told
    this.#watch = new ArrivalWatch(id => this.#start(id), () => told.watch())
  }

  begin() { return this.#watch.begin() }
  stop() { this.#watch.stop() }

  // Takes up what has become known of the orders.
  look() { this.#watch.follow(this.#orders.all) }

  // The device on which an order was placed looks where it is, without being asked again (C113).
  placed(order) { if (isWaiting(order)) this.share(order.id) }
  share(id) { this.#watch.share(id) }

  // What this device does about an order, in the words of arrival-watch.js.
  state(id) { return this.#watch.state(id) }

  // following: where beacons find the person, as Presence/following.js knows it; null when that is not known.
  present(following) { this.#watch.present(following?.isOn ? following.state.cafe : null) }

  // Somebody else, or the same person signed in anew.
  forget() { this.#watch.forget() }

  // The person has come near: nothing but that the order starts is told. Answers as arrival-watch.js wants it.
  async #start(id) {
    try {
      const order = await post(`/api/v1/orders/${encodeURIComponent(id)}/start`, {})
      this.#told.order(order, this.#orders.put(order))
      this.#told.shown()
      return null
    } catch (error) {
      if (!(error instanceof Problem)) return pauseAfter(null)
      return pauseAfter(error.status, [404, 409].includes(error.status) && await this.#stillWaits(id))
    }
  }

  // Also when nothing is known.
  async #stillWaits(id) {
    try {
      const found = await this.#orders.loadOne(id)
      if (found) this.#told.order(found.order, found.before)
      this.#told.shown()
      return found !== null && isWaiting(found.order)
    } catch {
      return true
    }
  }
}
