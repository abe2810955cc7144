// One group of an item's choices: one of several, several, or a count of each. Fires "selection-changed".

import { emit, h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { allergenLines } from "./allergen-lines.js"
import { clashLines } from "./clash-words.js"
import { needsWarning } from "./models/allergens.js"
import { noFilter } from "./models/menu-filter.js"
import { Selection } from "./models/selection.js"
import "./quantity-stepper.js"

class ChoiceGroup extends HTMLElement {
  #group
  #selection
  #filter = noFilter
  #stepsThrough = false

  // error: a sentence, or null. filter: what the person does not eat. stepsThrough: whether Tab goes to each choice, and not to the
  // group, whose choices the arrow keys change.
  show(group, selection, { error = null, filter = noFilter, stepsThrough = false } = {}) {
    this.#stepsThrough = stepsThrough
    this.#group = group
    this.#selection = selection
    this.#filter = filter
    const hint = `hint-${group.id}`
    render(this, h("fieldset.choices", { "aria-describedby": hint, "aria-invalid": error ? "true" : null },
      h("legend", {}, group.name),
      h("p.muted.small", { id: hint }, group.minimum > 0 && [h("span.required", {}, t("Required.")), " "], rule(group)),
      error && h("p.field-error", { role: "alert" }, icon("information"), h("span", {}, error)),
      h("div.choice-list", {}, group.choices.map(choice => this.#choice(choice)))))
  }

  #choice(choice) {
    return Selection.kind(this.#group) === "counts" ? this.#counted(choice) : this.#ticked(choice)
  }

  #ticked(choice) {
    const isOne = Selection.kind(this.#group) === "one"
    const isChosen = this.#selection.quantity(choice.id) > 0
    // Each radio button of its own name is a stop of Tab; which one is chosen is the selection's anyhow.
    const part = isOne && this.#stepsThrough
    const { choices } = this.#group
    const input = h("input", {
      type: isOne ? "radio" : "checkbox", name: part ? `group-${this.#group.id}-${choice.id}` : `group-${this.#group.id}`,
      "aria-posinset": part ? String(choices.indexOf(choice) + 1) : null, "aria-setsize": part ? String(choices.length) : null, checked: isChosen,
      "data-key": `choice-${this.#group.id}-${choice.id}`,
      disabled: !isChosen && (choice.soldOut || (!isOne && this.#selection.isFull(this.#group))),
      onchange: ({ target }) => this.#set(choice, target.checked ? 1 : 0),
    })
    return h("label.choice", {}, input, this.#words(choice), this.#price(choice))
  }

  #counted(choice) {
    const value = this.#selection.quantity(choice.id)
    const stepper = h("quantity-stepper")
    const maximum = this.#selection.isFull(this.#group) || choice.soldOut ? value : choice.maximumQuantity
    stepper.addEventListener("quantity-changed", event => {
      event.stopPropagation()
      this.#set(choice, event.detail)
    })
    stepper.show({ label: choice.name, value, minimum: 0, maximum })
    return h("div.choice.counted", {}, this.#words(choice), this.#price(choice), stepper)
  }

  #words(choice) {
    return h("span.choice-words", {}, h("span", {}, choice.name),
      choice.soldOut && h("span.sold-out.small", {}, icon("close"), t("Sold out")),
      needsWarning(choice.allergens) && h("span.small", {}, allergenLines(choice.allergens)),
      clashLines(choice, this.#filter))
  }

  #price({ price }) {
    return price.amount === 0 ? null : h("span.figures.muted", {}, t("plus {price}", { price: money(price) }))
  }

  #set(choice, quantity) {
    this.#selection.set(this.#group, choice.id, quantity)
    emit(this, "selection-changed")
  }
}

function rule({ minimum, maximum }) {
  if (minimum === 1 && maximum === 1) return t("Choose one.")
  if (minimum === 0) return maximum === undefined ? t("Choose any.") : tn("Choose up to {count}, or none.", "Choose up to {count}, or none.", maximum)
  if (minimum === maximum) return tn("Choose {count}.", "Choose {count}.", minimum)
  return t("Choose {minimum} to {maximum}.", { minimum, maximum: maximum ?? minimum })
}

customElements.define("choice-group", ChoiceGroup)
