// Sentences about a crossing and the question that it leads to. Every page of a person shows them.

import { clockTime, dayAndTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { naming } from "../Shared/models/opening.js"

// The local time, with the day unless it is today.
export function when(instant, timeZone) {
  return naming(instant, Date.now(), timeZone) === "today" ? clockTime(instant, timeZone) : dayAndTime(instant, timeZone)
}

export const question = kind => (kind === "in" ? t("Clock in?") : t("Clock out?"))

// When and where the person scanned a code.
export const scanSentence = ({ at, timeZone, entrance }) =>
  t("You scanned the code at {time}: {entrance}.", { time: when(at, timeZone), entrance: entrance.name })

// When and where the person crossed, or was still clocked in.
export function crossingSentence({ kind, at, timeZone, entrance, site }) {
  if (site) return t("You were still clocked in at {time}: {site}.", { time: when(at, timeZone), site: site.name })
  const values = { time: when(at, timeZone), entrance: entrance.name }
  return kind === "in" ? t("You came in at {time}: {entrance}.", values) : t("You left at {time}: {entrance}.", values)
}
