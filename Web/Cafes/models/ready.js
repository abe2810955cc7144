// Bands of time in which orders are ready, as the server sends them: { from, until, keptOfTen? }.

const MINUTE = 60_000 // milliseconds
const METRES_PER_MINUTE = 80
const METRES_PER_DEGREE = 111_320
const LEAST_SCALE = 15 * MINUTE
const WORTH_CHOOSING = 3 // minutes that another café must save, its way included
export const FARTHEST = 10 // minutes of walking to another café

// The middle of a band, in milliseconds.
export const middle = ({ from, until }) => (Date.parse(from) + Date.parse(until)) / 2

// The minutes until the middle of a band, at least one. now: milliseconds.
export const waitMinutes = (band, now) => Math.max(1, Math.round((middle(band) - now) / MINUTE))

// The minutes on foot between two cafés, at least one; null where a place is not known.
export function walkMinutes(here, there) {
  if (!here || !there) return null
  const north = (there.latitude - here.latitude) * METRES_PER_DEGREE
  const east = (there.longitude - here.longitude) * METRES_PER_DEGREE * Math.cos(here.latitude * Math.PI / 180)
  return Math.max(1, Math.round(Math.hypot(north, east) / METRES_PER_MINUTE))
}

// The open cafés near another one, the nearest first: [{ cafe, walk }].
export function neighbours(cafe, cafes) {
  return cafes
    .filter(({ id, isOpen, pausedUntil }) => id !== cafe.id && isOpen && !pausedUntil)
    .map(other => ({ cafe: other, walk: walkMinutes(cafe.coordinate, other.coordinate) }))
    .filter(({ walk }) => walk !== null && walk <= FARTHEST)
    .sort((left, right) => left.walk - right.walk)
}

// The quickest of some other cafés, if it saves enough, as { cafe, walk, minutes, here }; else null. others: [{ cafe, walk, band }].
export function quickest(band, others, now) {
  const here = waitMinutes(band, now)
  const there = others
    .map(({ cafe, walk, band }) => ({ cafe, walk, minutes: waitMinutes(band, now), here }))
    // Who walks has not arrived before the way is walked.
    .filter(({ walk, minutes }) => Math.max(walk, minutes) + WORTH_CHOOSING <= here)
  return there.sort((left, right) => Math.max(left.walk, left.minutes) - Math.max(right.walk, right.minutes))[0] ?? null
}

// Where a band lies on a line that begins now, as shares of its length: { start, end }.
export function onLine({ from, until }, now) {
  const length = Math.max(LEAST_SCALE, (Date.parse(until) - now) * 1.25)
  const share = instant => Math.min(1, Math.max(0, (Date.parse(instant) - now) / length))
  return { start: share(from), end: share(until) }
}

// Whether two bands read the same to a person. Both may be missing.
export const isSameBand = (left, right) => left?.from === right?.from && left?.until === right?.until && left?.keptOfTen === right?.keptOfTen
