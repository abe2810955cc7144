// What the charts and tables of a café's report are made of. Shares are of the longest bar.

const THOUSAND = 1000

// Orders by hour: [{ hour, ahead, walkUp, bars: [share, share] }]; a hidden number is null and has no bar.
export function hourRows(hours) {
  const most = Math.max(1, ...hours.map(({ ahead, walkUp }) => (ahead ?? 0) + (walkUp ?? 0)))
  return hours.map(row => ({ ...row, bars: [(row.ahead ?? 0) / most, (row.walkUp ?? 0) / most] }))
}

// Lengths: [{ name, lengths, bar, whisker }]; the bar reaches to the median, the whisker to the ninth tenth.
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

// Used capacity: [{ hour, share, bar, isOver }]; share is of what the windows hold, and the bar of that or of the fullest hour.
export function capacityRows(capacity) {
  const most = Math.max(THOUSAND, ...capacity.map(({ thousandths }) => thousandths ?? 0))
  return capacity.map(({ hour, thousandths }) => ({
    hour, share: thousandths === null ? null : thousandths / THOUSAND, bar: (thousandths ?? 0) / most, limit: THOUSAND / most,
  }))
}

// The first and the last of so many service days up to today.
export function lastDays(today, count) {
  const first = new Date(Date.parse(`${today}T00:00Z`) - (count - 1) * 86_400_000)
  return { from: first.toISOString().slice(0, 10), to: today }
}

// Whether a range can be asked for: both dates, in order, and at most a year.
export function isRange({ from, to }) {
  const days = (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000
  return days >= 0 && days < 366
}

// Whether nothing at all happened.
export const isEmpty = ({ orders, soldOut }) => orders === 0 && soldOut.length === 0
