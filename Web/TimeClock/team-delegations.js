// Who stands in for an approver, and for whom the approver does. Loads and changes it by itself; fires "delegations-refused" with an
// error that is of no field.

import { emit, h, icon, render } from "../Shared/dom.js"
import { get, post, Problem, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { longDayName } from "./month-words.js"

const DELEGATIONS = "/api/v1/attendance/delegations"

class TeamDelegations extends HTMLElement {
  #people = []
  #found = null
  #isOpen = false // whether the form is
  #draft = { delegate: "", firstDay: "", lastDay: "" }
  #mistake = null // { field, sentence }

  // people: [{ person, name }] who may stand in.
  async load(people) {
    this.#people = people
    this.#found = await get(DELEGATIONS)
    this.#draw()
  }

  #draw() {
    const { given, received, mayDelegate } = this.#found
    render(this,
      h("h2", { id: "delegations-title", tabindex: "-1" }, t("Delegation")),
      received.length > 0 && h("ul.stack", {}, received.map(each => this.#line(each, t("You decide in place of {person}", { person: each.approver.name })))),
      given.length > 0 && h("ul.stack", {}, given.map(each => this.#line(each, t("{person} decides in your place", { person: each.delegate.name })))),
      mayDelegate && (this.#isOpen ? this.#form() : [
        given.length === 0 && h("p.muted", {}, t("When you are away, somebody else can decide in your place. It ends by itself.")),
        h("div.row", {}, h("button.button", { type: "button", "data-key": "delegate", onclick: () => this.#begin() }, t("Let somebody decide for you"))),
      ]))
  }

  #line({ id, firstDay, lastDay, inForce }, words) {
    const days = { first: longDayName(firstDay), last: longDayName(lastDay) }
    return h("li.delegation", {},
      h("span", {}, h("strong", {}, words), " ", inForce ? t("until {last}", days) : t("from {first} until {last}", days)),
      h("button.button.quiet", { type: "button", "data-key": `end-${id}`, "aria-label": t("{action}: {what}", { action: t("End it now"), what: words }), onclick: () => this.#end(id) }, t("End it now")))
  }

  #begin() {
    this.#isOpen = true
    this.#mistake = null
    this.#draft = { delegate: "", firstDay: today(), lastDay: "" }
    this.#draw()
    this.querySelector("select").focus()
  }

  #drop() {
    this.#isOpen = false
    this.#draw()
    this.querySelector("[data-key=delegate]")?.focus()
  }

  #form() {
    const field = (key, label, input) => h("div.field", {}, h("label", { for: `delegation-${key}` }, label), input,
      h("p.field-error", { id: `delegation-${key}-error`, role: "alert" }, this.#mistake?.field === key && [icon("information"), h("span", {}, this.#mistake.sentence)]))
    const given = key => ({
      id: `delegation-${key}`, name: key, "data-key": `delegation-${key}`, "aria-describedby": `delegation-${key}-error`,
      "aria-invalid": this.#mistake?.field === key ? "true" : null, onchange: ({ target }) => { this.#draft[key] = target.value },
    })
    return h("form.panel.stack", { novalidate: true, "aria-labelledby": "delegations-title", onsubmit: event => this.#send(event) },
      field("delegate", t("Who decides in your place"), h("select", given("delegate"),
        h("option", { value: "" }, t("Choose a person")),
        this.#people.map(({ person, name }) => h("option", { value: person, selected: this.#draft.delegate === person }, name)))),
      h("div.delegation-days", {},
        field("firstDay", t("First day"), h("input", { type: "date", min: today(), value: this.#draft.firstDay, ...given("firstDay") })),
        field("lastDay", t("Last day"), h("input", { type: "date", min: today(), value: this.#draft.lastDay, ...given("lastDay") }))),
      h("div.row", {},
        h("button.button.primary", { type: "submit", "data-key": "send-delegation" }, t("Delegate")),
        h("button.button.quiet", { type: "button", "data-key": "drop-delegation", onclick: () => this.#drop() }, t("Cancel"))))
  }

  async #send(event) {
    event.preventDefault()
    const { delegate, firstDay, lastDay } = event.target.elements
    if (delegate.value === "") return this.#refuse("delegate", t("Choose a person."))
    if (lastDay.value === "") return this.#refuse("lastDay", t("The last day is missing. It has to end."))
    try {
      await post(DELEGATIONS, { delegate: delegate.value, lastDay: lastDay.value, ...(firstDay.value && { firstDay: firstDay.value }) })
    } catch (error) {
      const sentence = error instanceof Problem ? daysSentence(error.body.errors?.[0]?.code) : null
      if (sentence) return this.#refuse("lastDay", sentence)
      return emit(this, "delegations-refused", error)
    }
    this.#isOpen = false
    await this.#reload()
  }

  #refuse(field, sentence) {
    this.#mistake = { field, sentence }
    this.#draw()
    this.querySelector(`[name=${field}]`).focus()
  }

  async #end(id) {
    try {
      await remove(`${DELEGATIONS}/${encodeURIComponent(id)}`)
    } catch (error) {
      emit(this, "delegations-refused", error)
      if (!(error instanceof Problem) || error.status >= 500) return
    }
    await this.#reload()
  }

  async #reload() {
    try {
      await this.load(this.#people)
    } catch (error) {
      // Somebody who stood in and ended it sees this page no more.
      return emit(this, "delegations-refused", error)
    }
    this.querySelector("#delegations-title").focus()
  }
}

// The date where the person is.
function today() {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function daysSentence(code) {
  switch (code) {
    case "before-the-first": return t("The last day is before the first one.")
    case "past": return t("The last day is over.")
    case "too-long": return t("It lasts a year at most.")
    default: return null
  }
}

customElements.define("team-delegations", TeamDelegations)
