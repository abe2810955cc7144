// Says how to write an instant so that its day is clear, as seen from one time zone.

const DAY = 86_400_000 // milliseconds
const WEEK = 7 // days, after which a weekday's name comes back

// Returns "today", "weekday" or "date".
export function naming(instant, now, timeZone) {
  const days = dayNumber(instant, timeZone) - dayNumber(now, timeZone)
  if (days === 0) return "today"
  return days > 0 && days < WEEK ? "weekday" : "date"
}

// Calendar days since an arbitrary one.
function dayNumber(instant, timeZone) {
  const format = new Intl.DateTimeFormat("en", { calendar: "iso8601", year: "numeric", month: "numeric", day: "numeric", timeZone })
  const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.year, parts.month - 1, parts.day) / DAY
}
