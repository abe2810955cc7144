// Formats numbers and times as the person chose; else in the locale of their account; else in the browser's, if its language is
// the page's; else in the page's language.

import { formatTag, ownZone } from "../People/models/preferences.js"
import { currentChoices } from "../People/session.js"
import { language, t } from "./messages.js"
import { format } from "./models/money.js"
import { naming } from "./models/opening.js"

// Compares names as people of the page's language sort them.
export const compareNames = (left, right) => new Intl.Collator(language(), { numeric: true }).compare(left, right)

// The way of writing without the chosen clock and calendar.
export function baseLocale({ locale, preferences } = currentChoices()) {
  const browsers = navigator.languages.find(tag => tag.split("-")[0] === language())
  return preferences.formats ?? locale ?? browsers ?? localEnglish(navigator.languages)
}

// English without a region is American. In the browser of another region it is written as there: "13:05" in Germany.
function localEnglish(tags) {
  const region = language() === "en" && tags.map(tag => tag.match(/-([A-Z]{2})\b/u)?.[1]).find(Boolean)
  return region ? `en-${region}` : language()
}

const locale = choices => formatTag(baseLocale(choices), (choices ?? currentChoices()).preferences)

// Formats in the page's language, for names of days and months.
function namingLocale(choices) {
  const own = baseLocale(choices)
  return formatTag(own.split("-")[0] === language() ? own : language(), (choices ?? currentChoices()).preferences)
}

const zone = choices => ownZone((choices ?? currentChoices()).preferences)

export const money = (amount, choices) => format(amount, locale(choices))

export const number = value => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value)

// "52.473512", to the centimetre.
export const exactDegrees = value => new Intl.NumberFormat(locale(), { maximumFractionDigits: 7 }).format(value)

export function kilometres(metres) {
  const style = { style: "unit", unit: "kilometer", maximumFractionDigits: metres < 10_000 ? 1 : 0 }
  return new Intl.NumberFormat(locale(), style).format(metres / 1000)
}

// "100 m" or "1.4 km".
export function distanceText(metres) {
  if (metres >= 1000) return kilometres(metres)
  return new Intl.NumberFormat(locale(), { style: "unit", unit: "meter", maximumSignificantDigits: 2 }).format(metres)
}

export function clockTime(instant, timeZone) {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short", timeZone: timeZone ?? zone() }).format(new Date(instant))
}

// "12:15", or with the day when it is not today there. isTwice: with the name of the zone's time, because the clock shows the
// time twice.
export function windowTime(instant, timeZone, isTwice = false) {
  const isToday = naming(instant, Date.now(), timeZone) === "today"
  if (isToday && !isTwice) return clockTime(instant, timeZone)
  const day = isToday ? {} : { weekday: "short" }
  const name = isTwice ? { timeZoneName: "short" } : {}
  return new Intl.DateTimeFormat(locale(), { ...day, ...name, hour: "numeric", minute: "2-digit", timeZone }).format(new Date(instant))
}

// The name of a zone's time, such as "GMT+1"; null when the reader's clock shows the same.
export function otherZone(instant, timeZone) {
  const named = (style, timeZone) => new Intl.DateTimeFormat(locale(), { timeZoneName: style, timeZone })
    .formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value
  return named("longOffset", timeZone) === named("longOffset", zone()) ? null : named("short", timeZone)
}

export const percent = share => new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(share)

// "12:20:30", with the day when it is not today there.
export function exactClockTime(instant, timeZone) {
  const isToday = naming(instant, Date.now(), timeZone) === "today"
  const day = isToday ? {} : { weekday: "short" }
  return new Intl.DateTimeFormat(isToday ? locale() : namingLocale(), { ...day, hour: "numeric", minute: "2-digit", second: "2-digit", timeZone }).format(new Date(instant))
}

// "4.3 min", with the unit in the page's language
export const minutes = seconds => new Intl.NumberFormat(namingLocale(), { style: "unit", unit: "minute", maximumFractionDigits: 1 }).format(seconds / 60)

// The hour of a clock, such as "13:00" or "1 PM".
export const wholeHour = hour => new Intl.DateTimeFormat(locale(), { timeStyle: "short", timeZone: "UTC" }).format(new Date(Date.UTC(2000, 0, 1, hour)))

// "8.25%" of the text "0.0825".
export const taxPercent = rate => new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 4 }).format(rate)

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
  return new Intl.DateTimeFormat(namingLocale(), { dateStyle: "medium", timeStyle: "short", timeZone: timeZone ?? zone() })
    .format(new Date(instant))
}

// With seconds, for lists in which two entries can have the same minute.
export function dayAndExactTime(instant, timeZone) {
  return new Intl.DateTimeFormat(namingLocale(), { dateStyle: "medium", timeStyle: "medium", timeZone: timeZone ?? zone() })
    .format(new Date(instant))
}

// "3 hours ago". since: { value, unit }, as timeSince makes it.
export function relativeTime({ value, unit }) {
  return new Intl.RelativeTimeFormat(namingLocale(), { numeric: "auto" }).format(value, unit)
}

// With seconds and the name of the reader's time zone.
export function exactTime(instant) {
  return new Intl.DateTimeFormat(namingLocale(), { dateStyle: "medium", timeStyle: "long", timeZone: zone() }).format(new Date(instant))
}

// "23 November 2026"
// A date without a time, such as "2026-11-27", in words.
export const date = text => new Intl.DateTimeFormat(namingLocale(), { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${text}T12:00:00Z`))
export const day = instant => new Intl.DateTimeFormat(namingLocale(), { dateStyle: "long", timeZone: zone() }).format(new Date(instant))

// "Monday, 23 November 2026", of a date without a time such as "2026-11-23"
export const longDate = date => new Intl.DateTimeFormat(namingLocale(), { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T00:00Z`))

// How dates, times, numbers and money look with some choices, for whoever chooses. choices: as currentChoices returns them.
export function sample(choices, instant) {
  const timeZone = zone(choices)
  return {
    time: new Intl.DateTimeFormat(namingLocale(choices), { dateStyle: "full", timeStyle: "short", timeZone }).format(instant),
    number: new Intl.NumberFormat(locale(choices)).format(12345.6),
    money: money({ amount: 123450, currency: "EUR" }, choices),
  }
}
