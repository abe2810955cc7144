// The rules of attendance of a site, for administrators: what holds from when, what other rules would have made of last month, and how
// long records are kept. Nothing is saved before its effect was shown.

import { AdministrationPage } from "../People/administration-page.js"
import { FormFields } from "../Campus/form-fields.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, post, Problem, put } from "../Shared/http.js"
import { isEqual } from "../Campus/models/merge.js"
import { longDate, number, wholeHour } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { attributionName, countryName, differenceText, fieldWords, fromName, hoursText, roundingName, rulesSentences, weekdayName } from "./attendance-rules-words.js"
import { clockText, dayHoursOf, effective, formOf, hourOn, monthsFrom, ofForm, rulesOf, versionIn, versionsOf, withDayHour, withoutDayHour, withVersion, withVersions } from "./models/attendance-rules.js"
import { monthAfter } from "./models/attendance-month.js"
import { monthName } from "./month-words.js"
import "./attendance-retention.js"

const ROUNDINGS = ["none", "day-quarter-hour", "day-quarter-hour-down", "month-hour"]
const ATTRIBUTIONS = ["start-day", "end-day", "midnight", "larger-part"]
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
const LATEST_HOUR = 12
const MONTHS_AHEAD = 13
const MINUTE = 60_000 // milliseconds

class AttendanceRulesPage extends AdministrationPage {
  key = "attendance-rules"
  #sites = []
  #site = null
  #state = null // as GET …/attendance-rules has it
  #form = null // the fields of the form
  #hour = null // of the form
  #fields = new FormFields()
  #present = h("section.panel.stack", { "aria-labelledby": "present-title" })
  #change = h("form.panel.stack", { novalidate: true, "aria-labelledby": "change-title" })
  #effect = h("section.panel.stack.rules-effect", { "aria-labelledby": "effect-title", hidden: true })
  #retention = h("attendance-retention.panel.stack")

  title() { return t("Rules of attendance") }
  reason() { return t("This page is for administrators.") }
  explain(error) {
    if (!(error instanceof Problem)) return explain(error)
    if (error.code === "menu-changed") return t("Somebody else changed these rules meanwhile. You see them as they are now; look at the effect again.")
    if (error.code === "month-closed") return t("Days of a closed month keep their hours. Choose a later date.")
    if (error.code === "nothing-to-publish") return t("These rules hold already.")
    return explain(error)
  }

  get #path() { return `/api/v1/sites/${encodeURIComponent(this.#site)}/attendance-rules` }
  get #hours() { return dayHoursOf(this.#state.document) }
  get #presentHour() { return hourOn(this.#hours, today()) }
  get #versions() { return versionsOf(this.#state.document) }

  connectedCallback() {
    super.connectedCallback()
    this.#change.addEventListener("submit", event => { event.preventDefault(); this.#look() }, { signal: this.signal })
    // What was looked at is what can be saved.
    this.#change.addEventListener("input", () => { this.#effect.hidden = true }, { signal: this.signal })
    this.#retention.addEventListener("retention-saved", () => this.attempt(() => this.#reload("#retention-title")), { signal: this.signal })
    this.#retention.addEventListener("retention-refused", ({ detail }) => this.#refused(detail, "#retention-title"), { signal: this.signal })
  }

