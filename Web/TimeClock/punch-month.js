// A month of a person's attendance: weeks of day ribbons, with what is missing said beside them. The same content is read as text.
// The host calls load() when it may have changed, with the { sites, site } of the person's day. Days of one's own can be corrected here; with a person and a name the month is theirs.

import { currentChoices } from "../People/session.js"
import { weekStart } from "../People/models/preferences.js"
import { h, icon, render, svg } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, post, Problem } from "../Shared/http.js"
import { baseLocale, clockTime, dayAndExactTime, dayAndTime, otherZone } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { randomKey } from "../Shared/random-key.js"
import { mistakeOf } from "./models/correction.js"
import { grown, hoursOf, lonelyMarks, monthAfter, ribbonOf, weeksOf } from "./models/attendance-month.js"
import { correctionSentence, dayName, decisionSentence, duration, longDayName, marksText, missingCount, monthName, sourcesText, stateText, timesText, waitingCount, weekName } from "./month-words.js"
import "./correction-form.js"

const HOURS = [6, 9, 12, 15, 18, 21, 24, 27] // of the ribbons' scale
const LENGTH = 960
const MINUTE = 60_000 // milliseconds

class PunchMonth extends HTMLElement {
  #person = null // { id, name } of somebody else; null for one's own
  #form = h("correction-form")
  #places // { sites, site } of the person's day
  #editing = null // the date of the day that is being corrected
  #key = null // of the proposal that is being sent, so that it is made once
  #said = null // { date, words } of what was just done
  #asked = null // the day of the address, to be shown once
  #wanted = null // the month that was chosen; null for the present one
  #present = null // the present month at the person's place
  #month = null
  #now = 0 // milliseconds at the server
  #shownAt = 0
  #turn = 0
  #open = new Map() // whether weeks are open, by their start, where the person has said so
  #printing = () => this.querySelectorAll("details.week").forEach(week => { week.open = true })

