// The state of a kitchen ticket at a time. Times are milliseconds at the server.

// The default ages at which a ticket needs attention and at which it is late.
const STANDARD = { ageingMinutes: 5, lateMinutes: 8 }

const MINUTE = 60_000

// The age since the release (C76): whole minutes, the filled share of the ring, and the level (C75). ages: the thresholds of the café by
// kind of order, { ageingMinutes, lateMinutes }. A ticket that a cook pulled forward is not late before its own time.
export function age(ticket, now, ages = {}) {
  const { ageingMinutes, lateMinutes } = ages[ticket.kind] ?? STANDARD
  const released = Date.parse(ticket.releasedAt)
  const minutes = Math.floor(Math.max(0, now - released) / MINUTE)
  const elapsed = Math.max(0, now - Math.max(released, ticket.pulledAt ? Date.parse(ticket.entersLineAt) : released))
  const level = elapsed >= lateMinutes * MINUTE ? "late" : elapsed >= ageingMinutes * MINUTE ? "ageing" : "fresh"
  return { minutes, share: Math.min(1, elapsed / (lateMinutes * MINUTE)), level }
}

// The original order, whatever happened in between (C69).
export function inOrder(tickets) {
  return [...tickets].sort((left, right) =>
    Date.parse(left.releasedAt) - Date.parse(right.releasedAt) || (left.number < right.number ? -1 : 1))
}

// Whether somebody chose the time of the pickup; such a ticket is behind tickets that are due earlier (C73).
export const isForLater = ({ pickup }) => Boolean(pickup) && !pickup.isSoonest

const WORK = new Set(["waiting", "preparing", "done"])

// A cancelled ticket stays until every station has seen it (C77).
const isToAcknowledge = ({ stage, lines = [] }) => stage === "cancelled" && lines.some(({ done }) => !done)

const isInWork = ticket => WORK.has(ticket.stage) || isToAcknowledge(ticket)
const isOpen = ticket => isInWork(ticket) || ticket.stage === "ready"

// The tickets on the screen by id. An older answer changes nothing.
export class TicketList {
  #tickets = new Map()

  reset(tickets) {
    this.#tickets = new Map(tickets.filter(isOpen).map(ticket => [ticket.id, ticket]))
  }

  put(ticket) {
    const known = this.#tickets.get(ticket.id)
    if (known && known.version > ticket.version) return
    if (isOpen(ticket)) this.#tickets.set(ticket.id, ticket)
    else this.#tickets.delete(ticket.id)
  }

  find(id) { return this.#tickets.get(id) ?? null }

  get inWork() { return inOrder([...this.#tickets.values()].filter(isInWork)) }

  // The ticket whose bump "undo" reverses: the focused one if it is done, else the one that was bumped last; or null.
  toUndo(focused) {
    if (focused?.stage === "done") return focused
    const done = this.inWork.filter(({ stage }) => stage === "done")
    return done.toSorted((left, right) => Date.parse(right.noticeDueAt) - Date.parse(left.noticeDueAt))[0] ?? null
  }

  get ready() { return inOrder([...this.#tickets.values()].filter(({ stage }) => stage === "ready")) }
}

const PRIORITY_UNDO = 3000 // milliseconds, as at the server (C84)

// The milliseconds that remain to take a priority back.
export function priorityUndoLeft(ticket, now) {
  return ticket.raisedAt ? Math.max(0, Date.parse(ticket.raisedAt) + PRIORITY_UNDO - now) : 0
}
