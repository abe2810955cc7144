// The guests' orders that wait for their payment at the counter: a dialog in which the cashier finds an order by its number and
// confirms the payment. Fires "paid" with the order.

import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { clockTime, money } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { takePayment } from "./counter-payment.js"
import { paidWith, takingWords } from "./counter-words.js"

const DOUBLE_TAP = 500 // milliseconds in which a second touch belongs to the first

class UnpaidOrders extends HTMLElement {
  #cafe = null
  #orders = []
  #dialog = null
  #failure = null // a sentence
  #asked = null // { order, payment } to confirm, because one touch could be a mistake
  #askedAt = 0

  disconnectedCallback() { this.#dialog?.close() }

  get count() { return this.#orders.length }

  // Loads the orders of a café.
  async load(cafe) {
    this.#cafe = cafe
    this.#orders = (await get(this.#path)).orders
    this.#draw()
  }

  open() {
    this.#failure = null
    this.#asked = null
    this.#dialog = h("dialog.unpaid-dialog", { "aria-labelledby": "unpaid-title", onclose: () => this.#dialog.remove() })
    render(this, this.#dialog)
    this.#draw()
    this.#dialog.showModal()
  }

  get #path() { return `/api/v1/cafes/${encodeURIComponent(this.#cafe.id)}/unpaid-orders` }

  #draw() {
    if (!this.#dialog) return
    render(this.#dialog, h("div.dialog-body", {},
      h("div.dialog-head", {},
        h("h2", { id: "unpaid-title" }, t("To be paid at the counter")),
        h("button.button.quiet.round", { type: "button", "data-key": "close", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
      this.#failure && h("p.notice", { role: "alert" }, icon("information"), h("span", {}, this.#failure)),
      this.#asked ? this.#question(this.#asked) : this.#orders.length === 0
        ? h("p.empty", {}, t("No guest’s order waits for its payment."))
        : h("ul.unpaid", {}, this.#orders.map(order => h("li", {}, this.#order(order))))))
  }

  #order(order) {
    const { id, number, name, items, total, until } = order
    return h("article.unpaid-order", {},
      h("h3.unpaid-number.figures", {}, number),
      h("p.unpaid-words", {}, name && h("strong.own-direction", {}, name), h("span.muted", {}, tn("{count} item", "{count} items", items)),
        until && h("span.muted", {}, t("Ends at {time}", { time: clockTime(until, this.#cafe.timeZone) }))),
      h("p.unpaid-total.figures", {}, money(total)),
      h("div.row", {}, ["cash", "terminal"].map(payment =>
        h(payment === "cash" ? "button.button.primary" : "button.button", { type: "button", "data-key": `${payment}-${id}`, onclick: () => this.#ask(order, payment) },
          paidWith(payment), h("span.hidden-visually", {}, `: ${number}`)))))
  }

  #ask(order, payment) {
    this.#asked = { order, payment }
    this.#askedAt = performance.now()
    this.#draw()
    this.#dialog.querySelector("[data-key=not-yet]")?.focus()
  }

  #question({ order, payment }) {
    const answer = act => {
      if (performance.now() - this.#askedAt < DOUBLE_TAP) return
      this.#asked = null
      act()
    }
    return h("section.stack", { "aria-labelledby": "unpaid-question" },
      h("h3", { id: "unpaid-question" }, t("Is {total} for {number} received?", { total: money(order.total), number: order.number })),
      h("p", {}, paidWith(payment)),
      h("p", {}, t("The kitchen begins when you say yes.")),
      h("div.options", {},
        h("button.button", { type: "button", "data-key": "not-yet", onclick: () => answer(() => this.#draw()) }, t("Not yet")),
        h("button.button.primary", { type: "button", "data-key": "yes", onclick: () => answer(() => this.#pay(order, payment)) }, t("Yes, to the kitchen"))))
  }

  async #pay({ id }, payment) {
    this.#failure = null
    try {
      await takePayment(this.#cafe.id, id, payment)
      this.#orders = this.#orders.filter(order => order.id !== id)
    } catch (error) {
      this.#failure = takingWords(error, this.#cafe.timeZone)
    }
    this.#draw()
  }
}

customElements.define("unpaid-orders", UnpaidOrders)
