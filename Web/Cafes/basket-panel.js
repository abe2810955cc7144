// The basket: its lines to edit and remove, the subtotal, a button to the review. Fires "line-edited", "quantity-set",
// "line-removed", "pickup-chosen", "review-opened" and "menu-wanted".

import { emit, h, icon, render } from "../Shared/dom.js"
import { money, windowTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { choiceWords, closedSentence, fitWords, priceWords, statusWords } from "./cafe-words.js"
import { LARGEST_QUANTITY, isEmpty, isOrderableLine, lineTotal, subtotal } from "./models/basket.js"
import "./quantity-stepper.js"

class BasketPanel extends HTMLElement {
  #timeZone = null // the café's
  #pickup = null
  #fit = undefined

  // isView: whether the basket is the whole view on a small screen, and so has the page's heading. pickup: the start of the
  // wanted window, or null; fit: the start of the first window in which everything is served, if one is known.
  show(basket, cafe, { isView, pickup = null, fit = undefined }) {
    this.#timeZone = cafe.timeZone
    this.#pickup = pickup
    this.#fit = fit
    render(this,
      h(isView ? "h1" : "h2", { id: "basket-title", tabindex: "-1", "data-key": "basket" }, t("Basket")),
      isEmpty(basket) ? this.#empty() : this.#full(basket, cafe),
      isView && h("button.button.wide", { type: "button", "data-key": "menu", onclick: () => emit(this, "menu-wanted") }, t("Back to the menu")))
  }

  #empty() {
    return h("div.empty", {}, mark(), h("p", {}, t("Nothing here yet. Choose something from the menu.")))
  }

  #full(basket, cafe) {
    // Other times can be chosen in the review.
    const mayFit = line => cafe.hasPickupWindows && line.status === "not-served"
    const isWhole = basket.lines.every(isOrderableLine)
    const isBlocked = !basket.lines.every(line => isOrderableLine(line) || mayFit(line))
    return h("div.stack", {},
      h("p.muted.small", {}, t("For {cafe}", { cafe: cafe.name })),
      h("ul.lines", {}, basket.lines.map(line => this.#line(line))),
      h("p.row.apart.total", {}, h("span", {}, t("Subtotal")), h("strong.figures", {}, money(subtotal(basket)))),
      this.#pickupRow(),
      !cafe.isOpen && this.#pickup === null && h("p.notice.waiting.small", {}, icon("clock"), h("span", {}, closedSentence(cafe))),
      !isWhole && h("p.field-error.small", {}, icon("information"), h("span", {},
        isBlocked ? t("Remove what cannot be ordered here, then go on.") : t("Not everything is served at the same time. Choose another time, or remove a part."))),
      !isWhole && !isBlocked && this.#fitButton,
      h("button.button.primary.wide", {
        type: "button", "data-key": "review", "aria-disabled": isBlocked ? "true" : null,
        onclick: () => { if (!isBlocked) emit(this, "review-opened") },
      }, t("Review order")))
  }

  // When the basket is collected, if that is not as soon as possible.
  #pickupRow() {
    if (this.#pickup === null) return null
    return h("p.row.apart.basket-pickup", {},
      h("span.with-icon", {}, icon("clock"), h("span", {}, t("Pickup at {time}", { time: windowTime(this.#pickup, this.#timeZone) }))),
      h("button.button.quiet", { type: "button", "data-key": "other-time", onclick: () => emit(this, "review-opened") }, t("Other time")))
  }

  // Offers the first window in which everything is served.
  get #fitButton() {
    const fit = this.#fit
    return fit !== undefined && h("button.button.wide", { type: "button", "data-key": "fit", onclick: () => emit(this, "pickup-chosen", fit) }, fitWords(fit, this.#timeZone))
  }

  #line(line) {
    const canChange = isOrderableLine(line)
    return h(canChange ? "li.line" : "li.line.is-refused", {},
      h("div.line-head", {},
        h("strong", {}, line.name),
        canChange && h("span.figures", {}, money(lineTotal(line)))),
      h("div.muted.small", {}, h("p", {}, choiceWords(line)), line.note && h("p.with-icon", {}, icon("note"), h("span", {}, line.note))),
      canChange && priceWords(line) && h("p.price-changed.small", {}, icon("information"), h("span", {}, priceWords(line))),
      !canChange && h("p.field-error.small", {}, icon("information"), h("span", {}, statusWords(line.status, { ...line, timeZone: this.#timeZone, pickup: this.#pickup }))),
      h("div.row.apart", {},
        canChange && this.#stepper(line),
        h("span.row", {},
          canChange && h("button.button.quiet", {
            type: "button", "data-key": `edit-${line.key}`, "aria-label": t("Change {name}", { name: line.name }),
            onclick: () => emit(this, "line-edited", line.key),
          }, t("Change")),
          h("button.button.quiet", {
            type: "button", "data-key": `remove-${line.key}`, "aria-label": t("Remove {name}", { name: line.name }),
            onclick: () => this.#remove(line),
          }, t("Remove")))))
  }

  #stepper(line) {
    const stepper = h("quantity-stepper")
    stepper.show({ label: line.name, value: line.quantity, minimum: 1, maximum: LARGEST_QUANTITY })
    stepper.addEventListener("quantity-changed", ({ detail }) => emit(this, "quantity-set", { key: line.key, quantity: detail }))
    return stepper
  }

  #remove(line) {
    emit(this, "line-removed", line.key)
    this.querySelector("#basket-title").focus()
  }
}

customElements.define("basket-panel", BasketPanel)
