// A count between two limits, with buttons for fewer and more. Fires "quantity-changed" with the number.

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

class QuantityStepper extends HTMLElement {
  // label: the name of the counted thing, for the buttons' names.
  show({ label, value, minimum, maximum }) {
    this.className = "stepper"
    this.setAttribute("role", "group")
    this.setAttribute("aria-label", label)
    render(this,
      this.#button("minus", t("Fewer: {name}", { name: label }), value - 1, value <= minimum),
      h("output", { "aria-live": "polite" }, String(value)),
      this.#button("plus", t("More: {name}", { name: label }), value + 1, value >= maximum))
  }

  // A button at its limit keeps the focus, but does nothing.
  #button(sign, name, next, isAtLimit) {
    const press = () => { if (!isAtLimit) emit(this, "quantity-changed", next) }
    return h("button.button.round", {
      type: "button", "aria-label": name, "aria-disabled": isAtLimit ? "true" : null, "data-key": `${sign}-${name}`, onclick: press,
    }, icon(sign))
  }
}

customElements.define("quantity-stepper", QuantityStepper)
