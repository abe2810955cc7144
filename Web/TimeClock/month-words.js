// Sentences about days and months of attendance.

import { clockTime, number } from "../Shared/locale.js"
import { language, t, tn } from "../Shared/messages.js"
import { clockOf, dateOf, spansOf } from "./models/attendance-month.js"

// "8 h 05 min"
export function duration(seconds) {
  const { hours, minutes } = clockOf(seconds)
  return t("{hours} h {minutes} min", { hours: number(hours), minutes: number(minutes) })
}

const dateText = (instant, style) => new Intl.DateTimeFormat(language(), { ...style, timeZone: "UTC" }).format(instant)

export const monthName = month => dateText(dateOf(`${month}-01`), { month: "long", year: "numeric" })

export const dayName = date => dateText(dateOf(date), { weekday: "short", day: "numeric", month: "short" })

export const longDayName = date => dateText(dateOf(date), { weekday: "long", day: "numeric", month: "long" })

export const weekName = instant => t("Week of {day}", { day: dateText(instant, { day: "numeric", month: "long" }) })

// The times of a day, such as "09:00–12:00, 13:00–17:30".
export function timesText(day) {
  return spansOf(day).map(({ from, to, isNextDay }) => {
    const values = { from: from && clockTime(from, day.timeZone), to: to && clockTime(to, day.timeZone) }
    if (from === null) return t("until {to}", values)
    if (to === null) return t("from {from}", values)
    return isNextDay ? t("{from}–{to} the next day", values) : t("{from}–{to}", values)
  })
}

// What is to be said of a day; null for a day without anything.
export function stateText({ state, missing }) {
  switch (state) {
    case "complete": return t("Complete")
    case "running": return t("Goes on")
    case "waiting": return t("Waiting for approval")
    case "missing-punch":
      if (missing.includes("in") && missing.includes("out")) return t("A clock-in and a clock-out are missing")
      return missing[0] === "in" ? t("The clock-in is missing") : t("The clock-out is missing")
    default: return null
  }
}

export const missingCount = count => tn("{count} day lacks a punch", "{count} days lack a punch", count)

export const waitingCount = count => tn("{count} day waits for approval", "{count} days wait for approval", count)
