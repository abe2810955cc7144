// Decides when the kitchen hears something: a new ticket, a change, a ticket that became late.

import { age } from "./ticket.js"

export const Alert = Object.freeze({ new: "new", changed: "changed", late: "late" })

// A change that people must not miss: called back, cancelled, put before the others.
const mark = ({ stage, recalled, raisedAt }) => JSON.stringify([stage === "cancelled", recalled, Boolean(raisedAt)])

// What comes to the screen and was on another one before is no new work.
const isOld = ({ stage, recalled }) => recalled || stage === "cancelled"

export class KitchenAlerts {
  #marks = null // of each known ticket; null before the first look
  #late = new Set()

  // Everything that comes next is known already, for example after another view was chosen.
  forget() { this.#marks = null }

  // tickets: those on this screen. ages: as for the age of a ticket. Returns the alerts, each once, the most urgent last so that it is heard last.
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
