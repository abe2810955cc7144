// The person's orders, latest first, and the balance of the meal account. Fires "order-opened" with the order's id, and
// "order-repeated" with the order.

import { emit, h, icon, render } from "../Shared/dom.js"
import { dayAndTime, money } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { stageName } from "./order-words.js"
import { isRunning } from "./models/order.js"

class OrderHistory extends HTMLElement {
  // more: a function that shows earlier orders, or null.
  show({ orders, balances, more }) {
    render(this,
      h("h1", { tabindex: "-1", "data-key": "orders-title" }, t("Your orders")),
      balances.length > 0 && h("section.panel.stack", { "aria-labelledby": "account-title" },
        h("div.row.apart", {},
          h("h2", { id: "account-title" }, t("Meal account")),
          h("a.button.quiet", { href: "/account", "data-key": "account" }, t("Statement"))),
        h("ul.balances", {}, balances.map(balance => h("li.figures", {}, money(balance))))),
      orders.length === 0
        ? h("div.empty", {}, mark(), h("p", {}, t("You have not ordered anything yet.")))
        : h("ul.stack", {}, orders.map(order => h("li.order-row", {}, this.#card(order), this.#again(order)))),
      more && h("button.button", { type: "button", "data-key": "more", onclick: more }, t("Show earlier orders")))
  }

  #again(order) {
    return h("button.button.quiet.order-again", {
      type: "button", "data-key": `again-${order.id}`, "aria-label": t("Order {number} again", { number: order.number }),
      onclick: () => emit(this, "order-repeated", order),
    }, icon("again"), t("Order again"))
  }

  #card(order) {
    return h(isRunning(order) ? "button.order-card.is-running" : "button.order-card", {
      type: "button", "data-key": order.id, onclick: () => emit(this, "order-opened", order.id),
    },
    h("span.order-card-number.figures", {}, order.number),
    h("span", {}, h("strong", {}, order.cafe.name), " ", h("span.muted.small", {}, dayAndTime(order.placedAt, order.cafe.timeZone))),
    h("span.order-card-end", {}, h("span.stage-word", {}, stageName(order.stage)), " ", h("span.figures", {}, money(order.total))))
  }
}

customElements.define("order-history", OrderHistory)
