// Who wears which badge or carries which phone, for people who hand them out. It shows names only, nothing of accounts. Hundreds
// of rows are built once; a search only hides some.

import { AdministrationPage } from "../People/administration-page.js"
import { enterList, moveInList } from "../People/list-keys.js"
import { peopleSearch } from "../People/models/people-list.js"
import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { t, tn } from "../Shared/messages.js"
import { wearableName } from "./wearable-words.js"
import "./hand-out-dialog.js"
import "./heard-beacons.js"
import "./wearables-dialog.js"

const REFRESH = 2_000 // milliseconds between two looks at what gateways hear, while the page is visible

class BadgesPage extends AdministrationPage {
  key = "badges"
  #people = []
  #rows = new Map()
  #openedId = null // of the person whose dialog was opened last
  #find = null
  #body = h("tbody")
  #count = h("p.muted.small", { role: "status" })
  #search = h("input", { id: "badges-search", type: "search", autocomplete: "off", spellcheck: "false", dir: "auto", oninput: () => this.#filter(), onkeydown: event => enterList(event, this.#names()) })
  #intro = h("p")
  #heard = h("heard-beacons")
  #handOut = h("hand-out-dialog")
  #wearables = h("wearables-dialog")

  title() { return t("Badges and phones") }
  reason() { return t("This page is for people who hand out badges in the whole organisation.") }

  connectedCallback() {
    super.connectedCallback()
    const { signal } = this
    this.append(this.#handOut, this.#wearables)
    this.addEventListener("hand-out-wanted", ({ detail }) => this.#handOut.open(detail.beacon, this.notice), { signal })
    this.addEventListener("badges-changed", ({ detail }) => {
      this.#heard.note(detail)
      this.#reload()
    }, { signal })
    this.addEventListener("form-closed", () => this.#keepFocus(), { signal })
    every(REFRESH, () => { if (!document.hidden) this.#listen() }, signal)
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#listen() }, { signal })
  }

  async load(turn) {
    const { people } = await get("/api/v1/wearables")
    if (!this.isPresent(turn)) return
    render(this.main,
      h("h1", { tabindex: "-1" }, t("Badges and phones")),
      this.#intro,
      this.#heard,
      h("section.stack", { "aria-labelledby": "wearers-title" },
        h("h2", { id: "wearers-title" }, t("Who wears what")),
        h("div.field.people-find", {}, h("label", { for: this.#search.id }, t("Search by name, or by what is printed on a badge")), this.#search, this.#count),
        h("table.records.wearers-table", { onkeydown: event => moveInList(event, this.#names(), this.#search) },
          h("thead", {}, h("tr", {}, [t("Name"), t("Badges and phones")].map(name => h("th", { scope: "col" }, name)))), this.#body)),
      h("p.muted.small", {}, t("People see on their own page that you read this list.")))
    this.#take(people)
    await this.#listen()
  }

  // Quietly: without an answer what was heard stays, and the next look comes soon.
  async #listen() {
    const { turn } = this
    if (!this.#body.isConnected) return
    const found = await get("/api/v1/gateways").catch(() => null)
    if (!found || !this.isPresent(turn)) return
    const words = found.gateways.some(({ pairedAt }) => pairedAt)
      ? t("Hold a new badge beside a gateway, wait until it appears here, and press “Hand out”. Or choose the person and enter what is printed on the badge.")
      : t("Choose the person and enter what is printed on the badge. When a gateway is set up, new badges beside it appear here.")
    if (this.#intro.textContent !== words) this.#intro.textContent = words
    this.#heard.show(found.gateways, true)
  }

  async #reload() {
    const { turn } = this
    const answer = await this.attempt(() => get("/api/v1/wearables"))
    if (!answer || !this.isPresent(turn)) return
    this.#take(answer.people)
    this.#keepFocus()
  }

  #take(people) {
    this.#people = people
    this.#find = peopleSearch(people, ({ badge, wearables }) => [badge, ...wearables.flatMap(({ label, shown }) => [label, shown])].join("\n"))
    this.#rows = new Map(people.map(person => [person.id, this.#row(person)]))
    render(this.#body, [...this.#rows.values()])
    this.#filter()
  }

  #row(person) {
    const { name, badge, wearables } = person
    const worn = [
      badge && h("li", {}, h("strong", {}, t("Badge from the campus file")), h("bdi.muted.small", { dir: "ltr" }, badge)),
      wearables.map(wearable => h("li", {}, h("strong", {}, h("bdi", {}, wearableName(wearable))), h("bdi.muted.small", { dir: "ltr" }, wearable.shown))),
    ].flat().filter(Boolean)
    return h("tr", {},
      h("th", { scope: "row" },
        h("button.record-name", { type: "button", "data-key": `wearer-${person.id}`, onclick: () => this.#open(person) }, name),
        person.hasLeft && h("p.muted.small", {}, t("Has left the campus"))),
      h("td", { "data-label": t("Badges and phones") }, worn.length > 0 ? h("ul.worn", {}, worn) : h("span.muted", {}, t("none"))))
  }

  #open(person) {
    this.#openedId = person.id
    this.#wearables.open(person, this.ask)
  }

  // A dialog gives the focus back to a row that may have been drawn again meanwhile.
  #keepFocus() {
    if (document.activeElement === document.body) this.#rows.get(this.#openedId)?.querySelector("button").focus({ preventScroll: true })
  }

  #filter() {
    if (!this.#find) return
    const found = this.#find(this.#search.value)
    for (const [id, row] of this.#rows) row.hidden = !found.has(id)
    const isSearching = this.#search.value.trim() !== ""
    render(this.#count, isSearching && found.size === 0
      ? t("Nobody is found. Try a part of the name.")
      : tn("{count} person", "{count} people", found.size))
  }

  #names() { return [...this.#body.querySelectorAll("tr:not([hidden]) .record-name")] }
}

customElements.define("badges-page", BadgesPage)
