// Tops up the meal account by card: asks for the amount, and opens the payment page.

import { h, icon, render } from "../Shared/dom.js"
import { post } from "../Shared/http.js"
import { baseLocale, money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { amountText, roundAmounts, typedAmount } from "../Shared/models/amount.js"
import { randomKey } from "../Shared/random-key.js"
import { explain } from "./explain.js"
import { payAddress } from "./payment-choice.js"

class TopUpForm extends HTMLElement {
  #offers = null // [{ least, most }]
  #currency = null
  #isSending = false
  #field = h("input", {
    id: "top-up-amount", "data-key": "amount", type: "text", inputmode: "decimal", autocomplete: "off", "aria-describedby": "top-up-hint top-up-error",
    oninput: () => this.#say(null),
  })
  #error = h("p.field-error", { id: "top-up-error", role: "alert" })

  // Redraws only when the offers change, so that the typed amount stays.
  show(offers) {
    if (JSON.stringify(offers) === JSON.stringify(this.#offers)) return
    this.#offers = offers
    if (!offers.some(({ least }) => least.currency === this.#currency)) this.#currency = offers[0]?.least.currency ?? null
    if (offers.length > 0) this.#draw()
  }

  get #offer() { return this.#offers.find(({ least }) => least.currency === this.#currency) }

  #draw() {
    const { least, most } = this.#offer
    const currency = this.#currency
    this.className = "not-printed"
    render(this, h("form.panel.stack.top-up", { "aria-labelledby": "top-up-title", onsubmit: event => this.#submit(event) },
      h("h2", { id: "top-up-title" }, t("Fill your meal account")),
      this.#offers.length > 1 && h("div.field", {},
        h("label", { for: "top-up-currency" }, t("Currency")),
        h("select", { id: "top-up-currency", "data-key": "currency", onchange: ({ target }) => this.#choose(target.value) },
          this.#offers.map(({ least }) => h("option", { value: least.currency, selected: least.currency === currency }, currencyName(least.currency))))),
      h("div.row", { role: "group", "aria-label": t("Amounts") }, roundAmounts(least.amount, most.amount).map(amount =>
        h("button.button", { type: "button", "data-key": `amount-${amount}`, onclick: () => this.#take(amount) }, money({ amount, currency })))),
      h("div.field", {},
        h("label", { for: "top-up-amount" }, t("Amount")),
        this.#field,
        h("p.hint", { id: "top-up-hint" }, t("From {least} to {most}. You enter the card on the next page.", { least: money(least), most: money(most) })),
        this.#error),
      h("div.row", {}, h("button.button.primary", { type: "submit", "data-key": "top-up" }, t("Pay in by card")))))
  }

  #choose(currency) {
    this.#currency = currency
    this.#field.value = ""
    this.#say(null)
    this.#draw()
  }

  #take(amount) {
    this.#field.value = amountText({ amount, currency: this.#currency }, baseLocale())
    this.#say(null)
    this.#field.focus()
  }

  async #submit(event) {
    event.preventDefault()
    if (this.#isSending) return
    const { least, most } = this.#offer
    const amount = typedAmount(this.#field.value, this.#currency, baseLocale())
    if (amount === null || amount < least.amount || amount > most.amount) {
      this.#say(t("Type an amount from {least} to {most}.", { least: money(least), most: money(most) }))
      return this.#field.focus()
    }
    this.#isSending = true
    try {
      // This charges nothing; a payment whose answer is lost expires.
      const payment = await post("/api/v1/account/top-ups", { amount: { amount, currency: this.#currency } }, { "Idempotency-Key": randomKey() })
      location.assign(payAddress(payment.id))
    } catch (error) {
      this.#say(explain(error))
    }
    this.#isSending = false
  }

  #say(words) {
    this.#field.toggleAttribute("aria-invalid", false)
    if (words !== null) this.#field.setAttribute("aria-invalid", "true")
    render(this.#error, words !== null && [icon("information"), h("span", {}, words)])
  }
}

const currencyName = code => `${code} – ${new Intl.DisplayNames(document.documentElement.lang, { type: "currency" }).of(code)}`

customElements.define("top-up-form", TopUpForm)
