// The attendance of others: decides corrections that wait, and shows the months of people.

import { AdministrationPage } from "../People/administration-page.js"
import { currentPrincipal } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, getFile, post, Problem } from "../Shared/http.js"
import { dayAndExactTime, dayAndTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"
import { t, tn } from "../Shared/messages.js"
import { lengthOf, monthAfter } from "./models/attendance-month.js"
import { mistakeOf } from "./models/correction.js"
import { correctionSentence, decisionSentence, duration, longDayName, monthName, timesText } from "./month-words.js"
import "./attendance-import.js"
import "./correction-form.js"
import "./punch-month.js"
import "./team-delegations.js"
import "./team-places.js"
import "./who-is-in.js"

const CORRECTIONS = "/api/v1/attendance/corrections"
const PEOPLE = "/api/v1/attendance/people"
const NONE = "–"

class TeamPage extends AdministrationPage {
  key = "team"
  #waiting = []
  #inForce = new Map() // the days of the waiting corrections as they count now, by the correction's id
  #zones = new Map() // the time zones of sites
  #open = null // { id, act }: the proposal that is being changed or rejected
  #people = []
  #month = null
  #form = h("correction-form")
  #proposals = h("section.stack", { "aria-labelledby": "waiting-title" })
  #who = h("who-is-in.stack", { hidden: true })
  #places = h("team-places")
  #delegations = h("team-delegations.stack")
  #table = h("section.stack", { "aria-labelledby": "people-title" })
  #person = h("punch-month.panel.stack")
  #import = h("attendance-import.panel")
  #payroll = [] // the templates of payroll files, as { id, name }
  #latest = h("section.stack", { "aria-labelledby": "latest-title" })

  title() { return t("Attendance of others") }
  reason() { return t("This page is for people who approve corrections or see the attendance of others.") }
  explain(error) {
    if (!(error instanceof Problem)) return error instanceof Error && error.name === "Error" ? error.message : explain(error)
    if (error.code === "payroll-numbers-missing") return t("The payroll file has no number for {people}.", { people: error.body.people })
    return correctionSentence(error.code) ?? explain(error)
  }

  connectedCallback() {
    super.connectedCallback()
    this.#form.addEventListener("times-proposed", ({ detail }) => this.#decide(this.#open.id, { verdict: "change", ...detail }), { signal: this.signal })
    this.#form.addEventListener("times-dropped", () => this.#close(), { signal: this.signal })
    this.#places.addEventListener("places-changed", ({ detail }) => this.#changed(detail), { signal: this.signal })
    this.#import.addEventListener("days-imported", () => this.attempt(() => this.#loadPeople(this.turn)), { signal: this.signal })
    for (const name of ["places-refused", "delegations-refused", "import-refused"]) this.addEventListener(name, ({ detail }) => this.notice.show(this.explain(detail)), { signal: this.signal })
    document.addEventListener("visibilitychange", () => { if (!document.hidden && this.#table.isConnected) this.#refresh(this.turn).catch(() => null) }, { signal: this.signal })
  }

  get #isApprover() { return (currentPrincipal().grants ?? currentPrincipal().roles).some(grant => grant.split("@")[0] === "approver") }

  async load(turn) {
    this.#open = null
    this.#payroll = (await get("/api/v1/attendance/payroll")).templates
    if (!this.isPresent(turn)) return
    const sites = await this.attempt(async () => (await get("/api/v1/attendance")).sites) ?? []
    if (!this.isPresent(turn)) return
    this.#zones = new Map(sites.map(({ id, timeZone }) => [id, timeZone]))
    await this.#refresh(turn)
    if (!this.isPresent(turn)) return
    render(this.main, h("h1", { tabindex: "-1" }, this.title()), this.#isApprover && this.#proposals, this.#who, this.#table, this.#person, this.#isApprover && this.#delegations, this.#isApprover && this.#latest, this.#import)
    this.#person.hidden = true
    await this.attempt(() => this.#import.load(sites.map(({ id, name }) => ({ site: id, name }))))
    if (this.#isApprover) await this.attempt(() => this.#delegations.load(this.#people))
  }

  async #refresh(turn) {
    if (this.#isApprover) {
      const { waiting, decided } = await get(CORRECTIONS)
      const inForce = await daysOf(waiting)
      if (!this.isPresent(turn)) return
      this.#inForce = inForce
      this.#waiting = waiting
      this.#showProposals()
      this.#showLatest(decided)
    }
    await Promise.all([this.#loadPeople(turn), this.#who.load()])
  }

  // A month was closed or reopened. then: what has the focus afterwards.
  async #changed(then) {
    await this.attempt(() => this.#loadPeople(this.turn))
    if (!this.#person.hidden) this.#person.load()
    then()
  }

  // Not by a link, so that the page can show a refusal.
  #savePayroll({ id, name }, month) {
    return this.attempt(async () => {
      const file = await getFile(`/api/v1/attendance/payroll/${encodeURIComponent(id)}?month=${month}`)
      saveTextAsFile(`${name}-${month}.csv`, file, file.type)
    })
  }

  // MARK: corrections

  #showProposals() {
    render(this.#proposals,
      h("h2", { id: "waiting-title", tabindex: "-1" }, this.#waiting.length === 0 ? t("Nothing waits") : tn("{count} correction waits", "{count} corrections wait", this.#waiting.length)),
      this.#waiting.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("When somebody proposes other times for a day, you decide here.")))
        : h("ol.proposals", {}, this.#waiting.map(proposal => this.#proposal(proposal))))
  }

  #proposal(proposal) {
    const { id, person, day, reason, timeZone, requestedAt } = proposal
    const now = this.#inForce.get(id)
    const act = this.#open?.id === id ? this.#open.act : null
    const name = { person: person.name, day: longDayName(day) }
    return h("li.panel.stack", { "data-proposal": id },
      h("h3", {}, t("{person}, {day}", name)),
      h("dl.proposal-times", {},
        now && [h("dt.muted", {}, t("Counts now")), h("dd.figures", {}, timesOfDay(now) ?? t("Nothing recorded"))],
        h("dt.muted", {}, t("Proposed times")), h("dd.figures", {}, proposedTimes(proposal, now)),
        h("dt.muted", {}, t("Reason")), h("dd", {}, reason),
        h("dt.muted", {}, t("Asked")), h("dd", {}, dayAndTime(requestedAt, timeZone))),
      act === "change" ? this.#form
        : act === "reject" ? this.#rejection(id)
          : h("div.row", {},
            h("button.button.primary", { type: "button", "data-key": `accept-${id}`, "aria-label": t("Accept: {person}, {day}", name), onclick: () => this.#decide(id, { verdict: "accept" }) }, icon("check"), t("Accept")),
            h("button.button", { type: "button", "data-key": `change-${id}`, "aria-label": t("Decide on other times: {person}, {day}", name), onclick: () => this.#change(proposal) }, t("Other times")),
            h("button.button", { type: "button", "data-key": `reject-${id}`, "aria-label": t("Reject: {person}, {day}", name), onclick: () => this.#begin(id, "reject", "rejection") }, t("Reject"))))
  }

  #begin(id, act, key) {
    this.#open = { id, act }
    this.#showProposals()
    if (key) this.querySelector(`[data-key=${key}]`)?.focus()
  }

  #close() {
    const { id, act } = this.#open
    this.#open = null
    this.#showProposals()
    this.querySelector(`[data-key="${act}-${CSS.escape(id)}"]`)?.focus()
  }

  #change({ id, day, marks, dayStartsAt }) {
    this.#form.begin({ date: day, marks }, dayStartsAt, t("Decide"))
    this.#begin(id, "change")
    this.#form.focusFirst()
  }

  #rejection(id) {
    const error = h("p.field-error", { id: "rejection-error", role: "alert" })
    return h("form.stack", {
      onsubmit: event => {
        event.preventDefault()
        const { reason } = event.target.elements
        if (reason.value.trim() !== "") return this.#decide(id, { verdict: "reject", reason: reason.value.trim() })
        render(error, icon("information"), h("span", {}, t("The reason is missing.")))
        reason.setAttribute("aria-invalid", "true")
        reason.focus()
      },
    },
    h("div.field", {}, h("label", { for: "rejection" }, t("Why you reject it. The person reads this.")),
      h("textarea", { id: "rejection", name: "reason", rows: 2, maxlength: 500, "data-key": "rejection", "aria-describedby": "rejection-error" }), error),
    h("div.row", {},
      h("button.button.primary", { type: "submit", "data-key": "send-rejection" }, t("Reject")),
      h("button.button.quiet", { type: "button", "data-key": "drop-rejection", onclick: () => this.#close() }, t("Cancel"))))
  }

  async #decide(id, verdict) {
    const { turn } = this
    try {
      await post(`${CORRECTIONS}/${encodeURIComponent(id)}/decision`, verdict)
    } catch (error) {
      const mistake = error instanceof Problem ? mistakeOf(error) : null
      if (verdict.verdict === "change" && this.#open?.id === id) return this.#form.refused(mistake, this.explain(error))
      this.notice.show(mistake ? t("The proposed times cannot be any more. Decide on other times, or reject them.") : this.explain(error))
      if (!(error instanceof Problem) || error.status >= 500) return
    }
    this.#open = null
    await this.attempt(() => this.#refresh(turn))
    if (!this.isPresent(turn)) return
    if (!this.#person.hidden) this.#person.load()
    this.querySelector("#waiting-title")?.focus()
  }

  #showLatest(decided) {
    // A region needs its heading.
    this.#latest.hidden = decided.length === 0
    render(this.#latest, decided.length > 0 && [
      h("h2", { id: "latest-title" }, t("Decided lately")),
      h("ul.stack", {}, decided.map(each => h("li", {},
        h("strong", {}, t("{person}, {day}", { person: each.person.name, day: longDayName(each.day) })), " ",
        h("span", {}, decisionSentence(each, instant => dayAndExactTime(instant, each.timeZone))), " ",
        each.decision.reason && h("span.muted", {}, `“${each.decision.reason}”`)))),
    ])
  }

  // MARK: people

  async #loadPeople(turn) {
    const { people, places } = await get(PEOPLE + (this.#month ? `?month=${this.#month}` : ""))
    if (!this.isPresent(turn)) return
    this.#people = people
    this.#places.show(places.map(place => ({ ...place, timeZone: this.#zones.get(place.site) })), this.ask)
    this.#showPeople()
  }

  async #go(month) {
    this.#month = month
    await this.attempt(() => this.#loadPeople(this.turn))
  }

  #showPeople() {
    const month = this.#month ?? this.#people[0]?.month
    const hasRules = this.#people.some(({ overtimeSeconds }) => overtimeSeconds !== undefined)
    render(this.#table,
      h("div.month-head", {},
        h("h2", { id: "people-title" }, month ? t("People in {month}", { month: monthName(month) }) : t("People")),
        month && h("div.row", {},
          h("a.button.quiet", { href: `/api/v1/attendance/export.csv?month=${month}`, download: `attendance-${month}.csv`, "data-key": "save-csv" }, t("Save as CSV")),
          h("a.button.quiet", { href: `/api/v1/attendance/totals.csv?month=${month}`, download: `attendance-totals-${month}.csv`, "data-key": "save-totals" }, t("Save totals as CSV")),
          this.#payroll.map(each => h("button.button.quiet", { type: "button", "data-key": `payroll-${each.id}`, onclick: () => this.#savePayroll(each, month) }, t("Save {file}", { file: each.name }))),
          h("button.button.quiet", { type: "button", "data-key": "before", "aria-label": t("Month before"), onclick: () => this.#go(monthAfter(month, -1)) }, icon("page-before")),
          h("button.button.quiet", { type: "button", "data-key": "after", "aria-label": t("Month after"), onclick: () => this.#go(monthAfter(month)) }, icon("page-after")))),
      this.#places,
      this.#people.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("There is nobody whose attendance you see.")))
        : h("div.team-scroll", { tabindex: "0", role: "group", "aria-labelledby": "people-title" }, h("table.records.team-table", {},
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Person")), [t("Work"), t("Breaks"), ...(hasRules ? [t("Overtime"), t("Night hours")] : []), t("Missing"), t("Waiting")].map(name => h("th.number", { scope: "col" }, name)))),
          h("tbody", {}, this.#people.map(each => h("tr", {},
            h("th", { scope: "row" }, h("button.button.quiet", { type: "button", "data-key": `person-${each.person}`, onclick: () => this.#showPerson(each) }, each.name)),
            cell(t("Work"), timeOf(each.workedSeconds)), cell(t("Breaks"), timeOf(each.breakSeconds)),
            hasRules && [cell(t("Overtime"), timeOf(each.overtimeSeconds ?? 0)), cell(t("Night hours"), timeOf(each.nightSeconds ?? 0))],
            cell(t("Missing"), each.missing > 0 ? missingDays(each.missing) : NONE, "day-missing"),
            cell(t("Waiting"), each.waiting > 0 ? missingDays(each.waiting) : NONE, "day-waiting")))))))
  }

  async #showPerson({ person, name }) {
    this.#person.hidden = false
    await this.#person.open({ id: person, name }, this.#month)
    this.#person.querySelector("h2")?.focus()
  }
}

// The days of corrections as they count now, by the correction's id. A month that the approver may not see is left out.
async function daysOf(corrections) {
  const months = new Map()
  return new Map(await Promise.all(corrections.map(async ({ id, person, day }) => {
    const address = `${PEOPLE}/${encodeURIComponent(person.id)}/month?month=${day.slice(0, 7)}`
    if (!months.has(address)) months.set(address, get(address).catch(() => null))
    return [id, (await months.get(address))?.days.find(({ date }) => date === day) ?? null]
  })))
}

// "09:00–12:00, 13:00–17:30 · 7 h 30 min" of a day; null without times. The length is that of the times, before what rules deduct.
function timesOfDay(day) {
  const times = timesText(day)
  if (times.length === 0) return null
  return [...times.flatMap((text, index) => [index > 0 && ", ", h("bdi", {}, text)]), " · ", duration(lengthOf(day))]
}

// now: the day as it counts, or null when it is unknown.
function proposedTimes({ marks, day, timeZone, waivesBreak }, now) {
  const words = timesOfDay({ marks, date: day, timeZone })
  const lost = now && lengthOf(now)
  if (words === null) return lost > 0 ? h("span.with-icon.day-missing", {}, icon("information"), h("span", {}, t("Nothing counts any more. This removes {work} of work.", { work: duration(lost) }))) : t("Nothing counts")
  return waivesBreak ? [...words, " · ", t("No break taken")] : words
}

const missingDays = count => tn("{count} day", "{count} days", count)

const timeOf = seconds => (seconds === 0 ? NONE : duration(seconds))

// A phone leaves out the cells without anything.
const cell = (label, words, kind = "") => h("td", { class: `number figures ${words === NONE ? "is-none" : kind}`, "data-label": label }, words)

customElements.define("team-page", TeamPage)
