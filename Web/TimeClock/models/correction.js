// The times of a day while somebody edits them: rows of { kind, time, at, second }, where time is "HH:MM", at the punch's own instant if
// there is one, and second says which is meant where clocks show a time twice. No function changes what it is given.

const DAY = 86_400_000 // milliseconds

// The rows with which editing begins: what counts now, with an empty row for each punch that is missing.
export function draftOf({ marks }) {
  if (marks.length === 0) return [empty("in"), empty("out")]
  const rows = []
  for (const { kind, at, localTime } of marks) {
    const before = rows.at(-1)?.kind
    if (kind === "in" && (before === "in")) rows.push(empty("out"))
    if (kind !== "in" && (before === undefined || before === "out")) rows.push(empty("in"))
    rows.push({ kind, time: localTime.slice(11, 16), at, second: null })
  }
  if (rows.at(-1).kind !== "out") rows.push(empty("out"))
  return rows
}

// The sites between which the person chooses for a day: none where its times say it, or where there is only one.
export const sitesFor = ({ marks }, sites) => (marks.length > 0 || sites.length < 2 ? [] : sites)

export const empty = kind => ({ kind, time: "", at: null, second: null })

// The kind that a row added at the end most likely has.
export const nextKind = rows => (rows.at(-1)?.kind === "in" ? "out" : "in")

// The date of each row: that of the day, and the next one from the first time on that is earlier than the one before. The hours
// before the day begins are those of the next date.
export function datesOf(rows, date, dayStartsAt) {
  let [days, before] = [0, null]
  return rows.map(({ time }) => {
    if (time === "") return null
    if (before === null ? time < dayStartsAt : time < before) days += 1
    before = time
    return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
  })
}

// The times for the server. A row that still shows its punch is sent as that instant.
export function marksOf(rows, day, dayStartsAt) {
  const dates = datesOf(rows, day.date, dayStartsAt)
  const known = new Map(day.marks.map(mark => [mark.at, mark.localTime.slice(0, 16)]))
  return rows.map(({ kind, time, at, second }, index) => {
    const local = `${dates[index]}T${time}`
    if (at !== null && known.get(at) === local) return { kind, at }
    return { kind, at: local, ...(second !== null && { second }) }
  })
}

// The number of the first row without a time; -1 without one.
export const firstEmpty = rows => rows.findIndex(({ time }) => time === "")

// What a refusal says of a row: { index, code }; null for another refusal.
export function mistakeOf({ code, body }) {
  const error = code === "invalid-times" ? body.errors?.[0] : undefined
  const index = Number(/^\/marks\/(\d+)\/at$/.exec(error?.pointer ?? "")?.[1] ?? Number.NaN)
  return Number.isNaN(index) ? null : { index, code: error.code }
}
