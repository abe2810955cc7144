// The pickup window that the basket wants, and its hold at the server.

import { Problem, put, remove } from "../Shared/http.js"
import { pickupRequest } from "./models/basket.js"
import { chosen, isHeld, proposed } from "./models/pickup.js"

const ADDRESS = "/api/v1/pickup-hold"

export class PickupHold {
  #wanted = null // the start of the wanted window; null for as soon as possible
  #isOwn = false // whether the person has chosen it
  #hold = null
  #runs = Promise.resolve()
  #last = 0
  #open = 0 // requests without an answer

  // What the basket holds, or null; the hold may have ended.
  get hold() { return this.#hold }
  get wanted() { return this.#wanted }

  // Whether the person has chosen the window.
  get isOwn() { return this.#isOwn }

  choose(startsAt) {
    this.#wanted = startsAt
    this.#isOwn = true
  }

  // Called when the chosen window is not available.
  lose() {
    this.#wanted = null
    this.#isOwn = false
  }

  // Until the person chooses a window, it follows what the basket needs. Returns whether it has changed.
  follow(timetable) {
    const before = this.#wanted
    if (!this.#isOwn) this.#wanted = timetable ? proposed(timetable, this.#inForce) : null
    return before !== this.#wanted
  }

  // The chosen start, null for as soon as possible, or undefined; see models/pickup.js.
  chosen(timetable) { return chosen(timetable, this.#wanted, this.#inForce) }

  get #inForce() { return isHeld(this.#hold, Date.now()) ? this.#hold : null }

  // Called when the person has signed out.
  forget() {
    this.#last += 1
    this.lose()
    this.#hold = null
  }

  // Called when an order has taken over the hold. A pending request must not make another hold.
  ordered() {
    const isLate = this.#open > 0
    this.forget()
    if (isLate) this.#remove()
  }

  // Holds the wanted window. Requests follow one another, and only the last one counts. Returns the refusal, or null.
  take(basket, startsAt) {
    return this.#next(async isLast => {
      if (!isLast()) return null
      try {
        const hold = await put(ADDRESS, pickupRequest(basket, startsAt))
        if (isLast()) this.#hold = hold
        return null
      } catch (error) {
        if (!isLast()) return null
        this.#hold = null
        // Without a hold the window is booked with the order, so a missing answer changes nothing.
        return error instanceof Problem ? error : null
      }
    })
  }

  // Releases the window when the person leaves the review; the server does so itself after some minutes.
  release() {
    if (this.#hold === null) return
    this.#hold = null
    this.#remove()
  }

  #remove() { this.#next(() => remove(ADDRESS).catch(() => null)) }

  #next(act) {
    const number = ++this.#last
    this.#open += 1
    this.#runs = this.#runs.then(() => act(() => number === this.#last)).finally(() => { this.#open -= 1 })
    return this.#runs
  }
}
