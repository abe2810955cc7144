// The bars and the order of the statistics. A hidden number is null.

// Gives each part a length between 0 and 1: [{ name, people }] becomes [{ name, people, length }], the most people first and
// hidden numbers, which have no length, last.
export function bars(parts) {
  const largest = Math.max(1, ...parts.map(({ people }) => people ?? 0))
  return parts
    .map(({ name, people }) => ({ name, people, length: people === null ? null : people / largest }))
    .sort((left, right) => (right.people ?? -1) - (left.people ?? -1))
}

// Sorts groups: the most people first, and the joined small groups, which have no name, last.
export function bySize(groups) {
  return groups.toSorted((left, right) => (left.name === null) - (right.name === null) || right.people - left.people)
}

const UNITS = [["second", 1], ["minute", 60], ["hour", 3_600], ["day", 86_400]] // with their seconds

// Rounds a length of time to the largest unit that it fills twice: { unit, count }.
export function span(seconds) {
  const [unit, length] = UNITS.findLast(([, length]) => seconds >= 2 * length) ?? UNITS[0]
  return { unit, count: Math.round(seconds / length) }
}
