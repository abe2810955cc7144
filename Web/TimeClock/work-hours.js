// When the person usually works, their days off, and how soon reminders may follow each other. Each complete change is saved at
// once. Fires "hours-wanted" with the wishes for the server.

import { weekStart, WEEKDAYS } from "../People/models/preferences.js"
import { currentChoices } from "../People/session.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { baseLocale, longDate } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"
import { dateOf, groupsOf, missingOf, wishesOf, withDayOff } from "./models/work-hours.js"
import { windowField, windowLength } from "./reminder-window.js"

const FIRST = { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:30", breakFrom: "12:00", breakTo: "13:00" }
const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000 // milliseconds

class WorkHours extends HTMLElement {
  #reminders = null
  #state = null // { window, usesOwnWeek, groups, daysOff, onDaysOff }; a group may not be complete yet
  #seen = "" // what the server had at the last change
  #body = h("div.stack")
  #details = h("details", {}, h("summary", {}, t("Working hours and days off")), this.#body) // stays open while it is edited

  // reminders: as the server has them.
  show(reminders) {
    const seen = JSON.stringify(reminders.hours)
    if (seen !== this.#seen) {
      const { window = null, week = null, daysOff, onDaysOff } = reminders.hours
      this.#state = { window, usesOwnWeek: week !== null, groups: groupsOf(week ?? reminders.usual.week ?? {}), daysOff, onDaysOff }
      this.#seen = seen
    }
    this.#reminders = reminders
    this.#draw()
  }

  #draw() {
    const { groups, onDaysOff } = this.#state
    render(this, this.#details)
    render(this.#body,
      h("p.muted", {}, t("If you leave in your break, or soon after another reminder, you are asked only if you do not come back. On days off nothing asks you.")),
      h("p.muted", {}, t("If you are still clocked in half an hour after your working hours, you are asked to clock out. Without hours you are asked after twelve hours.")),
      groups.length > 0 && h("ol.day-spans", {}, groups.map((group, index) => this.#group(group, index))),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "add-hours", onclick: () => this.#add() }, icon("clock"), t("Add working hours"))),
      this.#daysOff(),
      h("label.switch", {},
        h("input", {
          type: "checkbox", role: "switch", "data-key": "on-days-off", checked: onDaysOff,
          onchange: ({ target }) => this.#change({ onDaysOff: target.checked }),
        }),
        h("span", {}, t("Remind me on days off too"))),
      this.#window())
  }

  #group(group, index) {
    const missing = missingOf(group)
    const time = (name, label, required) => h("div.field", {}, h("label", { for: `hours-${name}-${index}` }, label), h("input", {
      id: `hours-${name}-${index}`, "data-key": `hours-${name}-${index}`, type: "time", required, value: group[name],
      onchange: ({ target }) => this.#changeGroup(index, { [name]: target.value }),
    }))
    return h("li.day-span.stack", {},
      h("fieldset.days", {}, h("legend.hidden-visually", {}, t("Days")), week().map(day => h("label.day", {},
        h("input", {
          type: "checkbox", "data-key": `hours-${day}-${index}`, checked: group.days.includes(day), "aria-label": dayName(day, "long"),
          onchange: ({ target }) => this.#changeDay(index, day, target.checked),
        }), h("span", { "aria-hidden": "true" }, dayName(day, "short"))))),
      h("div.row.span-times", {}, time("from", t("From"), true), time("to", t("To"), true)),
      h("div.row.span-times", {}, time("breakFrom", t("Break from"), false), time("breakTo", t("Break to"), false),
        h("button.button.quiet", { type: "button", "data-key": `hours-remove-${index}`, onclick: () => this.#remove(index) }, icon("close"), t("Remove"))),
      missing && h("p.field-error", { role: "alert" }, icon("information"), h("span", {}, missingSentence(missing))))
  }

  #daysOff() {
    const { daysOff } = this.#state
    return h("div.stack", {},
      h("h3", { id: "days-off-title" }, t("Days off")),
      daysOff.length === 0
        ? h("p.muted", {}, t("None but the holidays of your place. Add your leave, so that nothing asks then."))
        : h("ul.days-off", { "aria-labelledby": "days-off-title" }, daysOff.map(date => h("li.row", {},
          h("span", {}, longDate(date)),
          h("button.button.quiet", {
            type: "button", "data-key": `day-off-${date}`, "aria-label": t("Remove {date}", { date: longDate(date) }),
            onclick: () => this.#change({ daysOff: daysOff.filter(each => each !== date) }),
          }, icon("close"), t("Remove"))))),
      h("form.row.span-times", { onsubmit: event => this.#addDayOff(event) },
        h("div.field", {}, h("label", { for: "day-off" }, t("Date")), h("input", { id: "day-off", "data-key": "day-off", type: "date", required: true, min: dateOf(new Date()) })),
        h("button.button", { "data-key": "add-day-off" }, t("Add a day off"))))
  }

  #window() {
    const usual = t("As at your place ({duration})", { duration: windowLength(this.#reminders.usual.window) })
    return windowField("reminder-window", this.#state.window, usual, window => this.#change({ window }))
  }

  #changeDay(index, day, isOn) {
    const { days } = this.#state.groups[index]
    this.#changeGroup(index, { days: WEEKDAYS.filter(each => (each === day ? isOn : days.includes(each))) })
  }

  #changeGroup(index, change) {
    const { groups } = this.#state
    this.#change({ usesOwnWeek: true, groups: groups.with(index, { ...groups[index], ...change }) })
  }

  #add() {
    const { groups } = this.#state
    const taken = new Set(groups.flatMap(({ days }) => days))
    const free = WEEKDAYS.filter(day => !taken.has(day))
    this.#change({ usesOwnWeek: true, groups: [...groups, { ...FIRST, days: groups.length === 0 ? FIRST.days : free }] })
    this.querySelector(`[data-key="hours-from-${groups.length}"]`).focus()
  }

  #remove(index) {
    this.#change({ usesOwnWeek: true, groups: this.#state.groups.toSpliced(index, 1) })
    this.querySelector("[data-key=add-hours]").focus()
  }

  #addDayOff(event) {
    event.preventDefault()
    const field = this.querySelector("#day-off")
    const daysOff = withDayOff(this.#state.daysOff, field.value, dateOf(new Date()))
    field.value = ""
    this.#change({ daysOff })
  }

  #change(change) {
    this.#state = { ...this.#state, ...change }
    this.#draw()
    emit(this, "hours-wanted", wishesOf(this.#state))
  }
}

function week() {
  const start = WEEKDAYS.indexOf(weekStart(baseLocale(), currentChoices().preferences))
  return [...WEEKDAYS.slice(start), ...WEEKDAYS.slice(0, start)]
}

const dayName = (day, style) =>
  new Intl.DateTimeFormat(language(), { weekday: style, timeZone: "UTC" }).format(MONDAY + WEEKDAYS.indexOf(day) * DAY)

function missingSentence(missing) {
  switch (missing) {
    case "days": return t("Choose at least one day. Until then these hours are not saved.")
    case "hours": return t("Choose when they begin and end. Until then these hours are not saved.")
    default: return t("The break must lie within the hours. Until then these hours are not saved.")
  }
}

customElements.define("work-hours", WorkHours)
