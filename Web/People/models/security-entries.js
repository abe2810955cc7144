// The entries of the security log: whom they name, and the table that is saved as a file.

// Splits "person:ada" into { kind, id }; null without an owner.
export function ownerOf(text) {
  if (!text) return null
  const index = text.indexOf(":")
  return index < 0 ? { kind: "other", id: text } : { kind: text.slice(0, index), id: text.slice(index + 1) }
}

// The name of an owner where names holds it, else the identifier; null without an owner. names: a map of "person:ada".
export const ownerName = (text, names) => (text ? names.get(text) ?? ownerOf(text).id : null)

// The names of people and screens, by owner.
export function ownerNames(people, screens) {
  return new Map([...people.map(({ id, name }) => [`person:${id}`, name]), ...screens.map(({ id, name }) => [`device:${id}`, name])])
}

// The number to ask for entries before; null without entries.
export const earliestNumber = entries => entries.at(-1)?.number ?? null

const COLUMNS = ["number", "at", "kind", "actor", "actorName", "subject", "subjectName", "address", "detail"]

// The rows of the log as a table of texts, its head first. The names of the columns are those of the API.
export function logTable(entries, names) {
  const rows = entries.map(entry => ({ ...entry, actorName: names.get(entry.actor), subjectName: names.get(entry.subject) }))
  return [COLUMNS, ...rows.map(row => COLUMNS.map(column => String(row[column] ?? "")))]
}