  connectedCallback() {
    addEventListener("beforeprint", this.#printing)
    this.#form.addEventListener("times-proposed", this.#proposed)
    this.#form.addEventListener("times-dropped", this.#dropped)
  }

  disconnectedCallback() {
    removeEventListener("beforeprint", this.#printing)
    this.#form.removeEventListener("times-proposed", this.#proposed)
    this.#form.removeEventListener("times-dropped", this.#dropped)
  }

  #proposed = ({ detail }) => this.#propose(detail)
  #dropped = () => this.#stopEditing()

  // Shows somebody else's month, which cannot be corrected here. month: null for the present one.
  open(person, month) {
    this.#person = person
    this.#wanted = month
    this.#present = null
    this.#month = null
    return this.load()
  }

  // Shows a day, such as the one that a notice is about.
  openDay(date) {
    this.#asked = date
    this.#wanted = date.slice(0, 7)
  }

  // Throws nothing: a failure is shown here.
  async load(places = this.#places) {
    this.#places = places
    const turn = ++this.#turn
    if (this.#month === null) render(this, this.#title(), loading(t("Loading your month.")))
    try {
      const month = await get(`${this.#path}${this.#wanted ? `?month=${this.#wanted}` : ""}`)
      if (turn !== this.#turn) return
      this.#month = month
      this.#now = Date.parse(month.now)
      if (this.#wanted === null) this.#present = month.month
      this.#show()
      this.#revealAsked()
    } catch (error) {
      if (turn === this.#turn) render(this, this.#title(), failure(explain(error), () => this.load()))
    }
  }

  // now: milliseconds at the server.
  tick(now) {
    this.#now = now
    if (this.#month && now - this.#shownAt >= MINUTE && this.#month.days.some(({ state }) => state === "running")) this.#show()
  }

  #go(month) {
    this.#wanted = month === this.#present ? null : month
    return this.load()
  }

  get #path() {
    return this.#person ? `/api/v1/attendance/people/${encodeURIComponent(this.#person.id)}/month` : "/api/v1/attendance/month"
  }

  // The month of the day that is asked for is the present one more often than not; then nothing was chosen.
  #revealAsked() {
    if (this.#asked === null) return
    const row = this.querySelector(`[data-day="${CSS.escape(this.#asked)}"]`)
    this.#asked = null
    if (!row) return
    row.closest("details").open = true
    row.scrollIntoView({ block: "center" })
  }

  // MARK: corrections

  #edit(day) {
    this.#editing = day.date
    this.#said = null
    this.#key = null
    this.#form.begin(day, day.dayStartsAt ?? this.#month.dayStartsAt, t("Send to the approver"), this.#places)
    this.#show()
    this.#form.focusFirst()
  }

  #stopEditing() {
    const date = this.#editing
    this.#editing = null
    this.#show()
    this.querySelector(`[data-key="correct-${date}"]`)?.focus()
  }

  // The same proposal is sent with the same key, so that it is made once although an answer was lost.
  async #propose(proposal) {
    const body = { day: this.#editing, ...proposal }
    const text = JSON.stringify(body)
    if (this.#key?.text !== text) this.#key = { text, key: randomKey() }
    try {
      await post("/api/v1/attendance/corrections", body, { "Idempotency-Key": this.#key.key })
      this.#said = { date: this.#editing, words: t("Your proposal waits for an approver. You are told when it is decided.") }
      const date = this.#editing
      this.#editing = null
      await this.load()
      this.querySelector(`[data-day="${CSS.escape(date)}"] [tabindex]`)?.focus()
    } catch (error) {
      this.#form.refused(error instanceof Problem ? mistakeOf(error) : null, explainCorrection(error))
    }
  }

  async #withdraw({ id, day }) {
    try {
      await post(`/api/v1/attendance/corrections/${encodeURIComponent(id)}/withdrawal`)
      this.#said = { date: day, words: t("Your proposal is taken back.") }
    } catch (error) {
      this.#said = { date: day, words: explainCorrection(error), isFailure: true }
    }
    await this.load()
  }

  #title() { return h("h2", { id: "month-title" }, t("Month")) }

  #show() {
    this.#shownAt = this.#now
    const { month, timeZone } = this.#month
    const loadedAt = Date.parse(this.#month.now)
    const days = this.#month.days.map(day => grown(day, loadedAt, this.#now))
    const weeks = weeksOf(days, weekStart(baseLocale(), currentChoices().preferences), this.#now)
    const worked = days.reduce((sum, day) => sum + day.workedSeconds, 0)
    const rest = days.reduce((sum, day) => sum + day.breakSeconds, 0)
    const last = weeks.at(-1)?.start
    const isEmpty = weeks.every(week => week.isEmpty)
    render(this,
      h("div.month-head", {},
        h("h2", { id: "month-title", tabindex: "-1" }, this.#person ? t("{person}, {month}", { person: this.#person.name, month: monthName(month) }) : monthName(month)),
        h("div.row.not-printed", {},
          this.#step("before", monthAfter(month, -1), "page-before", t("Month before")),
          month !== this.#present && this.#present && this.#step("present", this.#present, null, t("This month")),
          this.#step("after", monthAfter(month), "page-after", t("Month after"), month === this.#present))),
      this.#sums(worked, rest, timeZone, isEmpty),
      !isEmpty && this.#month.totals && this.#totals(this.#month.totals),
      h("div.row.not-printed", {},
        h("button.button.quiet", { type: "button", "data-key": "print", onclick: () => print() }, icon("print"), t("Print")),
        h("a.button.quiet", { href: `${this.#path}.csv?month=${month}`, download: `attendance-${this.#person?.id ?? "mine"}-${month}.csv`, "data-key": "save-csv" }, t("Save as CSV"))),
      isEmpty && h("div.empty", {}, mark(), h("p", {}, t("Nothing is recorded in this month."))),
      // One's own empty month shows its days all the same: times can be proposed for them.
      (!isEmpty || (this.#person === null && !this.#month.closed)) &&
        weeks.map(week => this.#week(week, this.#open.get(week.start) ?? (week.start === last || week.missing > 0 || week.days.some(({ date }) => date === this.#editing)))))
  }

  #step(key, month, sign, name, isOff = false) {
    return h("button.button.quiet", {
      type: "button", "data-key": key, "aria-disabled": isOff ? "true" : null, "aria-label": sign && name, onclick: () => !isOff && this.#go(month),
    }, sign ? icon(sign) : name)
  }

  #sums(worked, rest, timeZone, isEmpty) {
    const { missing, waiting, closed } = this.#month
    return h("div.month-sums", {},
      !isEmpty && h("p.month-total.figures", {}, rest > 0
        ? t("{work} of work, {breaks} of breaks", { work: duration(worked), breaks: duration(rest) })
        : t("{work} of work", { work: duration(worked) })),
      missing > 0 && h("p.with-icon.day-missing", {}, icon("information"), h("span", {}, missingCount(missing))),
      waiting > 0 && h("p.with-icon.day-waiting", {}, icon("clock"), h("span", {}, waitingCount(waiting))),
      closed && h("p.with-icon", {}, icon("check"), h("span", {}, t("Closed by {person}: {time}.", { person: closed.by.name, time: dayAndTime(closed.at, timeZone) }), " ", t("These times count for good."))),
      h("p.small.muted", {}, otherZone(this.#now, timeZone) === null
        ? t("A shift counts for the day on which it begins. A day begins at {time}.", { time: clockTime(dayStartOf(this.#month), "UTC") })
        : t("A shift counts for the day on which it begins. A day begins at {time} ({zone}).", { time: clockTime(dayStartOf(this.#month), "UTC"), zone: timeZone })))
  }

  // What the rules of the place make of the month.
  #totals({ rules, version, rounding, automaticBreakSeconds, workSeconds, overtimeOfDaysSeconds, overtimeOfWeeksSeconds, overtimeOfMonthSeconds, nightSeconds, rounded }) {
    const line = (name, seconds) => seconds > 0 && h("div", {}, h("dt.muted", {}, name), h("dd.figures", {}, duration(seconds)))
    const overtime = overtimeOfDaysSeconds + overtimeOfWeeksSeconds + overtimeOfMonthSeconds
    const isRounded = rounding !== "none"
    return h("details.month-rules", { open: this.#open.get("rules") ?? false, ontoggle: ({ target }) => this.#open.set("rules", target.open) },
      h("summary", { "data-key": "rules" }, t("What counts for payroll: {work}", { work: duration(isRounded ? rounded.workSeconds : workSeconds) })),
      h("dl.rule-lines", {},
        line(t("Deducted for breaks by rule"), automaticBreakSeconds),
        line(t("Overtime by day"), overtimeOfDaysSeconds), line(t("Overtime by week"), overtimeOfWeeksSeconds), line(t("Overtime by month"), overtimeOfMonthSeconds),
        isRounded && rounded.overtimeSeconds !== overtime && line(t("Overtime, rounded"), rounded.overtimeSeconds),
        line(t("Night hours"), nightSeconds),
        isRounded && rounded.nightSeconds !== nightSeconds && line(t("Night hours, rounded"), rounded.nightSeconds)),
      h("p.small.muted", {}, t("Rules: {rules}, version {version}. The times above are not rounded.", { rules, version })))
  }

  #week({ start, days, workedSeconds, missing, waiting, isEmpty }, isOpen) {
    return h("details.week", { open: isOpen, ontoggle: ({ target }) => this.#open.set(start, target.open) },
      h("summary", { "data-key": `week-${start}` },
        h("span.week-name", {}, weekName(start)), " ",
        !isEmpty && h("span.figures.muted", {}, duration(workedSeconds)),
        missing > 0 && h("span.with-icon.small.day-missing", {}, icon("information"), missingCount(missing)),
        waiting > 0 && h("span.with-icon.small.day-waiting", {}, icon("clock"), waitingCount(waiting))),
      h("ol.days", {}, days.map(day => this.#day(day))))
  }

  #day(day) {
    const said = stateText(day)
    const zone = otherZone(Date.parse(day.startsAt), day.timeZone)
    return h(`li.day.is-${day.state}`, { "data-day": day.date },
      h("span.day-name", { tabindex: "-1" }, dayName(day.date)),
      said === null
        ? h("span.day-times.muted", {}, t("Nothing recorded"))
        : [
          h("span.day-sum.figures", {}, duration(day.workedSeconds)),
          this.#ribbon(day),
          h("span.day-times.figures", {}, timesText(day).map(text => h("bdi", {}, text)), zone && h("span.muted", {}, zone)),
          h("span.day-state.with-icon.small", {}, icon(ICONS[day.state]), h("span", {}, said)),
          day.automaticBreakSeconds > 0 && h("span.day-break.small.muted", {}, t("{breaks} deducted by rule for a break that was not punched", { breaks: duration(day.automaticBreakSeconds) })),
          day.breakWaived && h("span.day-break.small.muted", {}, t("No break is deducted: an approver decided so.")),
          day.breakSeconds > 0 && h("span.day-break.small.muted", {}, t("{breaks} of breaks", { breaks: duration(day.breakSeconds) })),
          sourcesText(day) && h("span.day-break.small.muted", {}, sourcesText(day)),
          day.long && h("span.day-long.with-icon.small.day-missing", {}, icon("information"), h("span", {}, t("Longer than 16 hours. Please check the times."))),
        ],
      this.#correction(day))
  }

  // What was asked and decided about a day, and the way to ask.
  #correction(day) {
    const last = day.corrections.at(-1)
    const decided = day.corrections.findLast(({ decision }) => decision?.marks)
    const when = instant => dayAndExactTime(instant, day.timeZone)
    const isOwn = this.#person === null
    const said = this.#said?.date === day.date ? this.#said : null
    return h("div.day-correction.stack", {},
      decided?.state === "imported" && h("p.small.with-icon", {}, icon("note"), h("span", {}, decisionSentence(decided, when), " ", `“${decided.reason}”`)),
      decided && decided.state !== "imported" && [
        h("p.small.with-icon", {}, icon("note"), h("span", {}, t("Corrected."), " ", decisionSentence(decided, when), " ", reasonText(decided))),
        h("p.small.muted", {}, day.punched.length === 0 ? t("Nothing was punched.") : t("Punched: {times}", { times: marksText(day.punched, day.timeZone) })),
      ],
      last && last !== decided && last.state !== "withdrawn" && [
        h("p.small.with-icon", {}, icon(last.state === "waiting" ? "clock" : "information"), h("span", {},
          last.state === "waiting" && !isOwn ? t("{person} proposed this: {time}.", { person: last.person.name, time: when(last.requestedAt) }) : decisionSentence(last, when), " ", reasonText(last))),
        h("p.small.muted", {}, t("Proposed: {times}", { times: marksText(last.marks, day.timeZone) }), last.waivesBreak && [" · ", t("No break taken")]),
      ],
      said && h(said.isFailure ? "p.notice.alarm" : "p.notice.ready", { role: "status" }, icon(said.isFailure ? "information" : "check"), h("span", {}, said.words)),
      isOwn && this.#editing === day.date && this.#form,
      isOwn && this.#editing !== day.date && day.state === "waiting" &&
        h("button.button.quiet.not-printed", { type: "button", "data-key": `withdraw-${day.date}`, "aria-label": t("{action}: {day}", { action: t("Take back"), day: longDayName(day.date) }), onclick: () => this.#withdraw(last) }, t("Take back")),
      isOwn && this.#editing !== day.date && !this.#month.closed && day.state !== "waiting" && day.state !== "running" &&
        h(day.state === "missing-punch" ? "button.button.not-printed" : "button.button.quiet.not-printed", {
          type: "button", "data-key": `correct-${day.date}`, "aria-label": t("{action}: {day}", { action: actName(day), day: longDayName(day.date) }), onclick: () => this.#edit(day),
        }, actName(day)))
  }

  #ribbon(day) {
    const box = { y: 2, height: 12 }
    return h("div.ribbon.day-ribbon", { "aria-hidden": "true" },
      svg("svg", { viewBox: `0 0 ${LENGTH} 16`, preserveAspectRatio: "none" },
        svg("rect", { class: "ribbon-day", x: 0, width: LENGTH, ...box }),
        hoursOf(day, HOURS).map(({ part }) => svg("path", { class: "ribbon-hour", d: `M${part * LENGTH} 2v12` })),
        ribbonOf(day, this.#now).map(({ start, end, isBreak, isOpen }) => svg("rect", {
          class: `${isBreak ? "ribbon-break" : "ribbon-work"}${isOpen ? " is-open" : ""}`, x: start * LENGTH, width: Math.max(3, (end - start) * LENGTH), ...(isBreak ? { y: 6, height: 4 } : box),
        })),
        lonelyMarks(day).map(part => svg("path", { class: "ribbon-lonely", d: `M${Math.min(part * LENGTH, LENGTH - 2)} 0v16` }))))
  }
}

const actName = ({ state }) => (state === "none" ? t("Add times") : state === "missing-punch" ? t("Propose times") : t("Correct"))

const reasonText = ({ reason, decision }) => [`“${reason}”`, decision?.reason && `“${decision.reason}”`].filter(Boolean).join(" ")

const explainCorrection = error => (error instanceof Problem ? correctionSentence(error.code) : null) ?? explain(error)

const ICONS = Object.freeze({ complete: "check", running: "clock", waiting: "clock", "missing-punch": "information" })

customElements.define("punch-month", PunchMonth)

// When a day begins, in milliseconds after midnight.
const dayStartOf = ({ dayStartsAt }) => (Number(dayStartsAt.slice(0, 2)) * 60 + Number(dayStartsAt.slice(3))) * MINUTE
