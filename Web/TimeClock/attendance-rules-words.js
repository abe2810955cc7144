// Rules of attendance in words.

import { number } from "../Shared/locale.js"
import { language, t, tn } from "../Shared/messages.js"
import { clockText } from "./models/attendance-rules.js"
import { monthName } from "./month-words.js"

// The country or state of a preset.
export function countryName(id) {
  switch (id) {
    case "california": return t("California")
    case "france": return t("France")
    case "germany": return t("Germany")
    case "japan": return t("Japan")
    case "korea": return t("South Korea")
    case "spain": return t("Spain")
    case "united-kingdom": return t("United Kingdom")
    default: return id
  }
}

export function roundingName(rounding) {
  switch (rounding) {
    case "none": return t("Not rounded")
    case "day-quarter-hour": return t("Each day to the nearest quarter of an hour")
    case "day-quarter-hour-down": return t("Each day down to a quarter of an hour")
    default: return t("Overtime and night hours of a month to full hours")
  }
}

export function attributionName(attribution) {
  switch (attribution) {
    case "start-day": return t("The day on which it begins")
    case "end-day": return t("The day on which it ends")
    case "midnight": return t("Each day gets its part")
    default: return t("The day of the larger part")
  }
}

// 2026-11-02 is a Monday.
export const weekdayName = (name, days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]) =>
  new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2026, 10, 2 + days.indexOf(name))))

export const fromName = from => (from === null ? t("From the beginning") : t("From {month}", { month: monthName(from) }))

// "22:00–05:00" in the order of the clock, also among letters that run from right to left.
export const hoursText = range => `\u2066${range.replace("-", "–")}\u2069`

// What rules say, as sentences. rules: with what the preset says.
export function rulesSentences(rules) {
  return [
    rules.preset && t("Rules of {country}", { country: countryName(rules.preset) }),
    rules.dailyMinutes && t("Overtime begins after {time} a day", { time: clockText(rules.dailyMinutes) }),
    rules.weeklyMinutes && t("Overtime begins after {time} a week", { time: clockText(rules.weeklyMinutes) }),
    rules.monthlyMinutes && t("Overtime begins after {time} a month", { time: clockText(rules.monthlyMinutes) }),
    ...rules.breaks.map(({ afterMinutes, minutes }) => tn("After {time} of work, a break of {count} minute is deducted if nobody took one", "After {time} of work, a break of {count} minutes is deducted if nobody took one", minutes, { time: clockText(afterMinutes) })),
    rules.paidBreaks && t("Breaks are paid"),
    t("Night work: {hours}", { hours: hoursText(rules.night) }),
    t("Rounding: {rounding}", { rounding: roundingName(rules.rounding) }),
  ].filter(Boolean)
}

// A difference such as "+1 h 30 min"; "–" for none.
export function differenceText(seconds) {
  if (seconds === 0) return "–"
  const minutes = Math.round(Math.abs(seconds) / 60)
  const values = { hours: number(Math.floor(minutes / 60)), minutes: number(minutes % 60) }
  if (seconds > 0) return minutes < 60 ? t("+{minutes} min", values) : t("+{hours} h {minutes} min", values)
  return minutes < 60 ? t("−{minutes} min", values) : t("−{hours} h {minutes} min", values)
}

// What is asked for in a field that the check refused.
export function fieldWords(pointer) {
  if (pointer === "/rounding") return t("The sources of these rules forbid rounding single days. Choose another rounding.")
  if (pointer === "/night") return t("Enter both times, and two different ones.")
  if (pointer.endsWith("/minutes")) return t("Enter whole minutes, from 1 to 240.")
  if (pointer.endsWith("/afterMinutes")) return t("Enter hours and minutes such as 6:00, at most 24:00.")
  return t("Enter hours and minutes such as 8:00.")
}
