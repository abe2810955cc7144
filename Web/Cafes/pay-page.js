// Pays for one order, or tops up the meal account, by card in the payment provider's own fields. A card number never reaches
// this page's code or our server.
//
// This is the only page that loads anything from elsewhere, and only where the server has a payment provider.

import { currentPerson, loadSession } from "../People/session.js"
import "../People/account-bar.js"
import { h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { clockTime, money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { write } from "../Shared/storage.js"
import { explain } from "./explain.js"
import { paymentName, paymentPath, paymentToPay, payView, refusalKind } from "./models/payment.js"
import { orderAddress } from "./models/view.js"

const POLL_INTERVAL = 3_000 // milliseconds
const BASKET = "vicinity-basket"

class PayPage extends HTMLElement {
  #abort = null
  #timer = null
  #account = h("account-bar")
  #main = h("div.stack.pay-page")
  #fields = h("div.card-element", { "data-key": "fields" })
  #message = h("div", { role: "alert" })
  #button = null
  #asked = null // what the address names, as paymentToPay() returns it
  #payment = null
  #order = null // the order to pay; null for a top-up of the meal account
  #provider = null // { stripe, elements } of the mounted fields
  #isPaying = false

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.addEventListener("signed-in", () => this.#enter(), { signal })
    this.addEventListener("signed-out", () => this.#enter(), { signal })
    render(this, this.#account, this.#main)
    this.#enter()
  }

  disconnectedCallback() {
    this.#abort.abort()
    clearTimeout(this.#timer)
  }

  async #enter() {
    render(this.#main, loading(t("Connecting to the server.")))
    const asked = paymentToPay(location)
    this.#asked = asked
    // The return from the bank adds parameters to the address.
    if (asked !== null) history.replaceState(null, "", `${location.pathname}#${paymentName(asked)}`)
    try {
      // A guest of a kiosk has no account.
      if (asked?.isGuest) return await this.#look()
      await loadSession()
      this.#account.show(currentPerson())
      if (currentPerson() === null) return render(this.#main, this.#account.invitation(t("Pay by card"), t("Sign in to pay.")))
      if (asked === null) return this.#showEnd("elsewhere")
      await this.#look()
    } catch (error) {
      const words = error instanceof ProviderAway ? t("The payment provider cannot be reached. Nothing was paid; try again.") : explain(error)
      render(this.#main, h("h1", {}, t("Pay by card")), failure(words, () => this.#enter()),
        this.#payment && !this.#isGuest && h("div.row.pay-actions", {}, this.#cancelButton()))
    }
  }

  // Asks for the status of the payment, so that a person who reopens the page sees the decision.
  async #look() {
    let payment
    try {
      payment = await post(`${this.#path}/check`)
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return this.#showEnd("elsewhere")
      throw error
    }
    this.#payment = payment
    this.#order = payment.order ? await this.#loadOrder(payment.order) : null
    const view = payView(payment.stage)
    if (view !== "pay") return this.#showEnd(view)
    if (this.#provider === null) await this.#mount()
    this.#timer = setTimeout(() => this.#poll(), POLL_INTERVAL)
  }

  get #path() { return paymentPath(this.#asked) }
  get #isGuest() { return this.#asked.isGuest }

  async #loadOrder(id) {
    if (!this.#isGuest) return get(`/api/v1/orders/${id}`)
    const { number, cafe } = await get(`/api/v1/followed-orders/${id}`)
    return { id, number, cafe: { name: cafe } }
  }

  // The time to pay ends, and another page of the person may pay.
  async #poll() {
    try {
      const { stage } = await get(this.#path)
      if (stage !== "open" && !this.#isPaying) return await this.#look()
    } catch {
      // Ignored: the page polls again, and paying shows the error.
    }
    if (this.isConnected) this.#timer = setTimeout(() => this.#poll(), POLL_INTERVAL)
  }

  async #mount() {
    const session = await post(`${this.#path}/session`)
    await loadScript(session.script)
    const stripe = window.Stripe(session.publishableKey)
    const elements = stripe.elements({ clientSecret: session.clientSecret, locale: document.documentElement.lang })
    this.#provider = { stripe, elements }
    this.#showForm()
    elements.create("payment").mount(this.#fields)
  }

  #showForm() {
    const { amount, until } = this.#payment
    this.#button = h("button.button.primary", { type: "button", "data-key": "pay", onclick: () => this.#pay() },
      this.#payWords)
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Pay by card")),
      h("div.panel.stack", {},
        h("p", {}, this.#order ? t("Order {number}, {cafe}", { number: this.#order.number, cafe: this.#order.cafe.name }) : t("For your meal account")),
        h("dl.sums", {}, h("div.grand", {}, h("dt", {}, t("Total")), h("dd.figures", {}, money(amount)))),
        h("p.muted", {}, this.#order
          ? t("Your order is kept until {time}. The kitchen gets it when it is paid.", { time: clockTime(until, this.#order.cafe.timeZone) })
          : t("You can pay until {time}.", { time: clockTime(until) })),
        this.#fields,
        h("p.small.muted", {}, t("The card is entered at the payment provider. Vicinity never sees its number."))),
      this.#message,
      h("div.row.apart.pay-actions", {},
        // A guest chooses another way at the kiosk.
        !this.#isGuest && this.#cancelButton(),
        this.#button))
  }

  #cancelButton() {
    return h("button.button", { type: "button", "data-key": "cancel", onclick: () => this.#cancel() }, this.#order ? t("Cancel order") : t("Cancel"))
  }

  async #pay() {
    if (this.#isPaying) return
    this.#setPaying(true)
    this.#say(null)
    const { stripe, elements } = this.#provider
    try {
      const result = await stripe.confirmPayment({
        elements, redirect: "if_required",
        confirmParams: { return_url: `${location.origin}${location.pathname}?order=${encodeURIComponent(paymentName(this.#asked))}` },
      })
      if (result.error) this.#say(refusalWords(refusalKind(result.error), this.#order !== null))
      await this.#decided()
    } catch (error) {
      this.#say(explain(error))
    }
    this.#setPaying(false)
  }

  // The server decides, whatever the provider told the page.
  async #decided() {
    const { stage } = await post(`${this.#path}/check`)
    if (stage === "open") return
    this.#showEnd(payView(stage))
  }

  async #cancel() {
    if (this.#isPaying) return
    // Nothing is reserved for a top-up, and its payment ends by itself.
    if (this.#order === null) return location.assign("/account")
    this.#setPaying(true)
    try {
      await post(`/api/v1/orders/${this.#order.id}/cancellation`)
      location.assign("/order#review") // the basket is still there
    } catch (error) {
      this.#say(explain(error))
      this.#setPaying(false)
    }
  }

  get #payWords() { return t("Pay {total}", { total: money(this.#payment.amount) }) }

  #setPaying(isPaying) {
    this.#isPaying = isPaying
    for (const button of this.#main.querySelectorAll(".pay-actions button")) button.setAttribute("aria-disabled", String(isPaying))
    if (this.#button) this.#button.textContent = isPaying ? t("Paying. Please wait.") : this.#payWords
  }

  #say(words) {
    render(this.#message, words !== null && h("p.notice.alarm", {}, icon("information"), h("span", {}, words)))
  }

  #showEnd(view) {
    clearTimeout(this.#timer)
    const isTopUp = this.#payment !== null && this.#order === null
    if (view === "done" && isTopUp) return location.replace("/account#filled")
    if (view === "done" && this.#isGuest) return location.replace(`/follow#${encodeURIComponent(this.#payment.order)}`)
    if (view === "done") {
      write(sessionStorage, BASKET, null)
      return location.replace(`/order${orderAddress(this.#payment.order)}`)
    }
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Pay by card")),
      h("p.notice.waiting", { role: "status" }, icon("information"), h("span", {}, endWords(view, isTopUp))),
      this.#asked?.isGuest ? h("p", {}, t("Look at the kiosk to go on.")) : h("p", {}, isTopUp ? h("a.button.primary", { href: "/account" }, t("Back to your meal account")) : h("a.button.primary", { href: view === "over" ? "/order#review" : "/order#orders" }, view === "over" ? t("Back to your basket") : t("Show your orders"))))
  }
}

function endWords(view, isTopUp) {
  switch (view) {
    case "returned":
      return isTopUp ? t("The payment came too late. Your money is on its way back; you pay nothing.") : t("The order could not be accepted any more. Your money is on its way back; you pay nothing.")
    case "over":
      return isTopUp ? t("The time to pay is over. Nothing was paid.") : t("The time to pay is over, or the order was cancelled. Nothing was paid.")
    default: return t("There is nothing to pay by card here.")
  }
}

function refusalWords(kind, isForOrder) {
  switch (kind) {
    case "fields": return null
    case "authentication": return t("Your bank could not confirm that it is you. Nothing was paid. Try again, or take another card.")
    case "declined":
      return isForOrder
        ? t("The card was declined. Nothing was paid, and your order is still kept. Try another card.")
        : t("The card was declined. Nothing was paid. Try another card.")
    default:
      return isForOrder
        ? t("The payment did not work. Nothing was paid, and your order is still kept. Try again.")
        : t("The payment did not work. Nothing was paid. Try again.")
  }
}

// The server is reachable, but the provider is not.
class ProviderAway extends Error {}

// The page's policy names where the script may come from.
function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = address
    script.onload = resolve
    script.onerror = () => {
      script.remove()
      reject(new ProviderAway())
    }
    document.head.append(script)
  })
}

customElements.define("pay-page", PayPage)
