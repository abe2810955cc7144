// The state of the review, and sending the order.

import { currentPrincipal } from "../People/session.js"
import { Problem, Unreachable } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { SentOnce } from "../Shared/sent-once.js"
import { explain } from "./explain.js"
import { loadQuote } from "./load-quote.js"
import { applyQuote, orderRequest } from "./models/basket.js"
import { lineErrors } from "./models/line-errors.js"
import { StartChoice } from "./models/start-choice.js"

const blank = () => ({ quote: null, message: null, failure: null, oldTotal: null, errors: null, isSending: false })

export class Checkout {
  #checkout = new SentOnce("/api/v1/orders", "vicinity-attempt")
  #state = blank()
  #start = new StartChoice()

  // What order-review.js shows.
  facts(cafe) { return { ...this.#state, isUndecided: this.isUndecided, waitsForPerson: this.#waits(cafe.id) } }
  get pendingCafe() { return this.#checkout.pendingBody?.cafe ?? null }

  // Whether an order of the signed-in person was sent and never answered.
  get isUndecided() {
    const person = currentPrincipal()
    return person !== null && this.#checkout.isUndecided(person.id)
  }

  // Sets whether the kitchen starts the next order when the person comes near.
  wait(waits, cafe) { this.#start.choose(waits, currentPrincipal()?.id ?? null, cafe.id) }
  forgetStart() { this.#start.forget() }

  clear() { this.#state = blank() }
  dropQuote() { this.#state.quote = null }
  get isSending() { return this.#state.isSending }
  set isSending(value) { this.#state.isSending = value }

  // The fields of one line that the server refused.
  errors(index) { return this.#state.errors?.get(index) ?? [] }

  open() {
    this.clear()
    if (this.isUndecided) {
      this.#state.message = t("No answer has come for your last order, so it is not known whether it was placed. Asking again is safe: it is placed once.")
    }
  }

  // Whether another quote may change anything.
  get needsCheck() {
    const { quote, isSending } = this.#state
    return !isSending && !quote?.isOrderable
  }

  // The server can be reached again, so it can be asked about the missing answer. Returns whether the page must be
  // redrawn.
  linkIsBack() {
    if (!this.isUndecided || this.#state.isSending || this.#state.message !== noAnswer()) return false
    this.#state.message = t("The server can be reached again. Ask whether your order was placed; it is placed once.")
    return true
  }

  // Asks for the present price of the basket; returns the basket with the café's quote.
  async check(basket, cafe) {
    try {
      const quote = await loadQuote(cafe, basket)
      this.#state.quote = quote
      this.#state.failure = null
      return applyQuote(basket, cafe, quote)
    } catch (error) {
      this.#state.failure = explain(error, cafe.timeZone)
      return basket
    }
  }

  // Returns the placed order, or null; the state has the reason. refused is called with the error, which may have other
  // effects too.
  async send(basket, cafe, refused) {
    try {
      const order = await this.#checkout.send(currentPrincipal().id, this.#request(basket))
      this.clear()
      return order
    } catch (error) {
      this.#state.isSending = false
      this.#note(error, cafe)
      await refused(error)
      return null
    }
  }

  #request(basket) {
    return orderRequest(basket, this.#state.quote?.total, this.#waits(basket.cafe) ? "when-near" : null)
  }

  #waits(cafe) {
    const pending = this.isUndecided ? this.#checkout.pendingBody : null
    return this.#start.waits(currentPrincipal()?.id ?? null, cafe, pending)
  }

  #note(error, cafe) {
    const isOpenQuestion = this.isUndecided && (error instanceof Unreachable || error.status >= 500)
    this.#state.message = isOpenQuestion
      ? noAnswer()
      : explain(error, cafe?.timeZone)
    if (error.code === "sold-out" || error.code === "cafe-closed") this.dropQuote()
    const body = error instanceof Problem ? error.body : {}
    this.#state.oldTotal = error.code === "total-changed" ? this.#state.quote?.total ?? null : null
    this.#state.errors = body.errors ? lineErrors(body.errors) : null
  }
}

const noAnswer = () =>
  t("No answer came from the server, so it is not known whether your order was placed. Asking again is safe: it is placed once.")
