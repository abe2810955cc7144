// The instants that a kitchen's replay can show, and the tickets of a screen at an instant. Times are milliseconds.

import { isShown } from "./kitchen-view.js"
import { isLater } from "./later.js"
import { TicketList } from "./ticket.js"

export const STEP = 10_000

// How far back the server looks. It moves on while a request is on its way, so the page stays MARGIN behind it.
export const REACH = 24 * 3_600_000
export const MARGIN = 10_000

// The first instant of a response that can still be asked for. The record of a young server begins later, and does not move.
const firstOf = ({ from, now }) => Math.max(Date.parse(from), Date.parse(now) - REACH + MARGIN)

// The instants from the first one to the present, in steps. from, now: texts of the server's response.
export class ReplayTime {
  #from
  #now

  constructor(response) {
    this.#now = Date.parse(response.now)
    this.#from = firstOf(response)
  }

  get first() { return this.#from }

  get now() { return this.#now }

  get steps() { return Math.max(0, Math.floor((this.#now - this.#from) / STEP)) }

  // The last step is the present.
  at(step) {
    if (step >= this.steps) return this.#now
    return step <= 0 ? this.#from : this.#now - (this.steps - step) * STEP
  }

  // Takes a later response into account: the first instant moves on, and the present of the page stays.
  moved(response) { this.#from = Math.min(this.#now, Math.max(this.#from, firstOf(response))) }

  // Whether an instant lies before the first one that can be shown.
  isTooOld(instant) { return instant < this.#from }

  // The step of an instant, or the nearest one.
  step(instant) {
    return Math.min(this.steps, Math.max(0, this.steps - Math.round((this.#now - instant) / STEP)))
  }

  // An instant, clamped to those that can be shown.
  within(instant) { return Math.min(this.#now, Math.max(this.#from, instant)) }
}

// Returns the tickets in the line, those of a view, those that were ready, and how many were for later.
export function shownThen(tickets, view, stations, at) {
  const list = new TicketList()
  list.reset(tickets)
  const inLine = list.inWork.filter(ticket => !isLater(ticket, at))
  return { inLine, shown: inLine.filter(ticket => isShown(view, ticket, stations)), ready: list.ready, later: list.inWork.length - inLine.length }
}
