// Chooses how the next order is paid: from the meal account, or by card where the server accepts cards.

import { h } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { t } from "../Shared/messages.js"

const ACCOUNT = "account"
const CARD = "card"

// Whether a page has to pay for an order now.
export const isToPay = ({ stage, payment }) => stage === "placed" && payment?.stage === "open"
export const payAddress = id => `/pay#${encodeURIComponent(id)}`

export class PaymentChoice {
  #offered = null
  #chosen = ACCOUNT

  // Loads the payment methods once; without an answer it tries again the next time.
  async load() {
    if (this.#offered !== null) return
    this.#offered = await get("/api/v1/payment-means").then(({ means }) => means, () => null)
  }

  choose(means) { this.#chosen = means }

  // waits: whether the order starts on arrival, which reserves its total in the meal account. pending: the body of an order
  // without an answer, or null.
  means(waits, pending) {
    if (pending !== null) return pending.payment ?? ACCOUNT
    return waits || !this.#offersCard ? ACCOUNT : this.#chosen
  }

  facts(waits, pending) { return { isOffered: this.#offersCard && !waits, means: this.means(waits, pending) } }

  get #offersCard() { return this.#offered?.includes(CARD) ?? false }
}

// payment: the facts; choose: called with "account" or "card". Null where there is nothing to choose.
export function paymentChoice({ payment, isLocked, choose }) {
  if (!payment.isOffered) return null
  const option = (means, name, words) => h("label.choice", {},
    h("input", {
      type: "radio", name: "payment", "data-key": `pay-by-${means}`, checked: payment.means === means, disabled: isLocked,
      onchange: () => choose(means),
    }),
    h("span.choice-words", {}, h("span", {}, name), h("span.small.muted", {}, words)))
  return h("fieldset.choices.start-choice", {},
    h("legend", {}, t("How do you want to pay?")),
    h("div.choice-list", {},
      option(ACCOUNT, t("Meal account"), t("Paid at once.")),
      option(CARD, t("Card"), t("You enter the card on the next page. The order is kept for up to ten minutes, and the kitchen gets it when it is paid."))))
}
