// What is kept about a person, in words. A part is { name, count, since, until, rule, seconds, stays }.

import { day, dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"

const DAY = 86_400 // seconds

// An unknown part of a later server is shown as it is.
export function partName(name) {
  switch (name) {
    case "sign-in": return t("Sign-in name and password")
    case "preferences": return t("Language and formats")
    case "orders": return t("Orders")
    case "bookings": return t("Bookings of your meal account")
    case "payments": return t("Payments by card")
    case "corrections": return t("What finance added to your meal account or took from it, and what you entered for others")
    case "refunds": return t("Refunds of your orders, and those that you made")
    case "meal-accounts": return t("Balance of your meal account")
    case "pickup-hold": return t("The pickup time that your basket holds")
    case "order-requests": return t("Keys of recent orders, so that none is placed twice")
    case "kiosk-badge": return t("Your badge for kiosks")
    case "favourites": return t("Favourites")
    case "punches": return t("Clocking in and out")
    case "day-corrections": return t("Corrections of your days, and what was decided")
    case "closed-months": return t("Closed months, and what counted then")
    case "approval-delegations": return t("Delegations of the right to approve, by you and to you")
    case "reminder-settings": return t("Whether reminders are on")
    case "provisional-exits": return t("A departure that is not recorded yet")
    case "crossings": return t("Arrivals and departures")
    case "following": return t("Since when following is on")
    case "presence": return t("Where your devices were heard")
    case "wearables": return t("Badges and phones")
    case "notices": return t("Notices to your pages")
    case "inbox": return t("Your inbox of notices")
    case "notice-settings": return t("How you want to be told")
    case "notice-channels": return t("Devices and addresses for notices")
    case "notice-deliveries": return t("Which notices were sent, and how that went")
    case "tips": return t("Tips you have seen")
    case "devices": return t("Devices that show you tips")
    case "sessions": return t("Sign-ins")
    case "passkeys": return t("Passkeys")
    case "recovery-codes": return t("Recovery codes")
    case "identities": return t("Your account at the identity provider")
    case "pairings": return t("Codes for a device")
    case "security-log": return t("Security log")
    case "looks": return t("Who looked at your data")
    case "screens": return t("Screens that you paired")
    case "cafe-changes": return t("Cafés and sites that you changed or published")
    case "tip-changes": return t("Tips that you published or switched")
    default: return name
  }
}

// How many entries there are, since when, and until when: one or two sentences. identityDays: after how many days a name goes.
export function figuresOf(part, identityDays) {
  const entries = tn("{count} entry", "{count} entries", part.count)
  const figures = part.since ? t("{entries} since {day}.", { entries, day: day(part.since) }) : t("{entries}.", { entries })
  return `${figures} ${ruleWords(part, identityDays)}`
}

function ruleWords({ name, rule, seconds, until }, identityDays) {
  switch (rule) {
    case "lasting":
      if (seconds < 2 * DAY) {
        return tn("Each is deleted after {count} hour at most.", "Each is deleted after {count} hours at most.", Math.ceil(seconds / 3600))
      }
      return tn("Each is deleted after {count} day; the last on {day}.", "Each is deleted after {count} days; the last on {day}.",
        Math.round(seconds / DAY), { day: day(until) })
    case "identity":
      return tn("Your name is removed after {count} day; from the last on {day}.",
        "Your name is removed after {count} days; from the last on {day}.", identityDays, { day: day(until) })
    case "until-time": return t("The last ends {time}.", { time: dayAndTime(until) })
    // Facilities give and take badges.
    case "until-removed": return name === "wearables" ? t("Until it is taken away.") : t("Until you remove it.")
    case "account": return t("As long as you have an account.")
    case "law": return t("As long as the law demands it of your employer.")
    default: return ""
  }
}

// Why an erasure leaves a part.
export function stayingWords(part) {
  switch (part.name) {
    case "punches":
    case "day-corrections":
    case "closed-months": return t("Working time has to stay provable, so the law demands that your employer keeps it, with your name.")
    case "bookings":
      return t("What was paid has to stay in the books. Your name goes from the last of it on {day}.", { day: day(part.until) })
    case "meal-accounts": return t("The balance is money of yours or your employer’s. Have it paid out.")
    case "security-log": return t("It shows who signed in and who changed what. The last entry goes on {day}.", { day: day(part.until) })
    default: return t("It is a record of your work for the organisation.")
  }
}

// Who looked at what, and when, in one sentence.
export function lookWords({ viewer, viewerName, what, detail, times, to }) {
  const person = viewerName ?? viewer
  const time = dayAndTime(to)
  switch (what) {
    case "tip": return t("{administrator} asked why you see the tip “{tip}”, or why not: {time}.", { administrator: person, tip: detail, time })
    case "people": return several(t("{person} saw you in the list of people, with sign-in name and roles: {time}.", { person, time }), times)
    case "notices": return several(t("{person} saw which notices did not reach you: {time}.", { person, time }), times)
    case "wearables": return several(t("{person} saw your name with your badges and phones: {time}.", { person, time }), times)
    case "attendance": return several(t("{person} saw your attendance: {time}.", { person, time }), times)
    case "meal-accounts": return several(t("{person} saw what your meal account holds: {time}.", { person, time }), times)
    case "security-log": return several(t("{person} read entries about you in the security log: {time}.", { person, time }), times)
    default: return several(t("{person} read your data ({what}): {time}.", { person, what, time }), times)
  }
}

const several = (words, times) => (times > 1 ? `${words} ${tn("{count} time on that day.", "{count} times on that day.", times)}` : words)
