// Pickup windows as the review shows them. A timetable is { timeZone, soonest: { startsAt, endsAt, readyAt, isServed, cancelBefore? }?,
// windows: [{ startsAt, endsAt, isFree, isServed, fill, cancelBefore? }], holdSeconds? }, as the server sends it with a quote.
// isServed: whether everything in the basket is served then.

export const SEATS = 5

// The number of taken seats that a window shows. A window with room shows at least one free seat; a window with any booking
// shows at least one taken seat. fill: in thousandths.
export function seatsTaken({ isFree, fill }) {
  if (!isFree) return SEATS
  const taken = Math.round(fill * SEATS / 1000)
  return Math.min(SEATS - 1, Math.max(fill > 0 ? 1 : 0, taken))
}

// The rows to choose from: { startsAt, endsAt, isFree, taken }. startsAt is null for as soon as possible, whose readyAt says
// when. hold: what the basket holds, or null. The held window has room for the basket, even during a delay that began later.
export function choices(timetable, hold) {
  const isListed = hold === null || hold.isSoonest || timetable.windows.some(({ startsAt }) => startsAt === hold.startsAt)
  const held = isListed ? [] : [{ startsAt: hold.startsAt, endsAt: hold.endsAt, isFree: true, isServed: true, fill: 1000 }]
  const soonest = timetable.soonest
    ? [{ ...timetable.soonest, startsAt: null, isFree: true, taken: null }]
    : []
  const windows = [...held, ...timetable.windows].map(window => {
    const isHeld = hold !== null && !hold.isSoonest && hold.startsAt === window.startsAt
    const isFree = window.isFree || isHeld
    return { ...window, readyAt: null, isFree, taken: seatsTaken({ ...window, isFree }) }
  })
  return [...soonest, ...windows]
}

// The rows that a person can choose from: those in which everything is served, and the chosen one. rows: as choices makes them.
export const fitting = (rows, chosen) => rows.filter(({ isServed, startsAt }) => isServed || startsAt === chosen)

// The start of the first window with room in which everything is served, null for as soon as possible; undefined when there is none.
export const firstFit = (timetable, hold) => choices(timetable, hold).find(({ isFree, isServed }) => isFree && isServed)?.startsAt

// The window for a basket without a chosen window: as soon as possible, unless an item is served only later.
export function proposed(timetable, hold) {
  const isLate = timetable.soonest ? !timetable.soonest.isServed : timetable.windows.some(({ isServed }) => !isServed)
  return isLate ? firstFit(timetable, hold) ?? null : null
}

// Whether two timetables look the same to a person; the ready time of the first window changes all the time and is ignored.
export function looksSame(left, right) {
  const seen = timetable => timetable && { ...timetable, soonest: timetable.soonest && { ...timetable.soonest, readyAt: null } }
  return JSON.stringify(seen(left)) === JSON.stringify(seen(right))
}

// The chosen window: the start that the person chose while it is available, else as soon as possible (null). Undefined when
// neither is available, because the café is closed or full now.
export function chosen(timetable, wanted, hold) {
  const found = choices(timetable, hold).find(({ startsAt }) => startsAt === wanted)
  if (wanted !== null && found?.isFree) return wanted
  return timetable.soonest || hold?.isSoonest ? null : undefined
}

// Until when an order for the chosen window could be cancelled (C107); undefined when the kitchen would get it at once. start: as
// chosen returns it.
export const cutoff = ({ soonest, windows }, start) =>
  (start === null ? soonest : windows.find(({ startsAt }) => startsAt === start))?.cancelBefore

// Until when a timetable holds: the end of its first window, or the start of the first that can be chosen by its time. Undefined
// without a window.
export const firstEnd = ({ soonest, windows }) => [soonest?.endsAt, windows[0]?.startsAt].filter(Boolean).sort()[0]

// The times that the clock shows twice, in the night when it is set back (C51). label: formats an instant.
export function repeated(windows, label) {
  const seen = new Set()
  const twice = new Set()
  for (const { startsAt } of windows) {
    if (startsAt === null) continue
    const text = label(startsAt)
    if (seen.has(text)) twice.add(text)
    seen.add(text)
  }
  return twice
}

// Whether a hold is in force. now: milliseconds.
export const isHeld = (hold, now) => hold !== null && Date.parse(hold.expiresAt) > now

// Whether the person can cancel an order that the kitchen has not begun. now: milliseconds.
export const isBeforeCutoff = ({ pickup }, now) => !pickup?.cancelBefore || now < Date.parse(pickup.cancelBefore)
