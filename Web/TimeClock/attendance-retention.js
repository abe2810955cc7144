// How long the records of attendance of a site are kept: the rule, what is due, and what was deleted. Fires "retention-saved", and
// "retention-refused" with an error that is of no field.

import { FormFields } from "../Campus/form-fields.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { post, Problem, put } from "../Shared/http.js"
import { dayAndExactTime, longDate, number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { wholeNumberOf } from "../Shared/models/typed.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"
import { countryName } from "./attendance-rules-words.js"
import { monthName } from "./month-words.js"

const LATEST_MONTHS = 3

class AttendanceRetention extends HTMLElement {
  #path = ""
  #state = null
  #fields = new FormFields()
  #effect = h("div.stack", { hidden: true })

  // path: of the rules of a site. state: as the server has them.
  show(path, state) {
    this.#path = path
    this.#state = state
    this.#effect.hidden = true
    this.setAttribute("role", "region")
    this.setAttribute("aria-labelledby", "retention-title")
    this.#draw()
  }

  get #rule() { return this.#state.document.attendanceRetention }

  #draw() {
    const rule = this.#rule ?? {}
    this.#fields = new FormFields()
    const country = h("select", { name: "country", "data-key": "retention-country" },
      h("option", { value: "" }, t("Another country: {count} years at least", { count: number(this.#state.floorElsewhere) })),
      this.#state.countries.map(({ id, floor }) => h("option", { value: id, selected: id === rule.country }, t("{country}: {count} years at least", { country: countryName(id), count: number(floor) }))))
    const text = (name, value) => h("input", { name, inputmode: "numeric", autocomplete: "off", value: value ?? "", "data-key": `retention-${name}` })
    const after = h("select", { name: "paidAfterMonths", "data-key": "retention-paidAfterMonths" },
      Array.from({ length: LATEST_MONTHS + 1 }, (_, count) => h("option", { value: count, selected: count === (rule.paidAfterMonths ?? 1) }, count === 0 ? t("in the same month") : tn("{count} month later", "{count} months later", count))))
    render(this,
      h("h2", { id: "retention-title", tabindex: "-1" }, t("How long records are kept")),
      h("p", {}, this.#rule ? this.#present() : t("There is no rule. Everything is kept for good.")),
      this.#rule && this.#dueList(this.#state.retention),
      h("form.stack", { novalidate: true, onsubmit: event => { event.preventDefault(); this.#look(event.target) }, oninput: () => { this.#effect.hidden = true } },
        h("p.hint", {}, t("A month is kept for these years after its last entry, or after the day on which it was paid, whichever is later. The minimum years are no legal advice.")),
        h("div.rules-columns", {},
          this.#fields.add("/attendanceRetention/country", country, t("Country")),
          this.#fields.add("/attendanceRetention/years", text("years", rule.years), t("Years"), { hint: t("Empty: what the country asks for."), words: t("Enter whole years, not below those of the country.") }),
          this.#fields.add("/attendanceRetention/payday", text("payday", rule.payday), t("Wages are paid on day"), { hint: t("Such as 25; the last day of a shorter month."), words: t("Enter a day of the month, from 1 to 31.") }),
          this.#fields.add("/attendanceRetention/paidAfterMonths", after, t("Wages are paid"))),
        this.#fields.rest,
        h("div.row", {}, h("button.button", { type: "submit", "data-key": "retention-look" }, t("Show what would be due")))),
      this.#effect,
      this.#state.reports.length > 0 && [h("h3", {}, t("What was deleted")), h("ul.rules-versions", {}, this.#state.reports.map(report => this.#report(report)))])
  }

  #present() {
    const { country, years, payday, paidAfterMonths = 1 } = this.#rule
    const kept = years ?? this.#state.countries.find(({ id }) => id === country)?.standard ?? this.#state.floorElsewhere
    return tn("Records are kept for {count} year after the last entry or the payday.", "Records are kept for {count} years after the last entry or the payday.", kept, { payday, paidAfterMonths })
  }

  #dueList({ due, next }) {
    const records = due.reduce((sum, month) => sum + month.records, 0)
    return [
      due.length === 0
        ? h("p", {}, t("No month is due."))
        : [h("p", {}, tn("{count} month is due, with {records} records. Delete them with this command, which also writes the report:", "{count} months are due, with {records} records. Delete them with this command, which also writes the report:", due.length, { records: number(records) })),
          h("p", {}, h("code", { dir: "ltr", translate: "no" }, "vicinity attendance retention --apply --by PERSON > deleted.txt")),
          h("ul.rules-sources", {}, due.map(({ month, keptUntil, records: count }) => h("li", {}, t("{month}: {records} records, kept until {day}", { month: monthName(month), records: number(count), day: longDate(keptUntil) }))))],
      next && h("p.muted", {}, t("{month} is kept until {day}, or longer where something was entered later.", { month: monthName(next.month), day: longDate(next.keptUntil) })),
    ]
  }

  #report({ at, by, document, signature }) {
    const name = { person: by.name, time: dayAndExactTime(at) }
    return h("li.rules-version", {}, h("div", {}, t("{person}, {time}", name)),
      h("button.button.quiet", { type: "button", "data-key": `report-${at}`, "aria-label": t("{action}: {what}", { action: t("Save the report"), what: name.time }), onclick: () => saveTextAsFile("deleted.txt", `${document}\n${signature}\n`, "text/plain") }, t("Save the report")))
  }

  async #look(form) {
    const { country, years, payday, paidAfterMonths } = form.elements
    const rule = { ...(country.value !== "" && { country: country.value }), ...(years.value.trim() !== "" && { years: wholeNumberOf(years.value) }), payday: wholeNumberOf(payday.value), paidAfterMonths: Number(paidAfterMonths.value) }
    try {
      const found = await post(`${this.#path}/retention-effect`, { attendanceRetention: rule })
      this.#fields.clear()
      this.#showEffect(found, rule)
    } catch (error) {
      this.#refused(error)
    }
  }

  #showEffect(found, rule) {
    render(this.#effect,
      h("h3", { id: "retention-effect", tabindex: "-1" }, t("With this rule")),
      this.#dueList(found),
      h("div.row", {}, h("button.button.primary", { type: "button", "data-key": "retention-save", onclick: () => this.#save(rule) }, icon("check"), t("Save the rule"))))
    this.#effect.hidden = false
    this.querySelector("#retention-effect").focus()
  }

  async #save(attendanceRetention) {
    try {
      await put(this.#path, { document: { ...this.#state.document, attendanceRetention }, seen: this.#state.revision })
    } catch (error) {
      return this.#refused(error)
    }
    emit(this, "retention-saved")
  }

  #refused(error) {
    if (!(error instanceof Problem && error.code === "draft-mistakes")) return emit(this, "retention-refused", error)
    this.#fields.show(error.body.errors ?? [])
    this.#fields.focusFirstMistake()
  }
}

customElements.define("attendance-retention", AttendanceRetention)
