// Prepares the data of a café's report for charts and tables. A share is relative to the longest bar.

const THOUSAND = 1000

// Orders by hour: [{ hour, ahead, walkUp, bars: [share, share] }]; a hidden number is null and has no bar.
export function hourRows(hours) {
  const most = Math.max(1, ...hours.map(({ ahead, walkUp }) => (ahead ?? 0) + (walkUp ?? 0)))
  return hours.map(row => ({ ...row, bars: [(row.ahead ?? 0) / most, (row.walkUp ?? 0) / most] }))
}

// Durations: [{ name, lengths, bar, whisker }]; the bar ends at the median, the whisker at the 90th percentile.
export function lengthRows(groups) {
  const most = Math.max(1, ...groups.map(({ lengths }) => lengths?.p90Seconds ?? 0))
  return groups.map(({ name, lengths }) => ({
    name, lengths, bar: (lengths?.medianSeconds ?? 0) / most, whisker: (lengths?.p90Seconds ?? 0) / most,
  }))
}

// Numbers by name: [{ …, bar }]. of: returns the number of an entry, or null.
export function countRows(entries, of) {
  const most = Math.max(1, ...entries.map(entry => of(entry) ?? 0))
  return entries.map(entry => ({ ...entry, bar: (of(entry) ?? 0) / most }))
}

// Used capacity: [{ hour, share, bar, limit }]; limit is the full capacity on the scale of the bars,
// share is relative to the capacity, and bar to the capacity or the fullest hour.
export function capacityRows(capacity) {
  const most = Math.max(THOUSAND, ...capacity.map(({ thousandths }) => thousandths ?? 0))
  return capacity.map(({ hour, thousandths }) => ({
    hour, share: thousandths === null ? null : thousandths / THOUSAND, bar: (thousandths ?? 0) / most, limit: THOUSAND / most,
  }))
}

// Whether the hours say that no orders came this way: "ahead" or "walkUp".
export const hasNone = (hours, way) => hours.length > 0 && hours.every(hour => hour[way] === 0)

// The share of the orders that were ready earlier than promised; null while a number is hidden, or without orders.
export function earlyShare(quoteErrors) {
  if (quoteErrors.length === 0 || quoteErrors.some(({ orders }) => orders === null)) return null
  const count = entries => entries.reduce((sum, { orders }) => sum + orders, 0)
  return count(quoteErrors.filter(({ minutes }) => minutes < 0)) / count(quoteErrors)
}

// The first and the last day of a number of service days up to today.
export function lastDays(today, count) {
  const first = new Date(Date.parse(`${today}T00:00Z`) - (count - 1) * 86_400_000)
  return { from: first.toISOString().slice(0, 10), to: today }
}

// Whether a range is valid: both dates are given, in order, and at most a year apart.
export function isRange({ from, to }) {
  const days = (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000
  return isDate(from) && isDate(to) && days >= 0 && days < 366
}

// A day that the calendar has: "2026-02-31" is none.
function isDate(text) {
  const time = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

// What an address asks for: { cafe, from, to, isUnknownCafe, isWrongRange }; from and to are null for the usual days. ids: those of the
// person's cafés.
export function askedFor(query, ids) {
  const wanted = query.get("cafe")
  const isKnown = ids.includes(wanted)
  const range = { from: query.get("from"), to: query.get("to") }
  const isGood = isRange(range)
  return {
    cafe: isKnown ? wanted : ids[0], ...(isGood ? range : { from: null, to: null }),
    isUnknownCafe: wanted !== null && !isKnown, isWrongRange: !isGood && (range.from !== null || range.to !== null),
  }
}

// Whether the report is empty.
export const isEmpty = ({ orders, soldOut }) => orders === 0 && soldOut.length === 0
