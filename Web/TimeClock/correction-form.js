// Edits the times of a day and asks for the reason, and for the site where several may be meant. Fires "times-proposed" with
// { marks, reason, site, waivesBreak }, and "times-dropped".

import { emit, h, icon, render } from "../Shared/dom.js"
import { otherZone } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { dayName, markName, mistakeSentence } from "./month-words.js"
import { datesOf, draftOf, empty, firstEmpty, marksOf, nextKind, sitesFor } from "./models/correction.js"

const KINDS = ["in", "break", "out"]

class CorrectionForm extends HTMLElement {
  #day = null
  #dayStartsAt = "05:00"
  #rows = []
  #reason = ""
  #waivesBreak = null // whether no break is to be deducted by rule; null where none would be
  #send = ""
  #sites = [] // to choose from
  #site = null // chosen by hand, or known; the choice is kept for the next day where none is known
  #mistake = null // { index, sentence, isTwice, isOfSite }; the index is null where no single time is wrong
  #isSending = false

  // day: { date, marks }; send: what the button says; places: the { sites, site } of the person's day, who proposes for themselves.
  begin(day, dayStartsAt, send, { sites, site } = { sites: [] }) {
    this.#day = day
    this.#dayStartsAt = dayStartsAt
    this.#send = send
    this.#rows = draftOf(day)
    this.#sites = sitesFor(day, sites)
    this.#site = site ?? this.#site
    this.#reason = ""
    // The approver decides on times alone.
    this.#waivesBreak = day.automaticBreakSeconds > 0 || day.breakWaived ? day.breakWaived === true : null
    this.#mistake = null
    this.#isSending = false
    this.#show()
  }