  async load(turn) {
    this.#sites = (await get("/api/v1/managed-sites")).sites
    if (!this.isPresent(turn)) return
    const wanted = new URLSearchParams(location.search).get("site")
    this.#site = (this.#sites.find(({ id }) => id === wanted) ?? this.#sites[0])?.id ?? null
    if (this.#site === null) return render(this.main, h("h1", { tabindex: "-1" }, this.title()), h("p", {}, t("There is no place yet.")))
    await this.#open(turn)
  }

  async #open(turn) {
    const state = await get(this.#path)
    if (!this.isPresent(turn)) return
    this.#state = state
    this.#begin()
    render(this.main,
      h("h1", { tabindex: "-1" }, this.title()),
      h("p.hint", {}, t("Rules say how times become the hours that are paid. They change nobody’s times, and a closed month keeps what counted.")),
      this.#sites.length > 1 && this.#places(), this.#present, this.#change, this.#effect, this.#retention)
  }

  #begin() {
    const version = versionIn(this.#versions, this.#state.month) ?? this.#versions[0]
    this.#form = formOf(version?.rules ?? {})
    this.#hour = this.#presentHour
    this.#effect.hidden = true
    this.#drawPresent()
    this.#drawForm()
    this.#retention.show(this.#path, this.#state)
  }

  async #reload(focused) {
    const { turn } = this
    this.#state = await get(this.#path)
    if (!this.isPresent(turn)) return
    this.#begin()
    this.querySelector(focused)?.focus()
  }

  #places() {
    const select = h("select", { id: "rules-place", "data-key": "place", onchange: () => {
      this.#site = select.value
      this.attempt(async () => { await this.#open(this.turn); this.querySelector("#rules-place")?.focus() })
    } }, this.#sites.map(({ id, name }) => h("option", { value: id, selected: id === this.#site }, name)))
    return h("div.field.rules-place", {}, h("label", { for: "rules-place" }, t("Place")), select)
  }

  // MARK: what holds

  #drawPresent() {
    const { month, presets } = this.#state
    const present = versionIn(this.#versions, month)
    render(this.#present,
      h("h2", { id: "present-title", tabindex: "-1" }, t("What holds")),
      this.#versions.length === 0
        ? h("p", {}, t("There are no rules. Only the elapsed time counts."))
        : h("ol.rules-versions", {}, this.#versions.map(version => h("li.rules-version", {},
          h("div", {}, h("strong", {}, fromName(version.from)), " ", version.from === present?.from && h("span.muted", {}, t("holds now")),
            h("p", {}, rulesSentences(effective(version.rules, presets)).join(" · "))),
          version.from !== null && version.from > month && h("button.button.quiet", {
            type: "button", "data-key": `take-back-${version.from}`, "aria-label": t("{action}: {what}", { action: t("Take it back"), what: fromName(version.from) }), onclick: () => this.#takeBack(version),
          }, t("Take it back"))))),
      h("p.muted", {}, t("A day begins at {time}.", { time: wholeHour(this.#presentHour) })),
      this.#hours.filter(({ from }) => from !== null && from > today()).map(({ from, hour }) => h("p.day-hour.row", {},
        h("span", {}, t("From {date} a day begins at {time}.", { date: longDate(from), time: wholeHour(hour) })),
        h("button.button.quiet", {
          type: "button", "data-key": `take-back-${from}`, "aria-label": t("{action}: {what}", { action: t("Take it back"), what: longDate(from) }),
          onclick: () => this.#save(withoutDayHour(this.#state.document, from)),
        }, t("Take it back")))))
  }

  #takeBack({ from }) {
    return this.#save(withVersions(this.#state.document, this.#versions.filter(version => version.from !== from)))
  }

  // MARK: other rules

  #drawForm() {
    this.#fields = new FormFields()
    const form = this.#form
    const base = this.#state.presets.find(({ id }) => id === form.preset)
    const usual = effective(form.preset === "" ? {} : { preset: form.preset }, this.#state.presets)
    const keep = (name, read = ({ value }) => value) => ({ "data-key": `rule-${name}`, oninput: ({ target }) => { form[name] = read(target) } })
    const clock = (name, label) => this.#fields.add(`/${name}`,
      h("input", { autocomplete: "off", dir: "ltr", placeholder: usual[name] === undefined ? t("none") : clockText(usual[name]), value: form[name], ...keep(name) }), label, { words: fieldWords(`/${name}`) })
    const choice = (name, label, values, nameOf) => this.#fields.add(`/${name}`,
      h("select", keep(name), h("option", { value: "" }, t("As usual: {choice}", { choice: nameOf(usual[name]) })), values.map(value => h("option", { value, selected: form[name] === value }, nameOf(value)))), label, { words: fieldWords(`/${name}`) })
    render(this.#change,
      h("h2", { id: "change-title", tabindex: "-1" }, t("Other rules")),
      h("p.hint", {}, t("An empty field means what the rules of the country say. They are no legal advice.")),
      h("div.rules-place", {},
        this.#fields.add("/preset", h("select", { "data-key": "rule-preset", onchange: ({ target }) => this.#choosePreset(target.value) },
          h("option", { value: "" }, t("none")), this.#state.presets.map(({ id }) => h("option", { value: id, selected: id === form.preset }, countryName(id)))), t("Rules of a country"))),
      base && this.#sources(base),
      h("fieldset.rules-set", {}, h("legend", {}, t("Overtime begins after (hours:minutes)")),
        h("div.rules-columns", {}, clock("dailyMinutes", t("Work in a day")), clock("weeklyMinutes", t("Work in a week")), clock("monthlyMinutes", t("Work in a month")), choice("weekBegins", t("A week begins on"), WEEKDAYS, weekdayName))),
      this.#breaks(usual),
      h("fieldset.rules-set", {}, h("legend", {}, t("Night work")),
        h("div.rules-columns", {},
          this.#fields.add("/night", h("input", { type: "time", value: form.nightFrom, ...keep("nightFrom") }), t("From"), { hint: t("Usual: {hours}", { hours: hoursText(usual.night) }), words: fieldWords("/night") }),
          this.#fields.add("/night/to", h("input", { type: "time", value: form.nightTo, ...keep("nightTo") }), t("Until")))),
      h("div.rules-columns.wide", {},
        choice("rounding", t("Rounding"), ROUNDINGS, roundingName),
        choice("attribution", t("A shift over midnight counts for"), ATTRIBUTIONS, attributionName),
        this.#fields.add("/dayChangeHour", h("select", { "data-key": "rule-hour", oninput: ({ target }) => { this.#hour = Number(target.value) } },
          Array.from({ length: LATEST_HOUR + 1 }, (_, hour) => h("option", { value: hour, selected: hour === this.#hour }, wholeHour(hour)))), t("A day begins at"), { hint: t("You choose the date from which it holds before you save. Earlier days stay as they are.") })),
      this.#fields.rest,
      h("div.row", {}, h("button.button.primary", { type: "submit", "data-key": "look" }, t("Show the effect on {month}", { month: monthName(monthAfter(this.#state.month, -1)) }))))
  }

  #choosePreset(preset) {
    this.#form.preset = preset
    this.#effect.hidden = true
    this.#drawForm()
    this.querySelector("[data-key=rule-preset]").focus()
  }

  #sources({ sources, readOn }) {
    return h("details", {}, h("summary", {}, t("Where this was read")),
      h("ul.rules-sources", { lang: "en", dir: "ltr" }, sources.map(({ statement, address }) => h("li", {}, h("a", { href: address, rel: "noreferrer" }, statement)))),
      h("p.hint", {}, t("Read on {day}.", { day: readOn })))
  }

  #breaks(usual) {
    const form = this.#form
    const words = usual.breaks.length === 0 ? t("none") : usual.breaks.map(({ afterMinutes, minutes }) => t("{minutes} min after {time}", { minutes, time: clockText(afterMinutes) })).join(", ")
    const rows = h("div.rules-columns", { hidden: form.breaks !== "own" }, form.rows.flatMap((row, index) => [
      this.#fields.add(`/breaks/${index}/afterMinutes`, h("input", { autocomplete: "off", dir: "ltr", value: row.after, "data-key": `break-after-${index}`, oninput: ({ target }) => { row.after = target.value } }), t("After work of (hours:minutes)"), { words: fieldWords("/afterMinutes") }),
      this.#fields.add(`/breaks/${index}/minutes`, h("input", { autocomplete: "off", inputmode: "numeric", value: row.minutes, "data-key": `break-minutes-${index}`, oninput: ({ target }) => { row.minutes = target.value } }), t("Minutes of break"), { words: fieldWords("/minutes") }),
    ]))
    const kinds = [["", t("As usual: {choice}", { choice: words })], ["none", t("Deduct nothing")], ["own", t("Other breaks")]]
    const paid = h("input", { type: "checkbox", checked: form.paidBreaks, "data-key": "rule-paid", oninput: () => { form.paidBreaks = paid.checked } })
    return h("fieldset.rules-set", {}, h("legend", {}, t("Breaks")),
      this.#fields.add("/breaks", h("select", { "data-key": "rule-breaks", oninput: ({ target }) => { form.breaks = target.value; rows.hidden = target.value !== "own" } },
        kinds.map(([value, name]) => h("option", { value, selected: value === form.breaks }, name))), t("Deducted where nobody took one")),
      rows, h("label.switch", {}, paid, h("span", {}, t("Breaks that people take are paid"))))
  }

  // MARK: the effect

  async #look() {
    const { rules, mistakes } = rulesOf(this.#form)
    if (this.#fields.show(mistakes)) return this.#fields.focusFirstMistake()
    try {
      const found = await post(`${this.#path}/effect`, { rules, dayChangeHour: this.#hour === this.#presentHour ? this.#state.document.dayChangeHour ?? null : this.#hour })
      this.#showEffect(found, rules)
    } catch (error) {
      this.#refused(error)
    }
  }

  #refused(error, focused = "#change-title") {
    if (error instanceof Problem && error.code === "draft-mistakes" && focused === "#change-title") {
      this.#fields.show(ofForm(error.body.errors ?? []))
      return this.#fields.focusFirstMistake()
    }
    this.notice.show(this.explain(error))
    if (error instanceof Problem && error.code === "menu-changed") this.attempt(() => this.#reload(focused))
  }

  #showEffect({ month, closed, changes, unchanged }, rules) {
    const months = monthsFrom(monthAfter(this.#state.month, -1), MONTHS_AHEAD + 1).filter(each => !(closed && each === month))
    const present = versionIn(this.#versions, this.#state.month)
    const isHourChanged = this.#hour !== this.#presentHour
    // Somebody who changes the hour alone makes no other version of the rules.
    const areRulesChanged = !isHourChanged || !isEqual(rules, present?.rules ?? {})
    const hourFrom = h("input", { id: "hour-from", type: "date", required: true, "data-key": "hour-from", value: `${monthAfter(this.#state.month)}-01` })
    const from = h("select", { id: "rules-from", "data-key": "rules-from" },
      this.#versions.length === 0 && h("option", { value: "" }, t("the beginning")),
      months.map(each => h("option", { value: each, selected: each === monthAfter(this.#state.month) }, monthName(each))))
    render(this.#effect,
      h("h2", { id: "effect-title", tabindex: "-1" }, t("Effect on {month}", { month: monthName(month) })),
      closed && h("p.hint", {}, t("The month is closed and keeps what counted. This is what the rules would have made of it.")),
      changes.length === 0
        ? h("p", {}, unchanged === 0 ? t("Nothing is recorded in this month, so that there is nothing to compare.") : t("Nobody would have a minute more or less."))
        : [h("div.team-scroll", { tabindex: "0", role: "group", "aria-labelledby": "effect-title" }, h("table.team-table", {},
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Person")), [t("Work"), t("Overtime"), t("Night hours"), t("Deducted breaks"), t("Shifts of another day")].map(name => h("th.number", { scope: "col" }, name)))),
          h("tbody", {}, changes.map(each => h("tr", {}, h("th", { scope: "row" }, each.name),
            [each.workSeconds, each.overtimeSeconds, each.nightSeconds, each.automaticBreakSeconds].map(seconds => h("td.number.figures", {}, h("bdi", {}, differenceText(seconds)))), h("td.number.figures", {}, each.movedShifts === 0 ? "–" : number(each.movedShifts))))))),
        unchanged > 0 && h("p.muted", {}, tn("Nothing would change for {count} other person.", "Nothing would change for {count} other people.", unchanged))],
      h("form.stack", { onsubmit: event => { event.preventDefault(); this.#saveFrom({ from: from.value === "" ? null : from.value, rules: areRulesChanged ? rules : null, hourFrom: isHourChanged ? hourFrom.value : null }) } },
        areRulesChanged && h("div.field.rules-place", {}, h("label", { for: "rules-from" }, t("The rules hold from")), from),
        isHourChanged && h("div.field.rules-place", {}, h("label", { for: "hour-from" }, t("A day begins at {time} from", { time: wholeHour(this.#hour) })), hourFrom,
          h("p.hint", {}, t("The day before is longer or shorter by the difference. No shift counts for two days."))),
        h("div.row", {},
          h("button.button.primary", { type: "submit", "data-key": "save-rules" }, icon("check"), t("Save the rules")),
          h("button.button.quiet", { type: "button", "data-key": "drop-rules", onclick: () => { this.#begin(); this.querySelector("#change-title").focus() } }, t("Cancel")))))
    this.#effect.hidden = false
    this.querySelector("#effect-title").focus()
  }

  // rules and hourFrom: null for what does not change.
  #saveFrom({ from, rules, hourFrom }) {
    const { document } = this.#state
    const ruled = rules === null ? document : withVersions(document, withVersion(this.#versions, from, rules))
    return this.#save(hourFrom === null ? ruled : withDayHour(ruled, hourFrom, this.#hour))
  }

  async #save(document) {
    try {
      await put(this.#path, { document, seen: this.#state.revision })
    } catch (error) {
      return this.#refused(error)
    }
    await this.attempt(() => this.#reload("#present-title"))
  }
}

// The date on the reader's clock.
function today() {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * MINUTE).toISOString().slice(0, 10)
}

customElements.define("attendance-rules-page", AttendanceRulesPage)
