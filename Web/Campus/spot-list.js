// The spots of a site: what they are called, what they stand for, and which beacon marks them. A number is given out once; that of a
// retired beacon is not given out again until somebody says that the beacon is silent.

import { h, icon, render } from "../Shared/dom.js"
import { mark } from "../Shared/mark.js"
import { language, t, tn } from "../Shared/messages.js"
import { newID, textOf } from "./models/draft-edit.js"
import { below } from "./models/mistakes.js"
import { freeMinor, nextMinor, retireSpot, setSpot } from "./models/site-edit.js"
import { spotKindWords } from "./spot-words.js"
import "./label-sheet.js"
import "./spot-dialog.js"

class SpotList extends HTMLElement {
  #draft = null
  #page = null
  #typed = h("input", { id: "spot-search", type: "search", autocomplete: "off", "data-key": "spot-search", oninput: () => this.#draw() })
  #list = h("div.stack")
  #dialog = h("spot-dialog")
  #labels = h("label-sheet")

  show(draft, page) {
    this.#draft = draft
    this.#page = page
    render(this,
      h("h2.hidden-visually", {}, t("Spots and beacons")),
      this.#identity(),
      h("div.menu-find", { role: "search" }, h("div.field", {}, h("label", { for: "spot-search" }, t("Find a spot")), this.#typed)),
      this.#list,
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "add-spot", onclick: () => this.#add() }, icon("plus"), t("Add a spot")),
        h("button.button.quiet", { type: "button", "data-key": "all-labels", onclick: () => this.#labels.open(draft, draft.part.spots ?? []) }, t("Labels of all spots …"))),
      this.#dialog, this.#labels)
    this.#draw()
    this.#openWanted()
  }

  refresh() { this.#draw() }

  get #names() { return [language(), ...this.#draft.languages] }

  // The code of a label leads to /campus?site=…#spot-ID.
  #openWanted() {
    const id = location.hash.replace(/^#spot-/u, "")
    const button = id !== "" && this.querySelector(`[data-key="spot-${CSS.escape(id)}"]`)
    if (!button) return
    button.scrollIntoView({ block: "center" })
    button.focus()
  }

  // What every beacon of the site sends.
  #identity() {
    return h("dl.beacon-facts", {},
      h("div", {}, h("dt", { translate: "no" }, "UUID"), h("dd.figures", { translate: "no", dir: "ltr" }, this.#draft.beaconUUID)),
      h("div", {}, h("dt", { translate: "no" }, "Major"), h("dd.figures", { translate: "no" }, String(this.#draft.major))))
  }

  #draw() {
    const { part } = this.#draft
    const spots = (part.spots ?? []).map((spot, index) => ({ spot, index, name: textOf(spot.name, this.#names) || spot.id }))
    const typed = this.#typed.value.trim().toLocaleLowerCase()
    const found = spots.filter(({ spot, name }) => [name, spot.id, String(spot.minor), spotKindWords(spot, this.#draft)].some(text => text.toLocaleLowerCase().includes(typed)))
    render(this.#list,
      spots.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("This site has no spot yet. Add a door or a café first; a beacon is put up there.")))
        : found.length === 0 ? h("p.muted", { role: "status" }, t("No spot fits.")) : this.#table(found),
      this.#retired(part.retiredMinors ?? []))
  }

  #table(found) {
    return h("table.records", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Spot")), h("th", { scope: "col" }, t("Stands for")), h("th.figures", { scope: "col", translate: "no" }, "Minor"), h("td"))),
      h("tbody", {}, found.map(entry => this.#row(entry))))
  }

  #row({ spot, index, name }) {
    const count = below(this.#draft.mistakes, `/spots/${index}`).length
    return h("tr", {},
      h("th", { scope: "row" },
        h("button.record-name", { type: "button", "data-key": `spot-${spot.id}`, onclick: () => this.#edit(spot) }, name),
        count > 0 && h("span.state.is-suspended", {}, tn("{count} mistake", "{count} mistakes", count))),
      h("td", { "data-label": t("Stands for") }, spotKindWords(spot, this.#draft)),
      h("td.figures", { "data-label": "Minor" }, String(spot.minor ?? "")),
      h("td.item-acts", {},
        h("button.button.quiet", { type: "button", "data-key": `label-${spot.id}`, onclick: () => this.#labels.open(this.#draft, [spot]) }, t("Label …"), h("span.hidden-visually", { translate: "no" }, `: ${name}`)),
        h("button.button.quiet", { type: "button", "data-key": `retire-${spot.id}`, onclick: () => this.#retire(spot, name) }, t("Retire"), h("span.hidden-visually", { translate: "no" }, `: ${name}`))))
  }

  #retired(minors) {
    if (minors.length === 0) return null
    return h("section.panel.stack", { "aria-labelledby": "retired-title" },
      h("h3", { id: "retired-title" }, t("Retired numbers")),
      h("p.hint", {}, t("A beacon that still sends one of these is at no spot. Give a number out again only when its beacon is silent.")),
      h("ul.retired-list", {}, minors.map(minor => h("li", {},
        h("span.figures", { translate: "no" }, String(minor)),
        h("button.button.quiet", { type: "button", "data-key": `free-${minor}`, onclick: () => this.#page.change(t("The number can be given out again."), part => freeMinor(part, minor)) },
          t("Allow again"), h("span.hidden-visually", { translate: "no" }, `: ${minor}`))))))
  }

  async #retire({ id }, name) {
    if (await this.#page.change(t("{name} is retired. Its beacon counts for nothing once this is published.", { name }), part => retireSpot(part, id))) this.querySelector("[data-key=add-spot]").focus()
  }

  #edit(spot) {
    const { id } = spot
    const index = this.#draft.part.spots.findIndex(known => known.id === id)
    this.#dialog.open(this.#draft, { spot, index, save: made => this.#page.change(t("Saved in the draft."), part => setSpot(part, { ...made, id })) })
  }

  #add() {
    const { part, languages: [main] } = this.#draft
    const spot = { name: {}, minor: nextMinor(part), kind: "entrance" }
    let id = null
    this.#dialog.open(this.#draft, {
      spot, index: (part.spots ?? []).length, isNew: true,
      save: made => {
        id ??= newID(made.name?.[main] ?? "", (this.#draft.part.spots ?? []).map(known => known.id), "spot")
        return this.#page.change(t("Added."), present => setSpot(present, { id, ...made }))
      },
    })
  }
}

customElements.define("spot-list", SpotList)
