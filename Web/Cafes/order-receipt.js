// The receipt of an order: its lines as sold, tax by rate, and payments. The page prints it alone.

import { h, icon, render } from "../Shared/dom.js"
import { dayAndTime, money, taxPercent } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { subtract } from "../Shared/models/money.js"
import { choiceWords } from "./cafe-words.js"
import { payments, taxRows } from "./models/receipt.js"

class OrderReceipt extends HTMLElement {
  show(order) {
    this.className = "panel stack"
    render(this,
      h("div.row.apart", {},
        h("h2", { id: "receipt-title" }, t("Receipt")),
        h("button.button.quiet.not-printed", { type: "button", "data-key": "print", onclick: () => print() }, icon("print"), t("Print"))),
      h("div.receipt-head", {},
        h("p", {}, h("strong", {}, order.cafe.name)),
        h("p.muted.small", {}, t("Order {number}, {time}", { number: order.number, time: dayAndTime(order.placedAt, order.cafe.timeZone) })),
        h("p.muted.small.receipt-id.own-direction", { translate: "no" }, order.id)),
      h("ul.lines", {}, order.lines.map(line => this.#line(line, order.taxIncluded))),
      this.#sums(order),
      this.#tax(order))
  }

  // Where tax is added, a line has its price without it: three equal dishes cost the same, though their shares of the tax may not.
  #line({ name, quantity, unitPrice, total, tax, choices, note }, isTaxIncluded) {
    return h("li.line", {},
      h("div.line-head", {},
        h("span", {}, h("span.figures.muted", {}, t("{quantity} ×", { quantity })), " ", h("strong", {}, name),
          quantity > 1 && h("span.small.muted.figures", {}, " ", t("{price} each", { price: money(unitPrice) }))),
        h("span.figures", {}, money(isTaxIncluded ? total : subtract(total, tax)))),
      h("div.muted.small", {}, h("p", {}, choiceWords({ choices })), note && h("p.with-icon.not-printed", {}, icon("note"), h("span", {}, note))))
  }

  #sums(order) {
    const { timeZone } = order.cafe
    const paid = payments(order).map(({ kind, at, amount }) => row("", [
      kind === "paid" ? paidWords(order) : returnedWords(order), " ", h("span.small.muted", {}, dayAndTime(at, timeZone))], amount))
    const sums = order.taxIncluded
      ? [row("grand", t("Total"), order.total), row("muted", t("Tax, included"), order.tax)]
      : [row("muted", t("Subtotal"), order.subtotal), row("muted", t("Tax, added"), order.tax), row("grand", t("Total"), order.total)]
    return h("dl.sums", {}, sums, paid)
  }

  #tax(order) {
    const figures = (name, amount) => h("td", { "data-label": name }, h("span.figures", {}, money(amount)))
    return h("table.receipt-tax.small", {},
      h("caption.hidden-visually", {}, t("Tax by rate")),
      h("thead", {}, h("tr", {}, [t("Tax rate"), t("Net"), t("Tax"), t("Gross")].map(name => h("th", { scope: "col" }, name)))),
      h("tbody", {}, taxRows(order).map(({ rate, net, tax, total }) =>
        h("tr", {}, h("th", { scope: "row" }, h("span.figures", {}, taxPercent(rate))), figures(t("Net"), net), figures(t("Tax"), tax), figures(t("Gross"), total)))))
  }
}

function paidWords({ means }) {
  switch (means) {
    case "cash": return t("Paid in cash")
    case "card":
    case "terminal": return t("Paid by card")
    default: return t("Paid from your meal account")
  }
}

function returnedWords({ means }) {
  switch (means) {
    case "cash": return t("Given back in cash")
    case "card":
    case "terminal": return t("Back on your card")
    default: return t("Back on your meal account")
  }
}

const row = (kind, name, amount) => h(kind ? `div.${kind}` : "div", {}, h("dt", {}, name), h("dd.figures", {}, money(amount)))

customElements.define("order-receipt", OrderReceipt)
