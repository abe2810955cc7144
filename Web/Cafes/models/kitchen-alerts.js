// Decides when the kitchen plays a sound: for a new ticket, a change, or a ticket that became late.

import { age } from "./ticket.js"

const Alert = Object.freeze({ new: "new", changed: "changed", late: "late" })

// The changes that play a sound: recall, cancellation, priority.
const mark = ({ stage, recalled, raisedAt }) => JSON.stringify([stage === "cancelled", recalled, Boolean(raisedAt)])

// A ticket that was on another screen before is not new.
const isOld = ({ stage, recalled }) => recalled || stage === "cancelled"

export class KitchenAlerts {
  #marks = null // of each known ticket; null before the first look
  #late = new Set()

  // Treats the next tickets as known, for example after a change of view.
  forget() { this.#marks = null }

  // tickets: of this screen. ages: as for the age of a ticket. Returns the alerts, each once; the most urgent is last, so that
  // it is played last.
  look(tickets, now, ages = {}) {
    const marks = new Map(tickets.map(ticket => [ticket.id, mark(ticket)]))
    const late = new Set(tickets.filter(ticket => ticket.stage !== "cancelled" && age(ticket, now, ages).level === "late").map(({ id }) => id))
    const alerts = []
    if (this.#marks) {
      const arrived = tickets.filter(({ id }) => !this.#marks.has(id))
      const hasChanged = [...marks].some(([id, value]) => this.#marks.has(id) && this.#marks.get(id) !== value)
      if (arrived.some(ticket => !isOld(ticket))) alerts.push(Alert.new)
      if (hasChanged || arrived.some(isOld)) alerts.push(Alert.changed)
      if ([...late].some(id => !this.#late.has(id) && this.#marks.has(id))) alerts.push(Alert.late)
    }
    this.#marks = marks
    this.#late = late
    return alerts
  }
}
