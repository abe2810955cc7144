// How long ago something was, in the largest whole unit, as Intl.RelativeTimeFormat takes it.

const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000]] // milliseconds

// Returns { value, unit }, or null for less than a minute ago. Future times count as now.
export function timeSince(instant, now) {
  const passed = now - Date.parse(instant)
  const found = UNITS.find(([, length]) => passed >= length)
  return found ? { value: -Math.floor(passed / found[1]), unit: found[0] } : null
}
