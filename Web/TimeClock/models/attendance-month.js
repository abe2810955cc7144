// What the pages draw of a month of attendance. Times are milliseconds or RFC 3339. No function changes what it is given.

import { instantOf } from "../../Notices/models/local-instant.js"
import { WEEKDAYS } from "../../People/models/preferences.js"

const DAY = 86_400_000 // milliseconds
const MONDAY = 3 // 1970-01-01 was a Thursday, three days after a Monday

// "2026-12" after "2026-11"; step: how many months later.
export function monthAfter(month, step = 1) {
  const [year, number] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number - 1 + step)).toISOString().slice(0, 7)
}

// Milliseconds of midnight of a date, as if clocks showed UTC; dates are named with them.
export const dateOf = date => Date.parse(date)

// The days in weeks that begin on a weekday, such as "mon": [{ start, days, workedSeconds, missing, waiting, isEmpty }]. Days
// after today are left out, and so are weeks without a day.
export function weeksOf(days, firstDay, now) {
  const weeks = new Map()
  for (const day of days) {
    if (Date.parse(day.startsAt) > now) continue
    const start = weekStartOf(day.date, firstDay)
    const week = weeks.get(start) ?? { start, days: [], workedSeconds: 0, missing: 0, waiting: 0, isEmpty: true }
    week.days.push(day)
    week.workedSeconds += day.workedSeconds
    week.missing += day.state === "missing-punch" ? 1 : 0
    week.waiting += day.state === "waiting" ? 1 : 0
    week.isEmpty &&= day.state === "none"
    weeks.set(start, week)
  }
  return [...weeks.values()]
}

function weekStartOf(date, firstDay) {
  const number = dateOf(date) / DAY
  const behind = (((number + MONDAY - WEEKDAYS.indexOf(firstDay)) % 7) + 7) % 7
  return (number - behind) * DAY
}

// The work and the breaks of a day as parts of it, for a ribbon: [{ start, end, isBreak, isOpen }]. A shift that goes on after the
// day's end is cut there.
export function ribbonOf({ stretches, startsAt, endsAt }, now) {
  const part = partOf(startsAt, endsAt)
  return stretches.map(({ kind, from, to }) => ({
    start: part(Date.parse(from)), end: part(to ? Date.parse(to) : now), isBreak: kind === "break", isOpen: to === undefined,
  }))
}

// Where the times with nothing beside them are: [part of the day].
export function lonelyMarks({ marks, stretches, startsAt, endsAt }) {
  const known = new Set(stretches.flatMap(({ from, to }) => [from, to]))
  const part = partOf(startsAt, endsAt)
  return marks.filter(({ at }) => !known.has(at)).map(({ at }) => part(Date.parse(at)))
}

// Where full hours of the wall clock are on a day: [{ hour, part }]; hours above 24 are of the next date.
export function hoursOf({ date, timeZone, startsAt, endsAt }, hours) {
  const part = partOf(startsAt, endsAt)
  return hours.map(hour => {
    const shown = new Date(dateOf(date) + hour * 3_600_000).toISOString().slice(0, 16)
    return { hour, part: part(instantOf(shown, timeZone)) }
  })
}

function partOf(startsAt, endsAt) {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  return instant => Math.min(1, Math.max(0, (instant - start) / (end - start)))
}

// Hours and minutes of a number of seconds; seconds that make no minute are left out.
export const clockOf = seconds => ({ hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60 })

// What is to be read of a day's times: [{ from, to, isNextDay }] of work, where from or to may be missing.
export function spansOf({ marks, date }) {
  const spans = []
  for (const { kind, at, localTime } of marks) {
    const last = spans.at(-1)
    const isOpen = last !== undefined && last.to === null && !last.isLost
    if (kind === "in") {
      if (isOpen) last.isLost = true
      spans.push({ from: at, to: null, isNextDay: false, isLost: false })
    } else if (isOpen) {
      last.to = at
      last.isNextDay = localTime.slice(0, 10) > date && localTime.slice(0, 10) !== marks.find(mark => mark.at === last.from).localTime.slice(0, 10)
      last.isBreak = kind === "break"
    } else if (kind === "out" && !(last?.isBreak)) spans.push({ from: null, to: at, isNextDay: false, isLost: true })
  }
  return spans.map(({ from, to, isNextDay }) => ({ from, to, isNextDay }))
}

// Seconds of work between the marks of a day. A stretch that lacks one counts nothing.
export const lengthOf = day => spansOf(day).reduce((sum, { from, to }) => (from && to ? sum + (Date.parse(to) - Date.parse(from)) / 1000 : sum), 0)

// A day with what has passed since the server answered, so that a page left open goes on counting.
export function grown(day, loadedAt, now) {
  const open = day.state === "running" ? day.stretches.find(({ to }) => to === undefined) : undefined
  if (!open) return day
  const more = Math.max(0, Math.floor((now - loadedAt) / 1000))
  return open.kind === "break" ? { ...day, breakSeconds: day.breakSeconds + more } : { ...day, workedSeconds: day.workedSeconds + more }
}
