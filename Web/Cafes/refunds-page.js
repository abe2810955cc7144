// Refunds orders, for managers and finance: finds an order by café, day and number, and refunds lines, an amount, or everything
// that is left.

import { AdministrationPage } from "../People/administration-page.js"
import { h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { dayAndTime, money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { randomKey } from "../Shared/random-key.js"
import { explain } from "./explain.js"
import { stageName } from "./order-words.js"
import { refundForm } from "./refund-form.js"

const SEARCH = "/api/v1/refundable-orders"

class RefundsPage extends AdministrationPage {
  key = "refunds"
  #isBusy = false
  #attempt = null // { text, key } of a refund without an answer, so that pressing again refunds once
  #asked = null // { cafe, day, number } of the order that is shown
  #order = h("section.stack", { "aria-labelledby": "order-title" })

  title() { return t("Refunds") }
  reason() { return t("This page is for managers and finance.") }
  explain(error) { return explainRefund(error) }

  async load(turn) {
    const { cafes } = await get("/api/v1/cafes")
    if (!this.isPresent(turn)) return
    render(this.#order)
    this.#order.className = "stack"
    render(this.main, h("h1", { tabindex: "-1" }, this.title()), this.#search(cafes), this.#order)
  }

  #search(cafes) {
    let today = cafes[0]?.today
    const follow = ({ target }) => {
      const { day } = form.elements
      const isUntouched = day.value === today
      today = cafes[target.selectedIndex].today
      if (isUntouched) day.value = today
    }
    const form = h("form.panel.stack.top-up", {
      onsubmit: event => {
        event.preventDefault()
        const { cafe, day, number } = form.elements
        return this.#find({ cafe: cafe.value, day: day.value, number: number.value.trim() })
      },
    },
    h("h2", {}, t("Find an order")),
    h("div.field", {}, h("label", { for: "refund-cafe" }, t("Café")),
      h("select", { id: "refund-cafe", name: "cafe", onchange: follow }, cafes.map(({ id, name }) => h("option", { value: id }, name)))),
    h("div.field", {}, h("label", { for: "refund-day" }, t("Day")),
      h("input", { id: "refund-day", name: "day", type: "date", required: true, value: today })),
    h("div.field", {}, h("label", { for: "refund-number" }, t("Number")),
      h("input", { id: "refund-number", name: "number", "data-key": "number", inputmode: "numeric", autocomplete: "off", required: true, pattern: "[0-9]{1,9}" })),
    h("div.row", {}, h("button.button.primary", { type: "submit", "data-key": "find" }, t("Find"))))
    return form
  }

  async #find(asked) {
    const { turn } = this
    try {
      const found = await get(`${SEARCH}?${new URLSearchParams(asked)}`)
      if (!this.isPresent(turn)) return
      this.#asked = asked
      this.#show(found)
      this.#order.querySelector("h2").focus()
    } catch (error) {
      if (!this.isPresent(turn)) return
      this.#order.className = "stack"
      render(this.#order, h("p.notice.waiting", { role: "alert" }, icon("information"), h("span", {}, this.explain(error))))
    }
  }

  #show(order) {
    const { number, cafe, stage, placedAt, total, tax, refunds, left, means } = order
    this.#order.className = "panel stack"
    render(this.#order,
      h("h2", { id: "order-title", tabindex: "-1" }, t("Order {number}, {cafe}", { number, cafe })),
      h("p.muted", {}, stageName(stage), " · ", dayAndTime(placedAt)),
      h("dl.sums", {},
        h("div.grand", {}, h("dt", {}, t("Total")), h("dd.figures", {}, money(total))),
        h("div.muted", {}, h("dt", {}, t("Tax in it")), h("dd.figures", {}, money(tax))),
        refunds.map(({ total, tax, reason, at, stage }) => h("div", {},
          h("dt", {}, t("Refunded: {reason}", { reason: reasonWords(reason) }), " ",
            h("span.small.muted", {}, dayAndTime(at), " · ", t("{amount} of it is tax", { amount: money(tax) }), stage === "owed" && ` · ${t("on its way")}`)),
          h("dd.figures", {}, money({ ...total, amount: -total.amount })))),
        h("div.grand", {}, h("dt", {}, t("Can still be refunded")), h("dd.figures", {}, money(left)))),
      left.amount > 0 && isInKitchen(order) && h("p.notice.waiting", {}, icon("information"), h("span", {}, t("The kitchen has not finished this order. If you return everything that is left, the kitchen does not make it."))),
      left.amount > 0 ? refundForm(order, body => this.#refund(order, body)) : h("p", {}, t("Nothing is left to refund.")),
      left.amount > 0 && h("p.muted", {}, refundWords(means)))
  }

  async #refund(order, body) {
    if (this.#isBusy) return
    this.#isBusy = true
    const { turn } = this
    await this.attempt(async () => {
      const path = `/api/v1/orders/${encodeURIComponent(order.id)}/refunds`
      const text = path + JSON.stringify(body)
      if (this.#attempt?.text !== text) this.#attempt = { text, key: randomKey() }
      const refund = await post(path, body, { "Idempotency-Key": this.#attempt.key })
      this.#attempt = null
      if (!this.isPresent(turn)) return
      this.notice.show(t("Refunded: {amount}.", { amount: money(refund.total) }))
      await this.#find(this.#asked)
    })
    this.#isBusy = false
  }
}

function explainRefund(error) {
  if (!(error instanceof Problem)) return explain(error)
  switch (error.code) {
    case "unknown-order": return t("The café has no order of that number on that day.")
    case "nothing-to-refund": return t("Nothing is left to refund.")
    case "refund-too-much": return t("Only {left} is left to refund.", { left: money(error.body.left) })
    case "invalid-refund": return t("The refund does not fit the order. Find the order again.")
    case "forbidden": return t("You may not refund orders of this café.")
    default: return explain(error)
  }
}

const isInKitchen = ({ stage }) => stage === "accepted" || stage === "preparing"

// The refund of an ended order has a code of the server as its reason.
function reasonWords(reason) {
  switch (reason) {
    case "cancel": return t("Cancelled")
    case "reject": return t("Not made")
    default: return reason
  }
}

// Says how the money goes back.
function refundWords(means) {
  switch (means) {
    case "account": return t("The money goes back to the meal account.")
    case "cash": return t("It was paid in cash. Give the money back in cash.")
    case "terminal": return t("It was paid on the counter’s card terminal. Give the money back there.")
    default: return t("The money goes back to the card.")
  }
}

customElements.define("refunds-page", RefundsPage)
