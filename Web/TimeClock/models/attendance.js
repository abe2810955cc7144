// Decides what the attendance page proposes and draws. Kinds are "in" and "out".

import { localText } from "../../Notices/models/local-instant.js"

const DAY = 1440 // minutes
const DAY_START = 300 // minutes after midnight at which a day begins by default

const opposite = kind => (kind === "in" ? "out" : "in")

export const Note = Object.freeze({
  answered: "answered", // the reminder is answered
  forgotten: "forgotten", // the reminder is deleted
  needless: "needless", // the reminder proposes the present state
})

// The next punch, and the reminder that prompts it, if one does. `asked` is the id of the reminder whose link was opened;
// `note` says why that reminder is not confirmed.
export function proposal(today, asked = null) {
  const kind = opposite(today.state)
  const linked = asked === null ? null : today.decisions.find(({ id }) => id === asked) ?? null
  if (linked && linked.kind === kind && !isAnswered(today, linked)) return { kind, reminder: linked.reminded ? linked : null, note: null }
  // The server never has a pending reminder for a punch that cannot come next.
  const reminder = today.pending ?? null
  if (asked === null) return { kind, reminder, note: null }
  const note = linked === null ? Note.forgotten : isAnswered(today, linked) ? Note.answered : Note.needless
  return { kind, reminder, note }
}

const isAnswered = (today, reminder) => today.punches.some(punch => punch.reminder === reminder.id || punch.at >= reminder.receivedAt)

// Whether a punch stays offered. It does not when the state has just changed under the person's finger, unless a new
// reminder asks for the punch. `before` is null at first.
export function staysOpen(isOpen, before, today) {
  const isAsked = Boolean(today.pending) && today.pending.id !== before?.pending?.id
  return isAsked || (isOpen && (before === null || before.state === today.state))
}

// The reminder that has come since the previous load; null without one, and at the first load.
export function newReminder(before, today) {
  const isNew = before !== null && Boolean(today.pending) && today.pending.id !== before.pending?.id
  return isNew ? today.pending : null
}

// The person's time zone: of their site, else of their last punch.
export const timeZoneOf = ({ sites, site, punches }) => sites.find(({ id }) => id === site)?.timeZone ?? punches.at(-1)?.timeZone

// How many minutes after midnight a day begins at the person's site.
export function dayStartOf({ sites = [], site }) {
  const clock = sites.find(({ id }) => id === site)?.dayStartsAt
  return clock ? Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) : DAY_START
}

// The body of a punch.
export function punchRequest({ kind, reminder, scan = null }, site, deviceTime) {
  return { kind, site, deviceTime, ...(reminder && { reminder: reminder.id }), ...(scan && { scan: scan.scan }) }
}

// The times at work today as parts of the day, for a ribbon: [{ start, end, isOpen }].
export function ribbon(today, now, timeZone) {
  const stretches = []
  const dayStart = dayStartOf(today)
  let start = ["out", "break"].includes(today.punches[0]?.kind) || (today.punches.length === 0 && today.state === "in") ? 0 : null
  for (const { kind, at, timeZone: zone } of today.punches) {
    const place = partOfDay(at, zone, dayStart)
    if (kind === "in") start = place
    else if (start !== null) {
      stretches.push({ start, end: Math.max(start, place), isOpen: false })
      start = null
    }
  }
  if (start !== null) stretches.push({ start, end: Math.max(start, partOfDay(now, timeZone, dayStart)), isOpen: true })
  return stretches
}

// How much of the day has passed at an instant: 0 to 1. dayStart: in minutes after midnight.
export function partOfDay(instant, timeZone, dayStart = DAY_START) {
  const format = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone })
  const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]))
  return ((parts.hour * 60 + parts.minute - dayStart + DAY) % DAY) / DAY
}

const LONG = 57_600_000 // milliseconds after which a shift is an exception

// Whether the person is clocked in since an earlier day, or for so long that the clock-out may have been forgotten.
export function mayHaveForgotten(today, now, timeZone) {
  const { state, since } = today
  if (state !== "in") return false
  const dayStart = dayStartOf(today)
  const dayOf = instant => localText(instant - dayStart * 60_000, timeZone).slice(0, 10)
  const start = Date.parse(since)
  return now - start > LONG || dayOf(start) < dayOf(now)
}