  // mistake: { index, code } of a time, or null with the sentence of another refusal.
  refused(mistake, sentence) {
    this.#isSending = false
    this.#mistake = mistake ? { index: mistake.index, sentence: mistakeSentence(mistake.code), isTwice: mistake.code === "time-twice" } : { index: null, sentence }
    if (this.#mistake.isTwice) this.#change(mistake.index, { second: false })
    this.#show()
    if (mistake) this.#focus(`time-${mistake.index}`)
  }

  focusFirst() { this.#focus(this.#lacksSite ? "correction-site" : `time-${Math.max(0, firstEmpty(this.#rows))}`) }

  get #chosen() { return this.#sites.find(({ id }) => id === this.#site) ?? null }
  get #lacksSite() { return this.#sites.length > 0 && this.#chosen === null }

  #focus(key) { this.querySelector(`[data-key="${key}"]`)?.focus() }

  #show() {
    const dates = datesOf(this.#rows, this.#day.date, this.#dayStartsAt)
    const lost = this.#mistake?.index === null && !this.#mistake.isOfSite ? this.#mistake.sentence : null
    render(this, h("form.stack.correction", { novalidate: true, onsubmit: event => this.#submit(event) },
      h("fieldset.stack", {},
        h("legend", {}, t("Times that should count for {day}", { day: dayName(this.#day.date) })),
        this.#sites.length > 0 && this.#chooser(),
        this.#rows.map((row, index) => this.#row(row, index, dates[index])),
        this.#rows.length === 0 && h("p.muted", {}, t("Nothing counts for this day.")),
        h("button.button.quiet", { type: "button", "data-key": "add-time", onclick: () => this.#add() }, icon("plus"), t("Add a time"))),
      this.#waivesBreak !== null && h("label.row", {},
        h("input", { type: "checkbox", "data-key": "waive", checked: this.#waivesBreak, onchange: ({ target }) => { this.#waivesBreak = target.checked } }),
        h("span", {}, t("I took no break. Nothing is to be deducted."))),
      h("div.field", {},
        h("label", { for: "correction-reason" }, t("Reason")),
        h("textarea", {
          id: "correction-reason", "data-key": "reason", rows: 2, maxlength: 500, "aria-describedby": "correction-error",
          "aria-invalid": lost && this.#reason.trim() === "" ? "true" : null, oninput: ({ target }) => { this.#reason = target.value },
        }, this.#reason)),
      h("p.field-error", { id: "correction-error", role: "alert" }, lost && icon("information"), lost && h("span", {}, lost)),
      h("div.row", {},
        h("button.button.primary", { type: "submit", "data-key": "send", "aria-disabled": this.#isSending ? "true" : null }, this.#send),
        h("button.button.quiet", { type: "button", "data-key": "drop", onclick: () => emit(this, "times-dropped") }, t("Cancel")))))
  }

  #chooser() {
    const isMissing = this.#mistake?.isOfSite
    const change = ({ target }) => {
      this.#site = target.value || null
      this.#mistake = null
      this.#show()
    }
    return h("div.field", {},
      h("label", { for: "correction-site" }, t("Site")),
      h("select", { id: "correction-site", "data-key": "correction-site", "aria-describedby": "correction-site-error", "aria-invalid": isMissing ? "true" : null, onchange: change },
        !this.#chosen && h("option", { value: "" }, t("Choose")),
        this.#sites.map(({ id, name }) => h("option", { value: id, selected: id === this.#chosen?.id }, name))),
      // The times are those of the clocks there.
      this.#chosen && h("p.hint", {}, otherZone(Date.parse(this.#day.startsAt), this.#chosen.timeZone)),
      h("p.field-error", { id: "correction-site-error", role: "alert" }, isMissing && [icon("information"), h("span", {}, t("Choose the site that you were at."))]))
  }

  #row({ kind, time, second }, index, date) {
    const error = this.#mistake?.index === index ? this.#mistake : null
    const number = index + 1
    return h("div.correction-row", {},
      h("select", { "aria-label": t("What happens at time {number}", { number }), "data-key": `kind-${index}`, onchange: ({ target }) => this.#edit(index, { kind: target.value }) },
        KINDS.map(each => h("option", { value: each, selected: each === kind }, markName(each)))),
      h("input", {
        type: "time", value: time, "aria-label": t("Time {number}", { number }), "data-key": `time-${index}`, "aria-invalid": error ? "true" : null,
        "aria-describedby": error ? `time-error-${index}` : null, onchange: ({ target }) => this.#edit(index, { time: target.value, second: null }),
      }),
      h("button.button.quiet", { type: "button", "aria-label": t("Remove time {number}", { number }), "data-key": `remove-${index}`, onclick: () => this.#remove(index) }, icon("close")),
      second !== null && h("select.correction-note", { "aria-label": t("Which of the two times"), "data-key": `second-${index}`, onchange: ({ target }) => this.#change(index, { second: target.value === "true" }) },
        h("option", { value: "false", selected: !second }, t("The first time")),
        h("option", { value: "true", selected: second }, t("The second time, after the clocks went back"))),
      date && date !== this.#day.date && h("span.correction-note.small.muted", {}, t("On {day}", { day: dayName(date) })),
      error && h("p.field-error.correction-note", { id: `time-error-${index}`, role: "alert" }, icon("information"), h("span", {}, error.sentence)))
  }

  #change(index, changes) { this.#rows = this.#rows.map((row, place) => (place === index ? { ...row, ...changes } : row)) }

  #edit(index, changes) {
    this.#change(index, changes)
    this.#mistake = null
    this.#show()
  }

  #add() {
    this.#rows = [...this.#rows, empty(nextKind(this.#rows))]
    this.#show()
    this.#focus(`time-${this.#rows.length - 1}`)
  }

  #remove(index) {
    this.#rows = this.#rows.filter((_, place) => place !== index)
    this.#mistake = null
    this.#show()
    this.#focus(this.#rows.length > 0 ? `time-${Math.min(index, this.#rows.length - 1)}` : "add-time")
  }

  #submit(event) {
    event.preventDefault()
    if (this.#isSending) return
    if (this.#lacksSite) {
      this.#mistake = { index: null, isOfSite: true }
      this.#show()
      return this.#focus("correction-site")
    }
    const missing = firstEmpty(this.#rows)
    if (missing >= 0) {
      this.#mistake = { index: missing, sentence: t("Type the time, or remove the line.") }
      this.#show()
      return this.#focus(`time-${missing}`)
    }
    if (this.#reason.trim() === "") {
      this.#mistake = { index: null, sentence: t("The reason is missing.") }
      this.#show()
      return this.#focus("reason")
    }
    this.#mistake = null
    this.#isSending = true
    this.#show()
    emit(this, "times-proposed", { marks: marksOf(this.#rows, this.#day, this.#dayStartsAt), reason: this.#reason.trim(), ...(this.#chosen && { site: this.#chosen.id }), ...(this.#waivesBreak !== null && { waivesBreak: this.#waivesBreak }) })
  }
}

customElements.define("correction-form", CorrectionForm)
