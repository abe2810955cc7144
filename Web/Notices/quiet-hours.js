// Spans by weekday in which no notice makes a sound, and what happens to those that come then. Each complete change is saved at
// once. Fires "settings-wanted" with { quietHours } or { inQuietHours }, and "quiet-hours-removed" with the list before.

import { baseLocale } from "../Shared/locale.js"
import { weekStart } from "../People/models/preferences.js"
import { currentChoices } from "../People/session.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { endsNextDay, hoursOf, hoursText, missingOf, weekFrom } from "./models/notice-settings.js"

const FIRST = { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "22:00", to: "07:00" }
const DATES = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } // January 2024 began on a Monday

class QuietHours extends HTMLElement {
  #spans = [] // { days, from, to }, some of which may not be complete yet
  #settings = null

  // settings: as the server has them.
  show(settings) {
    if (JSON.stringify(settings.quietHours) !== JSON.stringify(saved(this.#spans)) || this.#settings === null) {
      this.#spans = settings.quietHours.map(({ days, hours }) => ({ days, ...hoursOf(hours) ?? { from: "", to: "" } }))
    }
    this.#settings = settings
    this.#draw()
  }

  #draw() {
    const { inQuietHours, timeZone } = this.#settings
    render(this, h("section.panel.stack", { "aria-labelledby": "quiet-title" },
      h("h2", { id: "quiet-title", tabindex: "-1" }, t("Quiet hours")),
      h("p", {}, t("In these hours nothing rings. The inbox on the page still fills.")),
      this.#spans.length > 0 && h("ol.day-spans", {}, this.#spans.map((span, index) => this.#span(span, index))),
      h("div.row", {}, h("button.button", { type: "button", "data-key": "add-quiet", onclick: () => this.#add() }, icon("moon"), t("Add quiet hours"))),
      this.#spans.length > 0 && [
        h("fieldset.stack.choices", {},
          h("legend", {}, t("What comes in quiet hours")),
          this.#choice("later", t("Deliver later"), t("It comes when they end, unless it is no longer true."), inQuietHours),
          this.#choice("drop", t("Drop"), t("It is only in the inbox."), inQuietHours)),
        h("p.muted.small", {}, timeZone === undefined
          ? t("Times are those of the place that a notice is about, until you choose a time zone.")
          : t("Times are in your time zone, {zone}.", { zone: timeZone })),
      ]))
  }

  #choice(value, name, words, chosen) {
    return h("label.role-label", {},
      h("input", {
        type: "radio", name: "in-quiet-hours", value, checked: value === chosen, "data-key": `in-quiet-${value}`,
        onchange: () => emit(this, "settings-wanted", { inQuietHours: value }),
      }),
      h("span", {}, h("strong", {}, name), h("span.muted.small", {}, words)))
  }

  #span(span, index) {
    const missing = missingOf(span)
    const time = (name, label) => h("div.field", {}, h("label", { for: `quiet-${name}-${index}` }, label), h("input", {
      id: `quiet-${name}-${index}`, "data-key": `quiet-${name}-${index}`, type: "time", required: true, value: span[name],
      onchange: ({ target }) => this.#change(index, { [name]: target.value }),
    }))
    return h("li.day-span.stack", {},
      h("fieldset.days", {}, h("legend.hidden-visually", {}, t("Days")), weekFrom(firstDay()).map(day => h("label.day", {},
        h("input", {
          type: "checkbox", "data-key": `quiet-${day}-${index}`, checked: span.days.includes(day), "aria-label": dayName(day, "long"),
          onchange: ({ target }) => this.#changeDay(index, day, target.checked),
        }), h("span", { "aria-hidden": "true" }, dayName(day, "short"))))),
      h("div.row.span-times", {}, time("from", t("From")), time("to", t("To")),
        missing === null && endsNextDay(span) && h("span.muted.small", {}, t("on the next day")),
        h("button.button.quiet", { type: "button", "data-key": `quiet-remove-${index}`, onclick: () => this.#remove(index) }, icon("close"), t("Remove"))),
      missing && h("p.field-error", { role: "alert" }, icon("information"),
        h("span", {}, missing === "days" ? t("Choose at least one day. Until then these hours are not saved.") : t("Choose when they begin and end. Until then these hours are not saved."))))
  }

  #changeDay(index, day, isOn) {
    const { days } = this.#spans[index]
    const wanted = isOn ? [...days, day] : days.filter(each => each !== day)
    this.#change(index, { days: FIRST.days.filter(each => wanted.includes(each)) })
  }

  #change(index, change) {
    this.#spans = this.#spans.with(index, { ...this.#spans[index], ...change })
    this.#save()
  }

  #add() {
    this.#spans = [...this.#spans, FIRST]
    this.#save()
    this.querySelector(`[data-key="quiet-from-${this.#spans.length - 1}"]`).focus()
  }

  #remove(index) {
    const before = this.#settings.quietHours
    this.#spans = this.#spans.toSpliced(index, 1)
    this.#save()
    emit(this, "quiet-hours-removed", before)
    this.querySelector("h2").focus({ preventScroll: true })
  }

  #save() {
    this.#draw()
    emit(this, "settings-wanted", { quietHours: saved(this.#spans) })
  }
}

const saved = spans => spans.filter(span => missingOf(span) === null).map(({ days, from, to }) => ({ days, hours: hoursText({ from, to }) }))

const firstDay = () => weekStart(baseLocale(), currentChoices().preferences)

function dayName(day, style) {
  return new Intl.DateTimeFormat(language(), { weekday: style, timeZone: "UTC" }).format(Date.UTC(2024, 0, DATES[day]))
}

customElements.define("quiet-hours", QuietHours)
