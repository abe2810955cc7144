// Gives a badge that a gateway hears to a person: one press on the name. Fires "badges-changed" with { beacon, isGiven }.

import { FormDialog } from "../People/form-dialog.js"
import { enterList, moveInList } from "../People/list-keys.js"
import { peopleSearch } from "../People/models/people-list.js"
import { proved } from "../People/proof.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { get, post, remove } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { heardWearable } from "./models/wearable.js"
import { explainWearables } from "./wearable-words.js"

class HandOutDialog extends FormDialog {
  #beacon = null
  #notice = null
  #find = null
  #rows = new Map()
  #isBusy = false
  #list = h("ul.hand-out-people", { onkeydown: event => moveInList(event, this.#names(), this.#search) })
  #count = h("p.muted.small", { role: "status" })
  #trouble = h("p.field-error", { role: "alert" })
  #search = h("input", { id: "hand-out-search", type: "search", autocomplete: "off", spellcheck: "false", dir: "auto", oninput: () => this.#filter(), onkeydown: event => this.#leaveSearch(event) })

  // beacon: as unknownBeacons returns it; notice: the page's bar.
  async open(beacon, notice) {
    this.#beacon = beacon
    this.#notice = notice
    this.#rows = new Map()
    this.#search.value = ""
    for (const part of [this.#trouble, this.#count]) render(part)
    render(this.#list, h("li", {}, loading(t("Loading the list of people."))))
    this.present({
      id: "hand-out-title", title: t("Who gets this badge?"), submit: null,
      content: [
        h("p.beacon-name", {}, h("bdi", { dir: "ltr" }, beacon.name)),
        h("div.field", {}, h("label", { for: this.#search.id }, t("Search by name")), this.#search, this.#count),
        this.#trouble, this.#list,
      ],
      foot: [h("button.button", { type: "button", onclick: () => this.close() }, t("Close"))],
    })
    this.#search.focus()
    const found = await this.#attempt(() => get("/api/v1/wearables"))
    if (beacon !== this.#beacon || !this.isOpen) return
    this.#show((found?.people ?? []).filter(({ hasLeft }) => !hasLeft))
  }

  #show(people) {
    this.#find = peopleSearch(people)
    this.#rows = new Map(people.map(person => [person.id, this.#row(person)]))
    render(this.#list, [...this.#rows.values()])
    this.#filter()
  }

  #row(person) {
    const count = person.wearables.length + (person.badge ? 1 : 0)
    return h("li", {}, h("button.button.hand-out-person", { type: "button", "data-key": `give-${person.id}`, onclick: () => this.#give(person) },
      h("span", { dir: "auto" }, person.name), count > 0 && h("span.muted.small", {}, tn("{count} badge or phone", "{count} badges or phones", count))))
  }

  #filter() {
    if (!this.#find) return
    const found = this.#find(this.#search.value)
    for (const [id, row] of this.#rows) row.hidden = !found.has(id)
    render(this.#count, found.size === 0 ? t("Nobody is found. Try a part of the name.") : tn("{count} person", "{count} people", found.size))
  }

  // Enter gives it to the person who was found, if it is one.
  #leaveSearch(event) {
    const names = this.#names()
    if (event.key !== "Enter" || names.length !== 1) return enterList(event, names)
    event.preventDefault()
    names[0].click()
  }

  #names() { return [...this.#list.querySelectorAll("li:not([hidden]) > button")] }

  async #give(person) {
    if (this.#isBusy) return
    this.#isBusy = true
    const beacon = this.#beacon
    const path = `/api/v1/people/${encodeURIComponent(person.id)}/wearables`
    const given = await this.#attempt(() => proved(() => post(path, heardWearable(beacon))))
    this.#isBusy = false
    if (!given) return
    this.close()
    emit(this, "badges-changed", { beacon: beacon.name, isGiven: true })
    this.#notice.show(t("{name} has the badge now.", { name: person.name }), {
      label: t("Undo"), perform: () => this.#takeBack(`${path}/${encodeURIComponent(given.id)}`, beacon, person),
    })
  }

  async #takeBack(path, beacon, person) {
    try {
      if (await proved(() => remove(path).then(() => true)) === undefined) return
      emit(this, "badges-changed", { beacon: beacon.name, isGiven: false })
      this.#notice.show(t("{name} does not have the badge any more.", { name: person.name }))
    } catch (error) {
      this.#notice.show(explainWearables(error))
    }
  }

  async #attempt(act) {
    render(this.#trouble)
    try {
      return await act()
    } catch (error) {
      render(this.#trouble, icon("information"), h("span", {}, explainWearables(error)))
    }
  }
}

customElements.define("hand-out-dialog", HandOutDialog)
