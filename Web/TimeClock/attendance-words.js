// Sentences about attendance.

import { explain } from "../Shared/explain.js"
import { Problem } from "../Shared/http.js"
import { clockTime, longDate } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { when } from "./reminder-words.js"
import { Note } from "./models/attendance.js"
import { punchSentence } from "./models/punch-problems.js"

export function stateSentence({ state, since }, timeZone) {
  if (!since) return t("You are not clocked in")
  const time = when(since, timeZone)
  if (state === "break") return t("On a break since {time}", { time })
  return state === "in" ? t("Clocked in since {time}", { time }) : t("Clocked out since {time}", { time })
}

// What the button records.
export function recordSentence(kind, site, time) {
  if (!site) return t("Choose the site that you are at. You can ask for a correction later.")
  const values = { time, site: site.name }
  return kind === "in"
    ? t("It is {time} at {site}. Your work begins with this. You can ask for a correction later.", values)
    : t("It is {time} at {site}. Your work ends with this. You can ask for a correction later.", values)
}

export const actionName = kind => (kind === "in" ? t("Clock in now") : t("Clock out now"))

export function recordedSentence({ kind, at, timeZone, site }) {
  const values = { time: clockTime(at, timeZone), site: site.name }
  if (kind === "break") return t("Recorded: on a break since {time}, {site}.", values)
  return kind === "in" ? t("Recorded: in at {time}, {site}.", values) : t("Recorded: out at {time}, {site}.", values)
}

export function noteSentence(note, kind) {
  switch (note) {
    case Note.answered: return t("This reminder has been answered. You see your present state.")
    case Note.forgotten: return t("This reminder is deleted: reminders are kept for one day.")
    case Note.needless:
      return kind === "in"
        ? t("You are clocked out already, so there is nothing to confirm.")
        : t("You are clocked in already, so there is nothing to confirm.")
    default: return null
  }
}

// A departure that is recorded when the day changes.
export const provisionalSentence = ({ at, settlesAt, timeZone, entrance }) =>
  t("You left at {time}: {entrance}. At {settled} you are clocked out with that time, unless you come back or clock out yourself before.",
    { time: when(at, timeZone), settled: when(settlesAt, timeZone), entrance: entrance.name })

// That a site records by itself.
export const automaticSentence = ({ name, automatic }) =>
  t("{site} records your arrivals and departures at its entrances automatically until {date}, while your reminders are on.",
    { site: name, date: longDate(automatic.until) })

export const punchName = kind => (kind === "in" ? t("In") : kind === "break" ? t("Break") : t("Out"))

// Why a crossing led to a reminder, or did not.
export function reasonSentence({ kind, reason, remindsAt, timeZone }) {
  const isArrival = kind === "in"
  switch (reason) {
    case "first-crossing": return isArrival ? t("No earlier arrival was known.") : t("No earlier departure was known.")
    case "window-passed":
      return isArrival ? t("Your last arrival was long enough before.") : t("Your last departure was long enough before.")
    case "recent-crossing":
      return isArrival
        ? t("Your last arrival was too short a time before. Each arrival starts the time again.")
        : t("Your last departure was too short a time before. Each departure starts the time again.")
    case "punch-expected": return isArrival ? t("You were not clocked in.") : t("You were clocked in.")
    case "hours-ended": return t("Your working hours had ended half an hour before.")
    case "long-stretch": return t("You had been clocked in for twelve hours.")
    case "stayed-away": return t("You were clocked in, and had not come back.")
    case "recent-reminder":
      return remindsAt === undefined ? t("You had been reminded shortly before.") : t("You had been reminded shortly before. You are asked at {time}, unless you are back.", { time: when(remindsAt, timeZone) })
    case "on-break":
      return remindsAt === undefined ? t("You left in your break.") : t("You left in your break. You are asked at {time}, unless you are back.", { time: when(remindsAt, timeZone) })
    case "day-off": return t("You do not work on this day.")
    case "daily-limit": return t("You had been reminded as often as one day allows.")
    case "out-of-order": return t("You had crossed again before this was reported.")
    case "nothing-to-punch": return isArrival ? t("You were clocked in already.") : t("You were not clocked in.")
    case "recorded": return t("Recorded automatically.")
    case "provisional": return t("Recorded automatically when the day changes, unless you come back.")
    case "waiting": return t("You have just left. This counts once you have stayed away for a few minutes.")
    case "came-back": return t("You came back, so nothing was asked.")
    case "late": return t("This was reported more than a day late.")
    default: return reason
  }
}

// Explains a failed punch.
export function explainPunch(error, timeZone) {
  const sentence = error instanceof Problem ? punchSentence(error, instant => when(instant, timeZone)) : null
  return sentence ?? explain(error)
}
