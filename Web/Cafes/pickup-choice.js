// When an order is collected: the café's pickup windows as rows of seats that fill up, and the start on arrival.

import { h, icon } from "../Shared/dom.js"
import { clockTime, otherZone, percent, windowTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { choices, fitting, isHeld, repeated, SEATS } from "./models/pickup.js"

// How many windows are shown before the person asks for later ones.
export const FIRST = 7

// pickup: { timetable, chosen, hold, note, late }. late: the names of the items that are served only later and that decided the
// window. near: the choice of a start on arrival. acts: { choose(startsAt), showAll() }.
export function pickupChoice({ pickup, cafe, waitsForPerson, isLocked, showsAll, near, words, acts }) {
  const { timetable, hold, note, late } = pickup
  const rows = fitting(choices(timetable, isHeld(hold, Date.now()) ? hold : null), pickup.chosen)
  const twice = repeated(rows, instant => windowTime(instant, cafe.timeZone))
  const chosenIndex = rows.findIndex(row => row.startsAt === pickup.chosen)
  const isWhole = showsAll || rows.length <= FIRST || chosenIndex >= FIRST
  const shown = isWhole ? rows : rows.slice(0, FIRST)
  const zone = otherZone(rows[0]?.startsAt ?? rows[0]?.readyAt ?? Date.now(), cafe.timeZone)
  return h("fieldset.choices.start-choice", {},
    h("legend", {}, t("When do you want to collect it?")),
    note && h("p.field-error", { role: "alert" }, icon("information"), h("span", {}, note)),
    late.length > 0 && h("p.with-icon.late-words", { role: "status" }, icon("clock"), h("span", {}, lateWords(late))),
    rows.length === 0 && h("p.muted", {}, t("No pickup time is left.")),
    h("div.pickup-windows", {}, shown.map(row => window(row, {
      cafe, twice, isLocked, isChosen: !waitsForPerson && row.startsAt === pickup.chosen, choose: acts.choose,
    }))),
    !isWhole && h("button.button.quiet", { type: "button", "data-key": "later-windows", onclick: acts.showAll }, t("Later times")),
    zone && h("p.small.muted", {}, t("These are times at {cafe} ({zone}).", { cafe: cafe.name, zone })),
    h("p.small.muted.pickup-words", {}, words),
    h("div.choice-list", {}, near))
}

const lateWords = names => t("The first time at which it is served is chosen: {names}.", {
  names: new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(names),
})

function window(row, { cafe, twice, isLocked, isChosen, choose }) {
  const { startsAt, readyAt, isFree, taken, fill } = row
  const name = startsAt === null
    ? t("As soon as possible")
    : windowTime(startsAt, cafe.timeZone, twice.has(windowTime(startsAt, cafe.timeZone)))
  const kind = startsAt === null ? ".is-soonest" : isFree ? "" : ".is-full"
  return h(`label.pickup-window${kind}`, {},
    h("input", {
      type: "radio", name: "start", "data-key": startsAt === null ? "start-now" : `window-${startsAt}`, checked: isChosen,
      disabled: isLocked || !isFree, onchange: () => choose(startsAt),
    }),
    h("span.pickup-name", {}, name),
    startsAt === null
      ? h("span.small.muted", {}, t("about {time}", { time: clockTime(readyAt, cafe.timeZone) }))
      : [seats(taken), isFree
        ? h("span.hidden-visually", {}, t("{share} taken", { share: percent(fill / 1000) }))
        : h("span.small.muted", {}, t("Full"))])
}

const seats = taken => h("span.seats", { "aria-hidden": "true" },
  Array.from({ length: SEATS }, (_, seat) => h(seat < taken ? "span.seat.taken" : "span.seat")))

// "Held for you until 12:08." now: milliseconds.
export function holdSentence(hold, cafe, now) {
  if (hold === null) return ""
  return isHeld(hold, now)
    ? t("Held for you until {time}.", { time: clockTime(hold.expiresAt, cafe.timeZone) })
    : t("No longer held for you. It is booked when you order, if there is still room.")
}
