// What cooks press on a screen that has lost the server (C82): it is kept, also over a reload, and sent in order when the link is
// back. Nothing is undone that another screen has done meanwhile: that is a conflict, which the screen shows.

// What can be kept: the work itself. Everything else asks the server first.
const KEPT = new Set(["start", "bump", "acknowledge"])
const OVER = new Set(["done", "ready", "collected"])

export const isKeepable = ({ action }) => KEPT.has(action)

export class KeptPresses {
  #read
  #write
  #presses = []
  #conflicts = []

  // read(), write(state): the stored { presses, conflicts }, or null.
  constructor(read, write) {
    this.#read = read
    this.#write = write
  }

  // Takes up what an earlier page of this screen has kept for a café.
  open(cafe) {
    const stored = this.#read()
    const isOwn = stored?.cafe === cafe
    this.#presses = isOwn ? stored.presses : []
    this.#conflicts = isOwn ? stored.conflicts : []
    this.cafe = cafe
  }

  get all() { return this.#presses }
  get count() { return this.#presses.length }
  get conflicts() { return this.#conflicts }
  of(ticket) { return this.#presses.filter(press => press.ticket === ticket) }

  // press: { key, ticket, number, action, line, lines, seen }. lines: the indices of the lines that it is about, null for the whole
  // ticket. seen: the ticket as the screen showed it. wasSent: it may have reached the server. A press of the same control takes the first
  // one back, unless that was sent. Returns whether it is kept now.
  add({ key, action, line, lines, ticket }, wasSent = false) {
    const before = this.of(ticket.id).find(other => other.action === action && other.line === line)
    if (before) {
      if (!before.wasSent) this.#presses = this.#presses.filter(other => other !== before)
    } else {
      this.#presses = [...this.#presses, { key, ticket: ticket.id, number: ticket.number, action, line, lines, seen: seen(ticket), wasSent }]
    }
    this.#store()
    return before === undefined
  }

  // Before it is sent: from now on nobody knows whether the server has it.
  sending(press) {
    press.wasSent = true
    this.#store()
  }

  // The server has answered. conflict: what merge returned, or a sentence of the server; null when all is well.
  settle(press, conflict = null) {
    this.#presses = this.#presses.filter(other => other !== press)
    if (conflict !== null) this.#conflicts = [...this.#conflicts, { key: press.key, number: press.number, action: press.action, conflict }]
    this.#store()
  }

  dismiss(key) {
    this.#conflicts = this.#conflicts.filter(conflict => conflict.key !== key)
    this.#store()
  }

  #store() {
    const isEmpty = this.#presses.length + this.#conflicts.length === 0
    this.#write(isEmpty ? null : { cafe: this.cafe, presses: this.#presses, conflicts: this.#conflicts })
  }
}

// What later decides whether another screen has done something about the ticket.
const seen = ({ version, stage, recalled, lines }) => ({ version, stage, recalled, done: lines.filter(({ done }) => done).map(({ index }) => index) })

// What to do with a kept press now: "send", "done" when nothing is left to do, or the conflict: "cancelled", "recalled", "taken-back",
// "bumped" or "gone". ticket: as the server has it; null when there is none.
export function merge({ action, lines, seen, wasSent }, ticket) {
  if (ticket === null) return "gone"
  const { stage } = ticket
  if (action === "acknowledge") return stage === "cancelled" ? "send" : "recalled"
  if (stage === "cancelled") return "cancelled"
  if (ticket.recalled && !seen.recalled) return "recalled"
  if (action === "start") return stage === "waiting" ? "send" : "done"
  const isWholeDone = OVER.has(stage)
  const wanted = lines === null ? ticket.lines : ticket.lines.filter(({ index }) => lines.includes(index))
  // Another screen has made it too, or this one before its answer was lost.
  if (isWholeDone || wanted.every(({ done }) => done)) return wasSent ? "done" : "bumped"
  if (ticket.lines.some(({ index, done }) => !done && seen.done.includes(index) && (lines === null || lines.includes(index)))) return "taken-back"
  return "send"
}
