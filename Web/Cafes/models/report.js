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

// The first and the last day of a number of service days up to today.
export function lastDays(today, count) {
  const first = new Date(Date.parse(`${today}T00:00Z`) - (count - 1) * 86_400_000)
  return { from: first.toISOString().slice(0, 10), to: today }
}

// Whether a range is valid: both dates are given, in order, and at most a year apart.
export function isRange({ from, to }) {
  const days = (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000
  return days >= 0 && days < 366
}

// Whether the report is empty.
export const isEmpty = ({ orders, soldOut }) => orders === 0 && soldOut.length === 0
