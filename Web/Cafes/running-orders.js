// The running orders of the person above every view: one as a chip, several folded into one that opens. Fires "order-opened"
// with the id.

import { emit, h, icon, render } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { stageName } from "./order-words.js"
import { readyFirst } from "./models/order.js"

class RunningOrders extends HTMLElement {
  #isOpen = false
  #orders = []
  #news = h("p.hidden-visually", { role: "status" })
  #list = h("div.running")

  connectedCallback() { render(this, this.#news, this.#list) }

  // orders: the running orders beside the one that is open.
  show(orders) {
    this.#orders = readyFirst(orders)
    if (orders.length < 2) this.#isOpen = false
    this.hidden = orders.length === 0
    const words = this.#orders.map(order => t("{stage}: {number}", { stage: stageName(order.stage), number: order.number })).join(", ")
    if (words !== this.#news.textContent) this.#news.textContent = words
    this.#draw()
  }

  #draw() {
    const orders = this.#orders
    if (orders.length < 2) return render(this.#list, orders.map(order => this.#order(order)))
    render(this.#list, this.#fold(orders), this.#isOpen && h("ul.running-list", { id: "running-list" }, orders.map(order => h("li", {}, this.#order(order)))))
  }

  // The order that is ready, newest first, and how many there are.
  #fold(orders) {
    const [first] = orders
    const ready = orders.filter(({ stage }) => stage === "ready").length
    const count = tn("{count} order", "{count} orders", orders.length)
    return h(`button.running-order.stage-${first.stage}`, {
      type: "button", "data-key": "running", "aria-expanded": String(this.#isOpen), "aria-controls": this.#isOpen ? "running-list" : null,
      onclick: () => this.#toggle(),
    },
    ready > 0 && h("strong.figures", {}, first.number),
    h("span", {}, ready > 0 ? t("{orders}, {ready} ready", { orders: count, ready: number(ready) }) : count),
    icon("down"))
  }

  #toggle() {
    this.#isOpen = !this.#isOpen
    this.#draw()
  }

  #order(order) {
    return h(`button.running-order.stage-${order.stage}`, { type: "button", "data-key": `running-${order.id}`, onclick: () => this.#openOrder(order) },
      h("strong.figures", {}, order.number), h("span", {}, stageName(order.stage)), h("span.muted.small", {}, order.cafe.name))
  }

  #openOrder(order) {
    this.#isOpen = false
    emit(this, "order-opened", order.id)
  }
}

customElements.define("running-orders", RunningOrders)
