// Tickets for later, and lines that begin later than others so that all are ready together. Times are milliseconds at the server.

const MINUTE = 60_000

// Whether the ticket has no place in the line yet, and nobody has begun it (C73).
export const isLater = ({ stage, releasedAt }, now) => stage === "waiting" && now < Date.parse(releasedAt)

// Whether a cook pulled the ticket forward and can still put it back to the later ones.
export const canPutBack = ({ stage, pulledAt, entersLineAt }, now) => stage === "waiting" && Boolean(pulledAt) && now < Date.parse(entersLineAt)

// The tickets for later, the next one first.
export function laterOf(tickets, now) {
  return tickets.filter(ticket => isLater(ticket, now)).toSorted((left, right) =>
    Date.parse(left.releasedAt) - Date.parse(right.releasedAt) || (left.number < right.number ? -1 : 1))
}

// In how many minutes a line begins; 0 when it is time, or when the line is late (C74).
export function startsIn({ startsAt, done }, now) {
  if (done || !startsAt) return 0
  return Math.max(0, Math.ceil((Date.parse(startsAt) - now) / MINUTE))
}
