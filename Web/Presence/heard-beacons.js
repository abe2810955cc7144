// What gateways hear that is nobody's badge, the strongest first. Fires "hand-out-wanted" with { beacon } where the person hands
// out badges.

import { emit, h, render } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { steadyOrder, unknownBeacons, unknownCount } from "./models/gateways.js"

const SAMPLE = 12 // beacons that are shown

class HeardBeacons extends HTMLElement {
  #gateways = []
  #mayHandOut = false
  #order = [] // the names in the order in which they are shown
  #given = new Set() // the names of what was handed out on this page: the server forgets them within a minute
  #rows = new Map() // by name: { row, place, strength, count }
  #words = h("p.muted")
  #body = h("tbody")
  #table = null
  #section = null // made once: an element that moves loses the focus and a press that has begun

  // gateways: as GET /api/v1/gateways lists them. Nothing is shown while no gateway is set up.
  show(gateways, mayHandOut) {
    // Another person may have signed in.
    if (mayHandOut !== this.#mayHandOut) {
      this.#section = null
      this.#rows.clear()
    }
    this.#gateways = gateways
    this.#mayHandOut = mayHandOut
    this.#draw()
  }

  // beacon: the name of a beacon that was handed out, or is nobody's again.
  note({ beacon, isGiven }) {
    if (isGiven) this.#given.add(beacon)
    else this.#given.delete(beacon)
    this.#draw()
  }

  #draw() {
    if (!this.#gateways.some(({ pairedAt }) => pairedAt)) return render(this)
    const all = unknownBeacons(this.#gateways)
    const beacons = steadyOrder(this.#order, all.filter(({ name }) => !this.#given.has(name)).slice(0, SAMPLE))
    this.#order = beacons.map(({ name }) => name)
    const count = unknownCount(this.#gateways) - all.filter(({ name }) => this.#given.has(name)).length
    setText(this.#words, summary(count))
    const present = new Set(this.#order)
    for (const name of this.#rows.keys()) if (!present.has(name)) this.#rows.delete(name)
    render(this.#body, beacons.map(beacon => this.#row(beacon)))
    this.#section ??= this.#makeSection()
    this.#table.hidden = beacons.length === 0
    render(this, this.#section)
  }

  #makeSection() {
    const heads = [t("Beacon"), t("Heard at"), t("Strength"), t("Times")]
    this.#table = h("table.records.unknown-beacons", {},
      h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)), this.#mayHandOut && h("td"))), this.#body)
    return h("section.stack", { "aria-labelledby": "unknown-title" },
      h("h2", { id: "unknown-title" }, t("Heard, but nobody’s badge")), this.#words, this.#table)
  }

  // A row stays the same element while its beacon is heard, so that a press on its button counts.
  #row(beacon) {
    const { name, place, rssi, count } = beacon
    if (!this.#rows.has(name)) this.#rows.set(name, this.#makeRow(beacon))
    const cells = this.#rows.get(name)
    setText(cells.place, place)
    setText(cells.strength, rssi === undefined ? "–" : t("{strength} dBm", { strength: number(rssi) }))
    setText(cells.count, number(count))
    return cells.row
  }

  #makeRow(beacon) {
    const cells = {
      place: h("bdi"), strength: h("bdi", { dir: "ltr" }), count: h("span"),
    }
    cells.row = h("tr", {},
      h("th.beacon-name", { scope: "row" }, h("bdi", { dir: "ltr" }, beacon.name)),
      h("td.beacon-place", { "data-label": t("Heard at") }, cells.place),
      h("td.beacon-strength", { "data-label": t("Strength") }, cells.strength),
      h("td.beacon-count", { "data-label": t("Times") }, cells.count),
      this.#mayHandOut && h("td", {}, h("button.button", { type: "button", "data-key": `hand-out-${beacon.name}`, onclick: () => emit(this, "hand-out-wanted", { beacon }) },
        t("Hand out"), h("span.hidden-visually", {}, `: ${beacon.name}`))))
    return cells
  }
}

const summary = count => (count === 0
  ? t("In the last minute no gateway heard a beacon that is nobody’s badge.")
  : tn("{count} beacon in the last minute. It is forgotten after a minute; phones of strangers are not listed.", "{count} beacons in the last minute. These are the strongest. They are forgotten after a minute; phones of strangers are not listed.", count))

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

customElements.define("heard-beacons", HeardBeacons)
