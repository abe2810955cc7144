// Sentences that tell the affected people about a data practice.

import { date } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { parsePractice } from "./models/data-practices.js"

// site: the name of the site.
export function practiceSentence(practice, site) {
  const { kind, value } = parsePractice(practice)
  switch (kind) {
    case "follows": return value === "gateways"
      ? t("At {site}, gateways hear badges and phones at cafés, of people who agree to it.", { site })
      : t("At {site}, your own device can notice in which café you are, if you agree to it.", { site })
    case "reminds": return value === "gateways"
      ? t("At {site}, gateways hear badges and phones at doors, of people who want reminders.", { site })
      : t("At {site}, doors can remind you to clock in and out, if you want that.", { site })
    case "records": return t("At {site}, arrivals and departures are recorded without a press until {date}, of people who were informed and want reminders.", { site, date: date(value) })
    case "sends": return t("At {site} you clock in and out in another system: {host}.", { site, host: value })
    case "shows": return audienceSentence(value, site)
    case "keeps-names": return tn("Orders keep your name for {count} day.", "Orders keep your name for {count} days.", Number(value))
    default: return practice
  }
}

function audienceSentence(audience, site) {
  switch (audience) {
    case "team": return t("The people who see the attendance of {site} see who is at work there.", { site })
    case "site": return t("Everybody at {site} sees who is at work there.", { site })
    default: return t("Everybody of the organisation sees who is at work at {site}.", { site })
  }
}
