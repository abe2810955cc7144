// What the pictures of the statistics show, as lengths between 0 and 1. A number that is hidden, because few people are
// behind it, is null and gets no length.

// parts: [{ name, people }]. Answers [{ name, people, length }], the most first and what is hidden last.
export function bars(parts) {
  const largest = Math.max(1, ...parts.map(({ people }) => people ?? 0))
  return parts
    .map(({ name, people }) => ({ name, people, length: people === null ? null : people / largest }))
    .sort((left, right) => (right.people ?? -1) - (left.people ?? -1))
}

// What one row of a tip's table can say: people and times, without the endings' own level.
export const outcome = ({ people, displays, dismissed, acted, ended }) => ({ people, displays, ...ended, dismissed, acted })

// The columns of a tip's table: what has happened to nobody has none.
export function columns(tip) {
  return Object.entries(outcome(tip)).filter(([name, number]) => name === "people" || number !== 0).map(([name]) => name)
}

// Groups with the most people first, and the small ones together, which have no name, last.
export function bySize(groups) {
  return groups.toSorted((left, right) => (left.name === null) - (right.name === null) || right.people - left.people)
}

const STEP = 5 // numbers of people in experiments are cut down to whole fives

// What a number of people in an experiment stands for: [least, most]. Nobody is told as nobody.
export const standsFor = told => (told === 0 ? [0, 0] : [told, told + STEP - 1])

const LEAST_REACH = 0.05 // five percentage points to each side, so that noise does not look large

// How far to each side a scale goes that several differences are drawn on, so that their pictures can be compared. Differences
// that are hidden are null.
export function reachOf(differences) {
  const bounds = differences.filter(difference => difference !== null).flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])
  return Math.min(1, Math.max(LEAST_REACH, ...bounds))
}

// The difference between two shares with its interval, on a scale whose middle is no difference. Returns { reach, low,
// estimate, high } with places from 0 to 1, or null when it is hidden.
export function interval(difference, reach = reachOf([difference])) {
  if (difference === null) return null
  const { estimate, low, high } = difference
  const place = value => (Math.min(Math.max(value, -reach), reach) / reach + 1) / 2
  return { reach, low: place(low), estimate: place(estimate), high: place(high) }
}

// What an interval says: "more", "fewer" or "open" when it has no difference in it.
export function verdict({ low, high }) {
  if (low > 0) return "more"
  return high < 0 ? "fewer" : "open"
}

const UNITS = [["second", 1], ["minute", 60], ["hour", 3_600], ["day", 86_400]] // with their seconds

// A length of time in the largest unit that it fills twice, rounded. Returns { unit, count }.
export function span(seconds) {
  const [unit, length] = UNITS.findLast(([, length]) => seconds >= 2 * length) ?? UNITS[0]
  return { unit, count: Math.round(seconds / length) }
}
