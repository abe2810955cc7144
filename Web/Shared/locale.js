// Formats numbers and times in the person's locale when they are signed in; else in the browser's, if its language is the
// page's; else in the page's language.

import { currentPrincipal } from "../People/session.js"
import { language, t } from "./messages.js"
import { format } from "./models/money.js"
import { naming } from "./models/opening.js"

function locale() {
  const own = currentPrincipal()?.locale
  const browsers = navigator.languages.find(tag => tag.split("-")[0] === language())
  return own ?? browsers ?? language()
}

// Formats in the page's language, for names of days and months.
const namingLocale = () => (locale().split("-")[0] === language() ? locale() : language())

export const money = amount => format(amount, locale())

export function kilometres(metres) {
  const style = { style: "unit", unit: "kilometer", maximumFractionDigits: metres < 10_000 ? 1 : 0 }
  return new Intl.NumberFormat(locale(), style).format(metres / 1000)
}

export function clockTime(instant, timeZone) {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short", timeZone }).format(new Date(instant))
}

// "at 08:00", or with the day when it is not today there.
export function openingTime(instant, timeZone) {
  const time = clockTime(instant, timeZone)
  const kind = naming(instant, Date.now(), timeZone)
  if (kind === "today") return t("at {time}", { time })
  const parts = kind === "weekday" ? { weekday: "long" } : { weekday: "long", day: "numeric", month: "long" }
  const day = new Intl.DateTimeFormat(namingLocale(), { ...parts, timeZone }).format(new Date(instant))
  return t("on {day} at {time}", { day, time })
}

export function dayAndTime(instant, timeZone) {
  return new Intl.DateTimeFormat(namingLocale(), { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(instant))
}

// "3 hours ago". since: { value, unit }, as timeSince makes it.
export function relativeTime({ value, unit }) {
  return new Intl.RelativeTimeFormat(namingLocale(), { numeric: "auto" }).format(value, unit)
}

// With seconds and the name of the reader's time zone.
export function exactTime(instant) {
  return new Intl.DateTimeFormat(namingLocale(), { dateStyle: "medium", timeStyle: "long" }).format(new Date(instant))
}
