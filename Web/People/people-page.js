// People, their roles and their accounts, for administrators. The page shows only the first matches, because an organisation may
// have thousands of people.

import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { AdministrationPage } from "./administration-page.js"
import { enterList, moveInList } from "./list-keys.js"
import { placeNames } from "./models/grants.js"
import { accountState, peopleSearch } from "./models/people-list.js"
import { grantsText } from "./role-words.js"
import "../Presence/wearables-dialog.js"
import "./invitation-dialog.js"
import "./person-dialog.js"

const SHOWN = 100 // people at a time: drawing thousands of rows takes seconds

class PeoplePage extends AdministrationPage {
  key = "people"
  #people = []
  #roles = []
  #cafes = []
  #places = new Map()
  #invitedUntil = new Map() // by person, for links that were made on this page
  #rows = new Map() // the rows that were drawn, by person
  #most = SHOWN
  #openedId = null // of the person whose dialog was opened last
  #find = null
  #body = h("tbody")
  #count = h("p.muted.small", { role: "status" })
  #more = h("div.row")
  #search = h("input", {
    id: "people-search", type: "search", autocomplete: "off", spellcheck: "false",
    oninput: () => {
      this.#most = SHOWN
      this.#filter()
    }, onkeydown: event => enterList(event, this.#names()),
  })
  #invitation = h("invitation-dialog")
  #person = h("person-dialog")
  #wearables = h("wearables-dialog")

  title() { return t("People") }
  reason() { return t("This page is for administrators.") }

  connectedCallback() {
    super.connectedCallback()
    const { signal } = this
    this.addEventListener("people-changed", ({ detail }) => this.#reload(detail), { signal })
    this.addEventListener("link-made", ({ detail }) => {
      this.#invitation.showLink(detail.person, detail.invited)
      this.#reload(detail.invited)
    }, { signal })
    this.addEventListener("wearables-wanted", ({ detail }) => this.#wearables.open(detail.person, this.ask), { signal })
    this.addEventListener("form-closed", () => this.#keepFocus(), { signal })
    this.append(this.#invitation, this.#person, this.#wearables)
  }

  async load(turn) {
    const [people, { cafes }] = await Promise.all([get("/api/v1/people"), get("/api/v1/cafes")])
    if (!this.isPresent(turn)) return
    this.#cafes = cafes
    this.#places = placeNames(cafes)
    this.#take(people)
    this.#show()
  }

  // invited: the answer to a new link, or nothing.
  async #reload(invited) {
    const { turn } = this
    if (invited) this.#invitedUntil.set(invited.person, invited.expiresAt)
    const people = await this.attempt(() => get("/api/v1/people"))
    if (!people || !this.isPresent(turn)) return
    this.#take(people)
    this.#drawRows()
    this.#keepFocus()
  }

  #take({ people, roles }) {
    this.#people = people
    this.#roles = roles
    this.#find = peopleSearch(people, person => grantsText(person.roles, this.#places))
  }

  #show() {
    render(this.main,
      h("div.row.apart", {},
        h("h1", { tabindex: "-1" }, t("People")),
        h("button.button.primary", { type: "button", "data-key": "invite", onclick: () => this.#invitation.open(this.#roles, this.#cafes) },
          icon("plus"), t("Invite somebody"))),
      h("div.field.people-find", {}, h("label", { for: this.#search.id }, t("Search by name, e-mail, staff number or role")), this.#search, this.#count),
      h("table.records.people-table", { onkeydown: event => moveInList(event, this.#names(), this.#search) },
        h("thead", {}, h("tr", {}, [t("Name"), t("E-mail or staff number"), t("Roles"), t("Account")].map(name => h("th", { scope: "col" }, name)))),
        this.#body),
      this.#more,
      h("p.muted.small", {}, t("People see on their own page that you read this list.")))
    this.#drawRows()
  }

  #drawRows() {
    this.#rows.clear()
    this.#filter()
  }

  #row(person) {
    const state = accountState(person)
    return h(state === "suspended" ? "tr.is-suspended" : "tr", {},
      h("th", { scope: "row" }, h("button.record-name", {
        type: "button", "data-key": `person-${person.id}`,
        onclick: () => this.#open(person),
      }, person.name)),
      h("td.own-direction", { "data-label": t("E-mail or staff number") }, person.signInName ?? "–"),
      h("td", { "data-label": t("Roles") }, grantsText(person.roles, this.#places)),
      h("td", { "data-label": t("Account") }, h(`span.state.is-${state}`, {}, this.#stateWords(person, state))))
  }

  #open(person) {
    this.#openedId = person.id
    this.#person.open(person, { roles: this.#roles, cafes: this.#cafes, ask: this.ask, notice: this.notice })
  }

  // A dialog gives the focus back to a row that may have been drawn again meanwhile.
  #keepFocus() {
    if (document.activeElement === document.body) this.#rows.get(this.#openedId)?.querySelector("button").focus({ preventScroll: true })
  }

  #stateWords(person, state) {
    const until = this.#invitedUntil.get(person.id)
    switch (state) {
      case "suspended": return t("suspended")
      case "able": return person.invited ? t("can sign in; a new link waits") : t("can sign in")
      case "invited": return until ? t("invited until {time}", { time: dayAndTime(until) }) : t("invited")
      default: return t("no account")
    }
  }

  #filter() {
    const found = this.#find(this.#search.value)
    const shown = this.#people.filter(({ id }) => found.has(id)).slice(0, this.#most)
    for (const person of shown) if (!this.#rows.has(person.id)) this.#rows.set(person.id, this.#row(person))
    render(this.#body, shown.map(({ id }) => this.#rows.get(id)))
    const left = found.size - shown.length
    render(this.#more, left > 0 && h("button.button", { type: "button", "data-key": "more-people", onclick: () => this.#showMore() }, tn("Show {count} more person", "Show {count} more people", Math.min(left, SHOWN))))
    const isSearching = this.#search.value.trim() !== ""
    render(this.#count, isSearching && found.size === 0
      ? t("Nobody is found. Try a part of the name.")
      : tn("{count} person", "{count} people", found.size))
  }

  #showMore() {
    const first = this.#most
    this.#most += SHOWN
    this.#filter()
    this.#names()[first]?.focus()
  }

  #names() { return [...this.#body.querySelectorAll(".record-name")] }
}

customElements.define("people-page", PeoplePage)
