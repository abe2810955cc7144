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

export const markName = kind => ({ in: t("In"), break: t("Break"), out: t("Out") })[kind] ?? kind

// "In 09:00, Out 17:30" of marks, for a proposal beside what counts.
export const marksText = (marks, timeZone) =>
  marks.length === 0 ? t("Nothing counts") : marks.map(({ kind, at }) => t("{what} {time}", { what: markName(kind), time: clockTime(at, timeZone) })).join(" · ")

// Why a proposed time cannot be.
export function mistakeSentence(code) {
  switch (code) {
    case "time-skipped": return t("Clocks go forward on this night and skip this time.")
    case "time-twice": return t("Clocks go back on this night and show this time twice. Choose which you mean.")
    case "not-in-order": return t("This time is not after the one before.")
    case "not-in-turn": return t("This cannot follow the line before.")
    case "other-day": return t("The first time belongs to another day.")
    case "shift-too-long": return t("A shift is 24 hours long at most.")
    case "future": return t("This time is in the future.")
    case "overlaps": return t("Another day counts this time already.")
    case "no-clock-out": return t("The clock-out is missing.")
    default: return t("This time cannot be.")
  }
}

// Why a row of a table cannot be imported.
export function importMistake({ code, value }) {
  switch (code) {
    case "unreadable": return t("The file is not written in UTF-8, or a quotation mark has no end.")
    case "empty": return t("The table has no rows.")
    case "too-many-rows": return t("The table has too many rows. Import it in parts.")
    case "no-column": return t("The column {column} is missing.", { column: value })
    case "unknown-person": return t("There is no person {person}.", { person: value })
    case "several-people": return t("Several people are called {person}.", { person: value })
    case "unknown-site": return value === "" ? t("Choose the place.") : t("There is no place {place}.", { place: value })
    case "no-times": return t("There is no time in this row.")
    case "not-final": return t("The day waits for approval or goes on.")
    case "day-recorded": return t("Something else is recorded for {day}.", { day: longDayName(value) })
    case "forbidden": return t("You may not import for this place.")
    case "month-closed": return t("The month is closed.")
    case "other-offset": case "unknown-zone": case "no-date": case "no-time": case "no-kind": return t("{text} cannot be read, or does not fit the row.", { text: value })
    case "time-twice": return t("Clocks go back on this night and show this time twice. The table has to say which is meant.")
    default: return mistakeSentence(code)
  }
}

// How the times of a day were recorded; null when a page recorded all of them.
export function sourcesText({ marks }) {
  const ways = [...new Set(marks.map(({ source }) => source))].filter(source => source && source !== "person")
  return ways.length === 0 ? null : t("Recorded: {ways}", { ways: ways.map(sourceName).join(", ") })
}

function sourceName(source) {
  switch (source) {
    case "program": return t("by a program")
    case "reminder": return t("after a reminder")
    case "door-code": return t("by the code at the entrance")
    case "badge": return t("by badge and PIN")
    case "automatic": return t("automatically")
    case "offline": return t("without a connection")
    case "correction": return t("by a correction")
    case "import": return t("by an import")
    default: return source
  }
}

// Why a correction was not taken; null for another problem.
export function correctionSentence(code) {
  switch (code) {
    case "correction-unchanged": return t("These times count already, so there is nothing to ask for.")
    case "day-not-over": return t("You are still clocked in on this day. Clock out first.")
    case "correction-waits": return t("Another proposal for this day waits. Take it back first.")
    case "day-correction-decided": return t("Somebody has decided about this already. You see what counts now.")
    case "unknown-day-correction": return t("There is no such proposal any more.")
    case "month-closed": return t("The month is closed. What counted is kept for good; two people can reopen it.")
    case "month-not-over": return t("The month is not over at this place.")
    case "month-not-ready": return t("Corrections wait, or somebody is still clocked in. Decide what waits first.")
    case "month-lacks-punches": return t("Days lack a punch since this page was loaded. Look at them first.")
    case "unknown-closing": return t("The month is open again. You see how it stands now.")
    case "reopening-asked": return t("Somebody has asked to reopen it already.")
    case "reopening-not-asked": return t("Nobody asks to reopen it any more.")
    case "own-reopening": return t("The person who asks cannot agree as well. Somebody else has to.")
    case "unknown-delegation": return t("This is over already.")
    case "invalid-delegation": return t("You cannot delegate to yourself.")
    case "own-correction": return t("Nobody decides about their own day. A colleague has to.")
    default: return null
  }
}

// What became of a proposal, with who decided and why.
export function decisionSentence({ state, decision, requestedAt }, when) {
  const values = { person: decision?.by.name, time: decision && when(decision.at) }
  switch (state) {
    case "waiting": return t("You proposed this: {time}.", { time: when(requestedAt) })
    case "withdrawn": return t("The proposal was taken back: {time}.", values)
    case "accepted": return t("{person} accepted the proposal: {time}.", values)
    case "changed": return t("{person} decided on other times: {time}.", values)
    case "rejected": return t("{person} rejected the proposal: {time}.", values)
    case "imported": return t("{person} imported these times: {time}.", values)
    default: return state
  }
}
