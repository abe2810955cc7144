// Words that the parts of the page share.

import { language } from "../Shared/messages.js"

const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000 // milliseconds

// "Monday" in the page's language.
export function dayName(day, style = "short") {
  const index = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].indexOf(day)
  return new Intl.DateTimeFormat(language(), { weekday: style, timeZone: "UTC" }).format(new Date(MONDAY + index * DAY))
}

// "German" in the page's language; the tag itself where the browser does not know it.
export function languageName(tag) {
  try {
    return new Intl.DisplayNames(language(), { type: "language" }).of(tag) ?? tag
  } catch {
    return tag
  }
}
