// The walk-up orders of the day, and the field for handover codes.

import { h, icon, render } from "../Shared/dom.js"
import { clockTime, money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { paidWith } from "./counter-words.js"
import { canCancel, canHandOver, isOpen, isToPay, put } from "./models/counter.js"
import { stageName } from "./order-words.js"

const lineWords = ({ name, quantity }) => (quantity > 1 ? t("{name} × {quantity}", { name, quantity }) : name)

export class CounterOrders {
  #acts
  #orders = []
  #asksForCode = false
  #timeZone
  #isSending = false
  #code = h("input", { type: "text", id: "counter-code", inputmode: "numeric", autocomplete: "off", maxlength: 40 })
  #status = h("p", { role: "status" })
  #form = h("form.counter-code", { hidden: true, onsubmit: event => this.#enter(event) },
    h("label.field", { for: "counter-code" }, h("span", {}, t("Code for pickup")), this.#code),
    h("button.button", { type: "submit", "data-key": "enter-code" }, t("Hand over")),
    this.#status)
  #list = h("div")
  element = h("section.counter-orders", { "aria-label": t("Orders") }, this.#form, this.#list)

  // acts: { pay(order, payment), handOver(order), cancel(order), enterCode(code) }; enterCode returns { isDone, words }.
  constructor(acts) { this.#acts = acts }

  reset({ orders, codeRequired }, timeZone) {
    this.#timeZone = timeZone
    this.#orders = orders
    this.#asksForCode = codeRequired
  }

  focusCode() { if (this.#asksForCode) this.#code.focus() }

  put(order) { this.#orders = put(this.#orders, order) }

  // A scanner types the code and presses Enter.
  async #enter(event) {
    event.preventDefault()
    const code = this.#code.value.trim()
    if (code === "" || this.#isSending) return
    this.#isSending = true
    const { isDone, words } = await this.#acts.enterCode(code)
    this.#isSending = false
    this.#code.value = ""
    this.#status.className = isDone ? "" : "notice alarm"
    this.#status.textContent = words
    this.#code.focus()
  }

  show() {
    this.#form.hidden = !this.#asksForCode
    const open = this.#orders.filter(isOpen)
    const closed = this.#orders.filter(order => !isOpen(order))
    render(this.#list,
      h("h2", {}, t("At the counter today")),
      this.#orders.length === 0 && h("p.empty", {}, t("Orders that you take, and those of the kiosks, appear here.")),
      h("ul.counter-list", {}, [...open, ...closed].map(order => this.#order(order))))
  }

  #order(order) {
    return h("li", { "data-stage": order.stage },
      h("span.counter-number.figures", {}, order.number),
      h("span.counter-words", {},
        order.name && h("strong.own-direction", {}, order.name),
        h("span", {}, isToPay(order) ? t("To be paid until {time}", { time: clockTime(order.until, this.#timeZone) }) : order.stage === "placed" ? t("Is being paid by phone") : stageName(order.stage)),
        h("span.muted.figures", {}, money(order.total)),
        order.giveBack && h("strong.give-back", {}, t("Give {total} back.", { total: money(order.giveBack) })),
        h("span.counter-dishes.small.muted", {}, order.lines.map(line => h("span", {}, lineWords(line))))),
      isToPay(order)
        ? h("span.counter-take", {}, ["cash", "terminal"].map(payment => this.#takeButton(order, payment)), this.#cancelButton(order))
        : [
          canHandOver(order) && h("button.button", { type: "button", "data-key": `hand-${order.id}`, "aria-label": t("Hand over order {number}", { number: order.number }), onclick: () => this.#acts.handOver(order) }, icon("check"), t("Hand over")),
          canCancel(order) && this.#cancelButton(order),
        ])
  }

  #cancelButton(order) {
    return h("button.button.quiet", { type: "button", "data-key": `cancel-${order.id}`, "aria-label": t("Cancel order {number}", { number: order.number }), onclick: () => this.#acts.cancel(order) }, t("Cancel"))
  }

  #takeButton(order, payment) {
    const { id, number } = order
    return h("button.button", {
      type: "button", "data-key": `${payment}-${id}`, onclick: () => this.#acts.pay(order, payment),
      "aria-label": payment === "cash" ? t("Order {number} is paid in cash", { number }) : t("Order {number} is paid by card", { number }),
    }, paidWith(payment))
  }
}
