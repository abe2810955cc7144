// Gives each ticket a fixed place on the screen. Columns are packed from the top; tickets that do not fit are on later pages.
//
// A ticket on the shown page never moves, because a finger may be about to touch it. A free place goes to the oldest ticket on
// the later pages that fits. A younger ticket may pass an older one that does not fit, but only within PASS, so that a long
// ticket is not passed for ever.

const PASS = 120_000 // milliseconds by which a ticket may be younger than one that it passes

export class Places {
  #columns
  #height
  #gap
  #places = new Map() // { page, column, top, height } by ticket
  page = 0

  // columns and height of a page, and the gap between two tickets, in pixels.
  constructor({ columns, height, gap }) {
    this.#columns = columns
    this.#height = height
    this.#gap = gap
  }

  of(id) { return this.#places.get(id) ?? null }
  get pages() { return 1 + Math.max(0, ...[...this.#places.values()].map(({ page }) => page)) }

  // The tickets on later pages than the shown one.
  get behind() { return [...this.#places.values()].filter(({ page }) => page > this.page).length }

  // Sets another height of the page. Tickets that still fit keep their places.
  resize(height) {
    this.#height = height
    for (const [id, { top, height: own }] of this.#places) if (top + own > height) this.#places.delete(id)
  }

  // Turns to another page. Tickets that are not on it may get better places.
  turn(page, tickets) {
    this.page = Math.min(Math.max(0, page), this.pages - 1)
    this.arrange(tickets)
  }

  // tickets: in the order in which they get places, [{ id, height, releasedAt, isFirst }]; times are milliseconds.
  arrange(tickets) {
    const wanted = new Map(tickets.map(ticket => [ticket.id, ticket]))
    const kept = [...this.#places].filter(([id, place]) => place.page === this.page && wanted.has(id))
    this.#places = new Map(kept)
    for (const [id, place] of kept) place.height = Math.min(place.height, this.#clamp(wanted.get(id).height))
    let rest = tickets.filter(({ id }) => !this.#places.has(id))
    for (let page = 0; rest.length > 0; page += 1) rest = this.#fill(page, rest)
    // The last ticket of the page has gone, so the previous page is shown.
    if (this.page > 0 && this.page >= this.pages) {
      this.page = this.pages - 1
      this.arrange(tickets)
    }
  }

  // Returns the tickets that do not fit the page.
  #fill(page, tickets) {
    const left = []
    for (const ticket of tickets) {
      const passes = left.some(other => !ticket.isFirst && ticket.releasedAt - other.releasedAt > PASS)
      const place = passes ? null : this.#room(page, this.#clamp(ticket.height))
      if (place) this.#places.set(ticket.id, place)
      else left.push(ticket)
    }
    return left
  }

  #clamp(height) { return Math.min(height, this.#height) }

  // The first gap of a page that is tall enough, or null.
  #room(page, height) {
    const taken = [...this.#places.values()].filter(place => place.page === page).sort((left, right) => left.top - right.top)
    for (let column = 0; column < this.#columns; column += 1) {
      let top = 0
      for (const place of taken.filter(other => other.column === column)) {
        if (place.top - this.#gap - top >= height) break
        top = place.top + place.height + this.#gap
      }
      const below = taken.find(place => place.column === column && place.top >= top)
      if ((below ? below.top - this.#gap : this.#height) - top >= height) return { page, column, top, height }
    }
    return null
  }
}

// The tickets in the order in which they get places: those with priority first, then by their release.
export function inLine(tickets) {
  const priority = ({ raisedAt }) => raisedAt ? 0 : 1
  return [...tickets].sort((left, right) => priority(left) - priority(right)
    || Date.parse(left.releasedAt) - Date.parse(right.releasedAt) || (left.number < right.number ? -1 : 1))
}
