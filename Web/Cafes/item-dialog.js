// One item before it goes into the basket: choices, quantity, note, price. Fires "line-confirmed" with the line.

import { emit, h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { times } from "../Shared/models/money.js"
import { allergenLines } from "./allergen-lines.js"
import { soFar } from "./models/allergens.js"
import { LARGEST_QUANTITY } from "./models/basket.js"
import { Selection } from "./models/selection.js"
import "./choice-group.js"
import "./quantity-stepper.js"

const LONGEST_NOTE = 140 // characters

class ItemDialog extends HTMLElement {
  #item
  #line
  #selection
  #quantity
  #dialog = null
  #errors = new Map()
  #groups = new Map()

  disconnectedCallback() {
    this.#dialog?.close()
  }

  // line: the basket's line to change, or null for a new one; errors: sentences of the server by group id, or "item".
  open(item, line = null, errors = new Map()) {
    this.#item = item
    this.#line = line
    this.#selection = new Selection(item, line?.choices)
    this.#quantity = line?.quantity ?? 1
    this.#errors = new Map(errors)
    this.#build()
    this.#dialog.showModal()
    if (errors.size > 0) this.#focusFirstError()
  }

  #build() {
    const item = this.#item
    this.#dialog?.remove()
    this.#groups = new Map(item.groups.map(group => [group.id, h("choice-group")]))
    this.#dialog = h("dialog.item-dialog", { "aria-labelledby": "item-title", onclose: () => this.#dialog.remove() },
      h("form", { method: "dialog", novalidate: true, onsubmit: event => this.#submit(event) },
        h("div.dialog-body", {},
          h("div.dialog-head", {},
            h("h2", { id: "item-title" }, item.name),
            h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
          item.summary && h("p.muted.own-direction", {}, item.summary),
          h("div.allergen-box.small", { "aria-live": "polite" }),
          this.#errors.has("item") && h("p.field-error", { role: "alert" }, icon("information"), h("span", {}, this.#errors.get("item"))),
          [...this.#groups.values()],
          this.#note()),
        h("div.dialog-foot", {}, h("quantity-stepper"), h("button.button.primary.apart", { type: "submit", "data-key": "confirm" }))))
    this.#dialog.addEventListener("selection-changed", () => this.#refresh())
    this.#dialog.addEventListener("quantity-changed", ({ detail }) => {
      this.#quantity = detail
      this.#refresh()
    })
    render(this, this.#dialog)
    this.#refresh()
  }

  #note() {
    return h("label.field", {},
      h("span", {}, t("Note for the kitchen")),
      h("textarea", { name: "note", rows: 2, maxlength: LONGEST_NOTE, placeholder: null }, this.#line?.note ?? ""))
  }

  #refresh() {
    for (const group of this.#item.groups) {
      if (this.#selection.count(group) >= group.minimum) this.#errors.delete(group.id)
      this.#groups.get(group.id).show(group, this.#selection, this.#errors.get(group.id) ?? null)
    }
    const name = t("Quantity")
    this.#dialog.querySelector(".dialog-foot quantity-stepper").show({ label: name, value: this.#quantity, minimum: 1, maximum: LARGEST_QUANTITY })
    render(this.#dialog.querySelector(".allergen-box"), allergenLines(soFar(this.#item, this.#selection)))
    const total = money(times(this.#selection.unitPrice, this.#quantity))
    render(this.#dialog.querySelector("[type=submit]"),
      h("span", {}, this.#line ? t("Save changes") : t("Add to basket")), " ", h("span.figures", {}, total))
  }

  #submit(event) {
    event.preventDefault()
    for (const group of this.#selection.missing) this.#errors.set(group.id, t("Choose from “{group}” first.", { group: group.name }))
    if (this.#selection.missing.length > 0) {
      this.#refresh()
      return this.#focusFirstError()
    }
    const note = this.#dialog.querySelector("textarea").value.trim()
    const { id: item, name } = this.#item
    const { choices, unitPrice } = this.#selection
    this.#dialog.close()
    emit(this, "line-confirmed", {
      key: this.#line?.key ?? null,
      line: { item, name, quantity: this.#quantity, choices, note: note === "" ? null : note, unitPrice },
    })
  }

  #focusFirstError() {
    const first = this.#item.groups.find(group => this.#errors.has(group.id))
    if (first) this.#groups.get(first.id).querySelector("input, button")?.focus()
  }
}

customElements.define("item-dialog", ItemDialog)
