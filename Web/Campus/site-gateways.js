// The gateways of a site: where they are, and when they were heard last. Pairing one is on the page of gateways.

import { timeSince } from "../People/models/time-since.js"
import { stateName } from "../Presence/gateway-words.js"
import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { relativeTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { language, t } from "../Shared/messages.js"
import { FormFields } from "./form-fields.js"
import { newID, textOf } from "./models/draft-edit.js"
import { below } from "./models/mistakes.js"
import { removeGateway, setGateway } from "./models/site-edit.js"

class SiteGateways extends HTMLElement {
  #draft = null
  #page = null
  #heard = new Map() // by id; those in force

  async show(draft, page) {
    this.#draft = draft
    this.#page = page
    this.#draw()
    const found = await page.attempt(() => get("/api/v1/gateways"))
    if (!found || !this.isConnected) return
    this.#heard = new Map(found.gateways.map(gateway => [gateway.id, gateway]))
    this.#draw()
  }

  refresh() { this.#draw() }

  #spots(chosen) {
    const names = [language(), ...this.#draft.languages]
    const spots = (this.#draft.part.spots ?? []).map(({ id, name }) => [id, textOf(name, names) || id])
    const known = spots.some(([id]) => id === chosen)
    return [...(known || chosen === null ? [] : [[chosen, t("Choose")]]), ...spots].map(([value, label]) => h("option", { value, selected: value === chosen }, label))
  }

  #draw() {
    const gateways = this.#draft.part.gateways ?? []
    const fields = new FormFields()
    render(this,
      h("h2.hidden-visually", {}, t("Gateways")),
      h("p.muted", {}, t("A gateway hears badges at its spot. Here you say which gateways there are."), " ", h("a", { href: "/gateways" }, t("Pair gateways, and see how they are"))),
      gateways.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("This site has no gateway. It needs one only where badges are heard.")))
        : h("table.records", {},
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Gateway")), h("th", { scope: "col" }, t("Spot")), h("th", { scope: "col" }, t("Last heard")), h("td"))),
          h("tbody", {}, gateways.map((gateway, index) => this.#row(gateway, index, fields)))),
      (this.#draft.part.spots ?? []).length > 0 && this.#adding())
    for (const index of gateways.keys()) fields.show(below(this.#draft.mistakes, `/gateways/${index}`).map(mistake => ({ ...mistake, pointer: `/${index}${mistake.pointer}` })))
  }

  #row({ id, spot }, index, fields) {
    const { state, heardAt } = this.#heard.get(id) ?? {}
    const since = heardAt && timeSince(heardAt, Date.now())
    const select = h("select", { "data-key": `gateway-spot-${id}`, onchange: () => this.#page.change(t("Saved in the draft."), part => setGateway(part, { id, spot: select.value })) }, this.#spots(spot))
    const field = fields.add(`/${index}/spot`, select, t("Spot"))
    field.querySelector("label").classList.add("hidden-visually")
    return h("tr", {},
      h("th", { scope: "row" }, h("bdi", { translate: "no" }, id), state && h(`span.state.is-${state}`, {}, stateName(state))),
      h("td", { "data-label": t("Spot") }, field),
      h("td", { "data-label": t("Last heard") }, heardAt ? since ? relativeTime(since) : t("just now") : t("never")),
      h("td.item-acts", {}, h("button.button.quiet", { type: "button", "data-key": `remove-gateway-${id}`, onclick: () => this.#remove(id) }, t("Remove"), h("span.hidden-visually", { translate: "no" }, `: ${id}`))))
  }

  async #remove(id) {
    if (await this.#page.change(t("{name} is removed.", { name: id }), part => removeGateway(part, id))) this.querySelector("select, button")?.focus()
  }

  #adding() {
    const name = h("input", { id: "new-gateway", autocomplete: "off", required: true, maxlength: 40, "data-key": "new-gateway" })
    const spot = h("select", { id: "new-gateway-spot", "data-key": "new-gateway-spot" }, this.#spots(null))
    const submit = async event => {
      event.preventDefault()
      const id = newID(name.value, (this.#draft.part.gateways ?? []).map(gateway => gateway.id), "gateway")
      if (await this.#page.change(t("Added."), part => setGateway(part, { id, spot: spot.value }))) this.querySelector(`[data-key="gateway-spot-${CSS.escape(id)}"]`)?.focus()
    }
    return h("form.panel.stack", { onsubmit: submit, "aria-labelledby": "new-gateway-title" },
      h("h3", { id: "new-gateway-title" }, t("Add a gateway")),
      h("div.manage-columns", {},
        h("div.field", {}, h("label", { for: name.id }, t("Name")), name),
        h("div.field", {}, h("label", { for: spot.id }, t("Spot")), spot)),
      h("div.row", {}, h("button.button", { type: "submit", "data-key": "add-gateway" }, icon("plus"), t("Add"))))
  }
}

customElements.define("site-gateways", SiteGateways)
