// The instants that a kitchen's replay can show, and the tickets of a screen at an instant. Times are milliseconds.

import { isShown } from "./kitchen-view.js"
import { isLater } from "./later.js"
import { TicketList } from "./ticket.js"

export const STEP = 10_000

// The instants from the first one to the present, in steps. from, now: texts of the server's response.
export class ReplayTime {
  #from
  #now

  constructor({ from, now }) {
    this.#from = Date.parse(from)
    this.#now = Date.parse(now)
  }

  get now() { return this.#now }

  get steps() { return Math.max(0, Math.floor((this.#now - this.#from) / STEP)) }

  // The last step is the present.
  at(step) { return step >= this.steps ? this.#now : Math.max(this.#from, this.#now - (this.steps - step) * STEP) }

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
