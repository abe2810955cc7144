// Between an instant and what a field of type datetime-local says of it, which has no time zone of its own. timeZone: undefined
// for the browser's.

// "2026-11-24T09:30"
export function localText(instant, timeZone) {
  const style = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23", calendar: "gregory", numberingSystem: "latn", timeZone }
  const parts = Object.fromEntries(new Intl.DateTimeFormat("en-GB", style).formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

// The instant in milliseconds. A time that summer time leaves out is read as an hour later or earlier.
export function instantOf(text, timeZone) {
  const wanted = Date.parse(`${text}Z`)
  let instant = wanted
  // The second look has the offset of the right side of a change of the clocks.
  for (let look = 0; look < 2; look++) instant += wanted - Date.parse(`${localText(instant, timeZone)}Z`)
  return instant
}
