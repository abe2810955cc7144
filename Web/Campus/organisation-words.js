// What the configuration decides, in words.

import { number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"

const DAY = 24 // hours

export function originWords({ origin, place }) {
  switch (origin) {
    case "command-line": return t("command line")
    case "environment": return t("environment: {name}", { name: place })
    case "file": return t("file: {place}", { place })
    case "default": return t("usual value")
    default: return t("not set")
  }
}

// How long, from hours.
export const lengthWords = hours => (hours % DAY === 0 && hours > DAY ? tn("{count} day", "{count} days", hours / DAY) : tn("{count} hour", "{count} hours", hours))

export function retentionName(kind) {
  switch (kind) {
    case "presence-events": return t("At which place somebody was, of people who agreed to it")
    case "crossings": return t("Crossings of doors, of people who want reminders")
    case "changes": return t("Changes that screens and pages follow")
    case "prints": return t("Papers that were printed")
    case "repeated-requests": return t("Answers to repeated requests")
    case "notices": return t("Notices")
    case "photos": return t("Photos of dishes that nobody published")
    case "tip-devices": return t("Devices of people who see tips, after their last use")
    case "data-looks": return t("Who read data about others")
    case "security-log": return t("Security log")
    default: return kind
  }
}

// A sentence of the notice, as models/staff-notice.js gives it.
export function noticeSentence(entry) {
  switch (entry.key) {
    case "orders": return tn("Your orders are kept with what you ordered, when, and what it cost. They lose your name after {count} day.", "Your orders are kept with what you ordered, when, and what it cost. They lose your name after {count} days.", entry.days)
    case "positions": return t("Your position is evaluated on your own device, or for a moment in memory. It is never stored.")
    case "badges": return t("Gateways hear badges and phones at {gateways} places. Only those of people who agreed to it are recognised; at which place you were is kept for {length}.", { gateways: number(entry.gateways), length: lengthWords(entry.hours) })
    case "doors": return t("Doors can remind you to clock in and out, if you want that. Your crossings are then kept for {length}.", { length: lengthWords(entry.hours) })
    case "records": return t("At {site}, arrivals and departures are recorded without a press until {date}. {informed} people were informed of it.", { site: entry.site, date: entry.until, informed: number(entry.informed) })
    case "punches": return t("When you clock in and out is kept for good, because working time has to be proved.")
    case "elsewhere": return t("At {site} you clock in and out in another system: {host}.", { site: entry.site, host: entry.host })
    case "provider": return t("You sign in with {name}, which learns that you do.", { name: entry.name })
    case "cards": return t("Card payments go through Stripe. The amount and the number of the payment are kept here, and nothing of the card.")
    case "mail": return t("Notices that you choose go out by mail.")
    case "looks": return tn("Who read data about you is kept for {count} day, and you can see it.", "Who read data about you is kept for {count} days, and you can see it.", entry.days)
    default: return t("Under “Your data” you see everything that is kept about you. You can take it with you, or have it erased.")
  }
}
