// One item before it goes into the basket: choices, quantity, note, price. Fires "line-confirmed" with the line.

import { emit, h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { times } from "../Shared/models/money.js"
import { allergenLines } from "./allergen-lines.js"
import { clashLines } from "./clash-words.js"
import { dishFacts, dishPicture, servingLine } from "./dish-parts.js"
import { servedWords } from "./cafe-words.js"
import { soFar, union } from "./models/allergens.js"
import { LARGEST_QUANTITY } from "./models/basket.js"
import { dietsOf, dietsSoFar } from "./models/diets.js"
import { energy } from "./models/energy.js"
import { doesClash, noFilter } from "./models/menu-filter.js"
import { canBeOrdered } from "./models/serving.js"
import { pausedWords } from "./pace-words.js"
import { Selection } from "./models/selection.js"
import "./choice-group.js"
import "./quantity-stepper.js"

const LONGEST_NOTE = 140 // characters
const NEARLY_FULL = 40 // characters that are left when the note says so

class ItemDialog extends HTMLElement {
  #item
  #line
  #selection
  #quantity
  #dialog = null
  #errors = new Map()
  #groups = new Map()
  #filter = noFilter
  #cafe = null
  #news = null // a sentence when the café has changed the open item

  disconnectedCallback() {
    this.#dialog?.close()
  }

  // line: the basket's line to change, or null for a new one; errors: sentences of the server by group id, or "item".
  // filter: what the person does not eat; cafe: the item's.
  open(item, { line = null, errors = new Map(), filter = noFilter, cafe } = {}) {
    this.#item = item
    this.#line = line
    this.#filter = filter
    this.#cafe = cafe
    this.#news = null
    this.#selection = line ? new Selection(item, line.choices, { proposes: false }) : new Selection(item, [], { accepts: this.#accepts })
    this.#quantity = line?.quantity ?? 1
    this.#errors = new Map(errors)
    this.#build()
    this.#dialog.showModal()
    if (errors.size > 0) this.#focusFirstError()
  }

  // Updates the open item after a change of the menu; choices and note stay. item: of the new menu, or null.
  follow(item) {
    if (!this.#dialog?.open || JSON.stringify(item) === JSON.stringify(this.#item)) return
    if (item === null) return this.#dialog.close()
    const chosen = this.#selection.choices.filter(({ choice }) => item.groups.some(({ choices }) => choices.some(({ id }) => id === choice)))
    this.#item = item
    this.#selection = new Selection(item, chosen, { proposes: false })
    this.#news = t("The café has just changed this. You see how it is now.")
    const ids = item.groups.map(({ id }) => id)
    if (ids.join() !== [...this.#groups.keys()].join()) this.#groups = this.#makeGroups()
    render(this.#dialog.querySelector(".item-groups"), [...this.#groups.values()])
    this.#refresh()
  }

  // The id of the open item, or null.
  get opened() { return this.#dialog?.open ? this.#item.id : null }

  #accepts = choice => !doesClash(choice, this.#filter)

  #makeGroups() { return new Map(this.#item.groups.map(group => [group.id, h("choice-group")])) }

  #build() {
    const item = this.#item
    this.#dialog?.remove()
    this.#groups = this.#makeGroups()
    this.#dialog = h("dialog.item-dialog", { "aria-labelledby": "item-title", onclose: () => this.#dialog.remove() },
      h("form", { method: "dialog", novalidate: true, onsubmit: event => this.#submit(event) },
        h("div.dialog-body", {},
          h("div.dialog-head", {},
            h("h2", { id: "item-title" }, item.name),
            h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
          dishPicture(item, "dish-picture", 560),
          h("div.item-news", { role: "status" }),
          item.summary && h("p.muted.own-direction", {}, item.summary),
          h("div.allergen-box.small", { "aria-live": "polite" }),
          this.#errors.has("item") && h("p.field-error", { role: "alert" }, icon("information"), h("span", {}, this.#errors.get("item"))),
          h("div.item-groups.stack", {}, [...this.#groups.values()]),
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
    const room = h("p.small.muted", { role: "status" })
    const count = text => {
      const left = LONGEST_NOTE - text.length
      room.textContent = left > NEARLY_FULL ? "" : tn("{count} character left", "{count} characters left", left)
    }
    const note = this.#line?.note ?? ""
    count(note)
    return h("div", {},
      h("label.field", {},
        h("span", {}, t("Note for the kitchen")),
        h("textarea", { name: "note", rows: 2, maxlength: LONGEST_NOTE, placeholder: null, oninput: ({ target }) => count(target.value) }, note)),
      room)
  }

  #refresh() {
    for (const group of this.#item.groups) {
      const isFine = this.#selection.count(group) >= group.minimum && !this.#soldOutGroups().includes(group)
      if (isFine) this.#errors.delete(group.id)
      this.#groups.get(group.id).show(group, this.#selection, { error: this.#errors.get(group.id) ?? null, filter: this.#filter })
    }
    const name = t("Quantity")
    this.#dialog.querySelector(".dialog-foot quantity-stepper").show({ label: name, value: this.#quantity, minimum: 1, maximum: LARGEST_QUANTITY })
    this.#showContent()
    const total = money(times(this.#selection.unitPrice, this.#quantity))
    const submit = this.#dialog.querySelector("[type=submit]")
    const reason = this.#reason
    if (reason === null) submit.removeAttribute("aria-disabled")
    else submit.setAttribute("aria-disabled", "true")
    render(submit, reason ?? [h("span", {}, this.#line ? t("Save changes") : t("Add to basket")), " ", h("span.figures", {}, total)])
  }

  // Shows allergens, diets and energy with the choices so far (C18, C102).
  #showContent() {
    const statement = soFar(this.#item, this.#selection)
    const chosen = this.#item.groups.flatMap(({ choices }) => choices).filter(({ id }) => this.#selection.quantity(id) > 0)
    const parts = [this.#item, ...chosen]
    const amount = energy(this.#item, this.#selection)
    render(this.#dialog.querySelector(".item-news"), this.#news && h("p.notice.small", {}, icon("information"), h("span", {}, this.#news)))
    render(this.#dialog.querySelector(".allergen-box"),
      servingLine(this.#item, this.#cafe),
      dishFacts(dietsSoFar(this.#item, this.#selection), amount) || null,
      amount === null && h("p.muted", {}, t("The calories are not stated.")),
      allergenLines(statement),
      clashLines({ allergens: union(parts.map(({ allergens }) => allergens)), diets: dietsOf(parts) }, this.#filter))
  }

  // Why the item cannot go into the basket now, or null.
  get #reason() {
    if (this.#item.soldOut) return t("Sold out")
    if (this.#item.pausedUntil) return pausedWords(this.#item.pausedUntil, this.#cafe.timeZone)
    return canBeOrdered(this.#item, this.#cafe, Date.now()) ? null : servedWords(this.#item, this.#cafe.timeZone)
  }

  #submit(event) {
    event.preventDefault()
    if (this.#reason !== null) return
    for (const group of this.#soldOutGroups()) this.#errors.set(group.id, t("This choice is sold out. Choose another one."))
    for (const group of this.#selection.missing) this.#errors.set(group.id, t("Choose from “{group}” first.", { group: group.name }))
    if (this.#selection.missing.length > 0 || this.#soldOutGroups().length > 0) {
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

  // The groups of which a chosen choice has sold out since.
  #soldOutGroups() {
    const gone = this.#selection.soldOut
    return this.#item.groups.filter(({ choices }) => choices.some(choice => gone.includes(choice)))
  }

  #focusFirstError() {
    const first = this.#item.groups.find(group => this.#errors.has(group.id))
    if (first) this.#groups.get(first.id).querySelector("input, button")?.focus()
  }
}

customElements.define("item-dialog", ItemDialog)
