// One item at the kiosk, before it goes into the basket: a large picture, what is in it, and its choices. Fires
// "line-confirmed" with the line.

import { emit, h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { times } from "../Shared/models/money.js"
import { allergenLines } from "./allergen-lines.js"
import { servedWords } from "./cafe-words.js"
import { pausedWords } from "./pace-words.js"
import { dishFacts, dishPicture, servingLine } from "./dish-parts.js"
import { soFar } from "./models/allergens.js"
import { LARGEST_QUANTITY } from "./models/basket.js"
import { dietsSoFar } from "./models/diets.js"
import { energy } from "./models/energy.js"
import { Selection } from "./models/selection.js"
import "./choice-group.js"
import "./quantity-stepper.js"

class KioskItem extends HTMLElement {
  #item = null
  #line = null
  #timeZone
  #selection
  #quantity = 1
  #groups = new Map()
  #errors = new Map()
  #confirm = h("button.button.primary.kiosk-on", { type: "button", "data-key": "confirm", onclick: () => this.#submit() })
  #content = h("div.allergen-box", { "aria-live": "polite", "data-say": true })
  #stepper = h("quantity-stepper")

  connectedCallback() {
    this.addEventListener("selection-changed", this.#refresh)
    this.addEventListener("quantity-changed", this.#count)
    this.addEventListener("keydown", this.#press)
  }

  disconnectedCallback() {
    this.removeEventListener("selection-changed", this.#refresh)
    this.removeEventListener("quantity-changed", this.#count)
    this.removeEventListener("keydown", this.#press)
  }

  // The way on, for the foot of the page.
  get confirmButton() { return this.#confirm }

  // line: the basket's line to change, or null for a new one.
  open(item, line, timeZone) {
    this.#line = line
    this.#timeZone = timeZone
    this.#quantity = line?.quantity ?? 1
    this.#selection = line ? new Selection(item, line.choices, { proposes: false }) : new Selection(item)
    this.#draw(item)
  }

  // The menu has changed, or its language: what was chosen stays as far as it is still offered.
  follow(item) {
    const offered = new Set(item.groups.flatMap(({ choices }) => choices).map(({ id }) => id))
    this.#selection = new Selection(item, this.#selection.choices.filter(({ choice }) => offered.has(choice)), { proposes: false })
    this.#draw(item)
  }

  #draw(item) {
    this.#item = item
    this.#errors.clear()
    this.#groups = new Map(item.groups.map(group => [group.id, h("choice-group")]))
    render(this,
      h("div.kiosk-dish", {}, dishPicture(item, "kiosk-dish-picture", 420),
        h("div.stack", {},
          h("h1", { tabindex: "-1" }, item.name),
          item.summary && h("p.own-direction", { "data-say": true }, item.summary),
          h("p.price.figures", { "data-say": true }, money(item.price)),
          this.#content)),
      h("div.kiosk-choices", {}, [...this.#groups.values()]),
      h("div.row.kiosk-quantity", {}, h("span", { "aria-hidden": "true" }, t("Quantity")), this.#stepper))
    this.#refresh()
  }

  // A switch sends Tab and Enter, and nothing else.
  #press = event => {
    if (event.key !== "Enter" || !event.target.matches("input[type=radio], input[type=checkbox]")) return
    event.preventDefault()
    event.target.click()
  }

  #count = ({ detail }) => {
    this.#quantity = detail
    this.#refresh()
  }

  #refresh = () => {
    for (const group of this.#item.groups) {
      if (this.#selection.count(group) >= group.minimum && !this.#soldOutGroups.includes(group)) this.#errors.delete(group.id)
      this.#groups.get(group.id).show(group, this.#selection, { error: this.#errors.get(group.id) ?? null, stepsThrough: true })
    }
    this.#stepper.show({ label: t("Quantity"), value: this.#quantity, minimum: 1, maximum: LARGEST_QUANTITY })
    const amount = energy(this.#item, this.#selection)
    render(this.#content,
      servingLine(this.#item, this.#timeZone),
      dishFacts(dietsSoFar(this.#item, this.#selection), amount) || null,
      amount === null && h("p.muted.small", {}, t("The calories are not stated.")),
      allergenLines(soFar(this.#item, this.#selection)))
    this.#showConfirm()
  }

  #showConfirm() {
    const reason = this.#reason
    if (reason === null) this.#confirm.removeAttribute("aria-disabled")
    else this.#confirm.setAttribute("aria-disabled", "true")
    const total = money(times(this.#selection.unitPrice, this.#quantity))
    render(this.#confirm, reason ?? [icon(this.#line ? "check" : "plus"), h("span", {}, this.#line ? t("Save changes") : t("Add to basket")), " ", h("span.figures", {}, total)])
  }

  get #reason() {
    if (this.#item.soldOut) return t("Sold out")
    if (this.#item.pausedUntil) return pausedWords(this.#item.pausedUntil, this.#timeZone)
    return this.#item.isServed === false ? servedWords(this.#item, this.#timeZone) : null
  }

  #submit() {
    if (this.#reason !== null) return
    for (const group of this.#soldOutGroups) this.#errors.set(group.id, t("This choice is sold out. Choose another one."))
    for (const group of this.#selection.missing) this.#errors.set(group.id, t("Choose from “{group}” first.", { group: group.name }))
    if (this.#errors.size > 0) {
      this.#refresh()
      const first = this.#item.groups.find(({ id }) => this.#errors.has(id))
      this.#groups.get(first.id).querySelector("input, button")?.focus()
      return
    }
    const { choices, unitPrice } = this.#selection
    emit(this, "line-confirmed", { item: this.#item.id, name: this.#item.name, quantity: this.#quantity, choices, note: null, unitPrice })
  }

  // The groups of which a chosen choice is sold out.
  get #soldOutGroups() {
    const gone = this.#selection.soldOut
    return this.#item.groups.filter(({ choices }) => choices.some(choice => gone.includes(choice)))
  }
}

customElements.define("kiosk-item", KioskItem)
