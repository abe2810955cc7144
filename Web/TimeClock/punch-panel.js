// The person's state, and the next punch with the data that it records. Fires "punch-confirmed" with the site. After a
// punch, another press must first offer the next punch, so that a double press does not punch twice. Fires "other-punch" with the site and
// what is punched in place of the proposal: a break, or a clock-in after a clock-out that was forgotten.

import { emit, h, icon, render } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { actionName, automaticSentence, noteSentence, provisionalSentence, recordSentence, stateSentence } from "./attendance-words.js"
import { crossingSentence, question, scanSentence, when } from "./reminder-words.js"
import { mayHaveForgotten, Note } from "./models/attendance.js"

class PunchPanel extends HTMLElement {
  #facts = null
  #site = null // chosen by hand
  #sentence = h("p", { id: "punch-sentence" })
  #said = h("div", { role: "status" })

  // facts: { today, proposal, isOpen, timeZone, now, isSending, isUndecided, result, failure }
  show(facts) {
    this.#facts = facts
    const { today, proposal, isOpen, timeZone } = facts
    this.dataset.state = today.state
    render(this,
      h("div.punch-state", {}, h("span.state-dot", { "aria-hidden": "true" }), h("h1", { tabindex: "-1", "data-key": "state" }, stateSentence(today, timeZone))),
      this.#said,
      today.provisional && h("p.notice.waiting", {}, icon("door"), h("span", {}, provisionalSentence(today.provisional))),
      today.sites.filter(({ automatic }) => automatic).map(site => h("p.notice", {}, icon("clock"), h("span", {}, automaticSentence(site)))),
      isOpen
        ? h("section.panel.stack", { "aria-labelledby": "punch-title" }, this.#head(proposal), this.#chooser(), this.#forgotten(proposal), this.#system(), this.#sentence, this.#button(proposal), this.#other())
        : h("button.button.next-punch", { type: "button", "data-key": "next", onclick: () => emit(this, "punch-wanted") }, plainName(proposal.kind)))
    this.#say()
    this.tick(facts.now)
  }

  // now: milliseconds at the server.
  tick(now) {
    if (!this.#facts) return
    this.#facts.now = now
    const { proposal, isUndecided } = this.#facts
    const text = isUndecided
      ? t("No answer came from the server, so it is not known whether this was recorded. Asking again is safe: it is recorded once.")
      : this.#chosen?.system
        ? t("When you have done it there, note it here too, so that you are reminded of the right thing.")
        : recordSentence(proposal.kind, this.#chosen, this.#chosen && clockTime(now, this.#chosen.timeZone))
    if (this.#sentence.textContent !== text) this.#sentence.textContent = text
  }

  get #chosen() {
    const { today: { sites, site }, proposal: { scan } } = this.#facts
    const wanted = scan?.site ?? this.#site ?? site
    return sites.find(({ id }) => id === wanted) ?? null
  }

  #head({ kind, reminder, scan }) {
    return [
      h("h2", { id: "punch-title" }, reminder || scan ? question(kind) : plainName(kind)),
      scan ? h("p.with-icon", {}, icon("door"), h("span", {}, scanSentence(scan))) : reminder && h("p.with-icon", {}, icon("door"), h("span", {}, crossingSentence(reminder))),
    ]
  }

  #chooser() {
    const { sites } = this.#facts.today
    if (sites.length < 2 || this.#facts.proposal.scan) return null
    const change = ({ target }) => {
      this.#site = target.value || null
      this.show(this.#facts)
    }
    const select = h("select", { id: "punch-site", "data-key": "site", "aria-describedby": "punch-site-error", onchange: change },
      !this.#chosen && h("option", { value: "" }, t("Choose")),
      sites.map(({ id, name }) => h("option", { value: id, selected: id === this.#chosen?.id }, name)))
    return h("div.field", {}, h("label", { for: "punch-site" }, t("Site")), select,
      h("p.field-error", { id: "punch-site-error", role: "alert", hidden: true }, icon("information"), h("span", {}, t("Choose the site that you are at."))))
  }

  // The company's own system, which the person's own browser opens, with its own passwords.
  #system() {
    const { system, name } = this.#chosen ?? {}
    if (!system) return null
    const host = system.host
    return [
      h("p", {}, t("{site} records working time at {host}. You sign in there; its password is not known here.", { site: name, host })),
      h("a.button.primary.wide.punch", { href: system.url, target: "_blank", rel: "noopener noreferrer", "data-key": "system" }, icon("door"), t("Open {host}", { host })),
    ]
  }

  #button(proposal) {
    const { isSending, isUndecided } = this.#facts
    const isPlain = Boolean(this.#chosen?.system) || !proposal.reminder && !proposal.scan && (proposal.note === Note.needless || proposal.note === Note.answered)
    return h(isPlain ? "button.button.wide.punch" : "button.button.primary.wide.punch", {
      type: "button", "data-key": "punch", "aria-describedby": "punch-sentence", "aria-disabled": isSending ? "true" : null,
      onclick: () => this.#confirm(),
    }, isUndecided ? t("Ask again") : this.#chosen?.system ? notedName(proposal.kind) : this.#facts.today.state === "break" ? t("End the break now") : actionName(proposal.kind))
  }

  // Asks about a clock-out of an earlier day; nothing is invented for it.
  #forgotten({ kind }) {
    const { today, timeZone, now, isUndecided } = this.#facts
    if (isUndecided || kind !== "out" || !mayHaveForgotten(today, now, timeZone)) return null
    return h("div.notice.waiting.stack", {},
      h("p.with-icon", {}, icon("clock"), h("span", {}, t("You have been clocked in since {time}. Did you forget to clock out? Then clock in for today. The earlier day lacks its clock-out, and you can propose the time below.", { time: when(today.since, timeZone) }))),
      this.#otherButton("forgot", { kind: "in", forgotOut: true }, t("I forgot. Clock in for today")))
  }

  #other() {
    const { today: { state }, isUndecided } = this.#facts
    if (isUndecided || this.#chosen?.system) return null
    if (state === "in") return this.#otherButton("break", { kind: "break" }, t("Start a break"))
    return state === "break" ? this.#otherButton("leave", { kind: "out" }, t("Clock out now")) : null
  }

  #otherButton(key, act, name) {
    return h("button.button.wide", {
      type: "button", "data-key": key, "aria-disabled": this.#facts.isSending ? "true" : null,
      onclick: () => this.#confirm(site => emit(this, "other-punch", { site, act })),
    }, name)
  }

  #confirm(send = site => emit(this, "punch-confirmed", site)) {
    const { isSending, isUndecided } = this.#facts
    if (isSending) return
    if (!this.#chosen && !isUndecided) {
      this.#error(true)
      return this.querySelector("select").focus()
    }
    send(this.#chosen?.id)
  }

  #error(isShown) {
    this.querySelector("#punch-site-error").hidden = !isShown
    this.querySelector("select").setAttribute("aria-invalid", String(isShown))
  }

  #say() {
    const { proposal, result, failure } = this.#facts
    const note = noteSentence(proposal.note, proposal.kind)
    render(this.#said,
      result && h("p.notice.ready", {}, icon("check"), h("span", {}, result)),
      failure && h("p.notice.alarm", {}, icon("information"), h("span", {}, failure)),
      note && !result && !failure && !proposal.scan && h("p.notice", {}, icon("information"), h("span", {}, note)))
  }
}

const notedName = kind => (kind === "in" ? t("I have clocked in there") : t("I have clocked out there"))

const plainName = kind => (kind === "in" ? t("Clock in") : t("Clock out"))

customElements.define("punch-panel", PunchPanel)
