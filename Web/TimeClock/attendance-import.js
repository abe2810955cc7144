// Imports days from a table of another system. People map the columns, see a preview, and import. Fires "days-imported", and
// "import-refused" with the error.

import { emit, h, icon, render } from "../Shared/dom.js"
import { get, post } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { columnMap } from "./models/attendance-import.js"
import { duration, importMistake, longDayName, marksText } from "./month-words.js"

const IMPORTS = "/api/v1/attendance/imports"
const OTHER = "other"
const SHOWN = 8 // days of the preview
const REASON_LENGTH = 280

// The columns that people can map, each with a function that returns its name.
const FIELDS = [
  ["person", () => t("Person")], ["date", () => t("Date")], ["start", () => t("Start time")], ["end", () => t("End time")],
  ["kind", () => t("Work or break")], ["site", () => t("Place")], ["time_zone", () => t("Time zone")],
]

class AttendanceImport extends HTMLElement {
  #maps = []
  #sites = []
  #file = null // { name, csv }
  #choice = { source: "vicinity", site: "", dates: "year-month-day", columns: {} }
  #preview = null
  #words = null
  #reason = ""
  #lacksReason = false
  #isBusy = false
  #isOpen = false // whether the section is unfolded

  // sites: the places for which the person may import, as { site, name }.
  async load(sites) {
    this.#sites = sites
    if (this.#maps.length === 0) this.#maps = (await get(`${IMPORTS}/maps`)).maps
    this.#show()
  }

  #show() {
    const { source, site, dates } = this.#choice
    render(this, h("details", { open: this.#isOpen, ontoggle: ({ target }) => { if (target.isConnected) this.#isOpen = target.open } },
      h("summary", { "data-key": "import" }, t("Import from another system")),
      h("div.stack", {}, h("p.hint", {}, t("The days of a table are recorded beside the punches. The same table again records nothing.")),
      h("div.import-fields", {},
        h("div.field", {}, h("label", { for: "import-file" }, t("CSV file")),
          h("input", { id: "import-file", type: "file", accept: ".csv,text/csv", "data-key": "import-file", onchange: ({ target }) => this.#choose(target) })),
        this.#select("source", t("The table comes from"), [...this.#maps.map(({ id, name }) => [id, name]), [OTHER, t("Another system")]], source),
        source !== "vicinity" && this.#select("site", t("Place"), [["", t("As the table says")], ...this.#sites.map(each => [each.site, each.name])], site),
        source !== "vicinity" && this.#select("dates", t("Dates look like"), [["year-month-day", "2026-11-30"], ["day-month-year", "30.11.2026"], ["month-day-year", "11/30/2026"]], dates),
        source === OTHER && this.#preview && FIELDS.map(([field, name]) => this.#columnSelect(field, name()))),
      this.#words && h("p.notice.ready", { role: "status", tabindex: "-1", "data-key": "imported" }, icon("check"), h("span", {}, this.#words)),
      this.#file && this.#preview && this.#result())))
  }

  #select(name, label, choices, chosen) {
    return h("div.field", {}, h("label", { for: `import-${name}` }, label),
      h("select", { id: `import-${name}`, "data-key": `import-${name}`, onchange: ({ target }) => this.#change({ [name]: target.value }) },
        choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words))))
  }

  #columnSelect(field, name) {
    const { columns } = this.#choice
    return h("div.field", {}, h("label", { for: `column-${field}` }, t("Column: {field}", { field: name })),
      h("select", { id: `column-${field}`, "data-key": `column-${field}`, onchange: ({ target }) => this.#change({ columns: { ...columns, [field]: target.value } }) },
        [["", t("None")], ...this.#preview.columns.map(column => [column, column])].map(([value, words]) => h("option", { value, selected: value === (columns[field] ?? "") }, words))))
  }

  #result() {
    const { days, people, known, workedSeconds, mistakes, mistakeCount, sample } = this.#preview
    if (this.#choice.source === OTHER && mistakes[0]?.code === "no-column") return h("p.muted", { role: "status" }, t("Choose the columns with the person, the start and the end."))
    if (mistakeCount > 0) return h("div.notice.alarm", { role: "alert" }, icon("information"), h("div", {},
      h("p", {}, t("Nothing is imported as long as rows have mistakes:")),
      h("ul.mistakes", {}, mistakes.slice(0, 20).map(mistake => h("li", {}, t("Line {line}: {mistake}", { line: mistake.line, mistake: importMistake(mistake) })))),
      mistakeCount > 20 && h("p", {}, tn("{count} mistake in all", "{count} mistakes in all", mistakeCount))))
    const fresh = days - known
    return h("div.stack", { role: "status" },
      h("p", {}, tn("{count} day", "{count} days", days), " · ", tn("{count} person", "{count} people", people), " · ", t("{work} of work", { work: duration(workedSeconds) }),
        known > 0 && [" · ", tn("{count} day was imported before", "{count} days were imported before", known)]),
      h("ul.import-days", {}, sample.slice(0, SHOWN).map(({ person, day, marks, workedSeconds: worked }) => h("li", {},
        h("strong", {}, t("{person}, {day}", { person: person.name, day: longDayName(day) })), " ",
        h("span.figures", {}, marksText(marks, marks[0].timeZone)), " ", h("span.figures.muted", {}, duration(worked))))),
      days > SHOWN && h("p.muted", {}, tn("and {count} more day", "and {count} more days", days - SHOWN)),
      fresh > 0 && this.#reasonField(),
      fresh > 0 && h("div.row", {},
        h("button.button.primary", { type: "button", "data-key": "import-days", "aria-disabled": this.#isBusy ? "true" : null, onclick: () => this.#send() }, tn("Import {count} day", "Import {count} days", fresh)),
        h("button.button.quiet", { type: "button", "data-key": "import-drop", onclick: () => this.#drop() }, t("Cancel"))))
  }

  #reasonField() {
    return h("div.field", {},
      h("label", { for: "import-reason" }, t("Reason")),
      h("textarea", {
        id: "import-reason", "data-key": "import-reason", rows: 2, maxlength: REASON_LENGTH, required: true, "aria-describedby": "import-reason-error",
        "aria-invalid": this.#lacksReason ? "true" : null, oninput: ({ target }) => { this.#reason = target.value },
      }, this.#reason),
      h("p.field-error", { id: "import-reason-error", role: "alert" }, this.#lacksReason && [icon("information"), h("span", {}, t("The reason is missing."))]))
  }

  async #choose(field) {
    const [file] = field.files
    if (!file) return
    const bytes = await file.arrayBuffer()
    let csv
    try {
      csv = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    } catch {
      this.#file = this.#preview = null
      this.#show()
      return emit(this, "import-refused", new Error(t("The file is not written in UTF-8. Save it as “CSV UTF-8”.")))
    }
    this.#file = { name: file.name, csv }
    this.#words = null
    await this.#look()
  }

  async #change(choice) {
    this.#choice = { ...this.#choice, ...choice }
    if (this.#file) await this.#look()
    else this.#show()
  }

  get #body() { return { ...this.#file, map: columnMap(this.#choice) } }

  async #look() {
    const body = this.#body
    try {
      const preview = await post(`${IMPORTS}/preview`, body)
      if (body.csv !== this.#file?.csv) return
      this.#preview = preview
    } catch (error) {
      emit(this, "import-refused", error)
    }
    this.#show()
  }

  async #send() {
    if (this.#isBusy) return
    this.#lacksReason = this.#reason.trim() === ""
    if (this.#lacksReason) {
      this.#show()
      return this.querySelector("[data-key=import-reason]").focus()
    }
    this.#isBusy = true
    this.#show()
    try {
      const { days, known } = await post(IMPORTS, { ...this.#body, reason: this.#reason.trim() })
      this.#file = this.#preview = null
      this.#reason = ""
      this.#words = tn("{count} day is imported.", "{count} days are imported.", days - known)
      emit(this, "days-imported")
    } catch (error) {
      emit(this, "import-refused", error)
    }
    this.#isBusy = false
    this.#show()
    this.querySelector("[data-key=imported]")?.focus()
  }

  #drop() {
    this.#file = this.#preview = null
    this.#show()
    this.querySelector("[data-key=import-file]")?.focus()
  }
}

customElements.define("attendance-import", AttendanceImport)
