// The state of the review, and sending the order.

import { currentPrincipal } from "../People/session.js"
import { Problem, Unreachable } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { windowTime } from "../Shared/locale.js"
import { SentOnce } from "../Shared/sent-once.js"
import { explain } from "./explain.js"
import { loadQuote } from "./load-quote.js"
import { applyQuote, orderRequest } from "./models/basket.js"
import { lineErrors } from "./models/line-errors.js"
import { StartChoice } from "./models/start-choice.js"
import { PaymentChoice } from "./payment-choice.js"
import { PickupHold } from "./pickup-hold.js"

const blank = () => ({ quote: null, message: null, failure: null, oldTotal: null, errors: null, pickupNote: null, isSending: false })

// The pickup window that was chosen is not the one that the person gets.
const LOST_WINDOW = ["unknown-pickup-window", "pickup-window-over", "pickup-window-full", "no-pickup-window", "pickup-not-offered"]

export class Checkout {
  #checkout = new SentOnce("/api/v1/orders", "vicinity-attempt")
  #state = blank()
  #start = new StartChoice()
  #pickup = new PickupHold()
  #payment = new PaymentChoice()

  // What order-review.js shows.
  facts(cafe) {
    return { ...this.#state, isUndecided: this.isUndecided, waitsForPerson: this.#waits(cafe.id), pickup: this.#pickupFacts, payment: this.#paymentFacts(cafe.id) }
  }

  // Null at a café without pickup windows.
  get #pickupFacts() {
    const timetable = this.#state.quote?.pickup
    if (!timetable) return null
    return { timetable, chosen: this.#pickup.chosen(timetable), hold: this.#pickup.hold, note: this.#state.pickupNote }
  }
  #paymentFacts(cafe) { return this.#payment.facts(this.#waits(cafe), this.#pendingBody) }
  get #pendingBody() { return this.isUndecided ? this.#checkout.pendingBody : null }

  // means: "account" or "card", for the next order.
  payBy(means) { this.#payment.choose(means) }

  get pendingCafe() { return this.#checkout.pendingBody?.cafe ?? null }

  // Whether an order of the signed-in person was sent and never answered.
  get isUndecided() {
    const person = currentPrincipal()
    return person !== null && this.#checkout.isUndecided(person.id)
  }

  // Sets whether the kitchen starts the next order when the person comes near.
  wait(waits, cafe) { this.#start.choose(waits, currentPrincipal()?.id ?? null, cafe.id) }
  forgetStart() {
    this.#start.forget()
    this.#pickup.forget()
  }

  // startsAt: the start of the chosen pickup window; null for as soon as possible.
  choosePickup(startsAt) {
    this.#pickup.choose(startsAt)
    this.#state.pickupNote = null
  }

  // Holds the chosen window for the basket of a signed-in person.
  async holdPickup(basket, cafe) {
    const { quote, isSending } = this.#state
    const start = quote?.pickup ? this.#pickup.chosen(quote.pickup) : undefined
    if (start === undefined || !quote.isOrderable || isSending || this.isUndecided || currentPrincipal() === null) return
    if (this.#waits(cafe.id)) return this.releasePickup()
    const refusal = await this.#pickup.take(basket, start)
    if (refusal && LOST_WINDOW.includes(refusal.code)) await this.#lostWindow(refusal, basket, cafe)
  }

  releasePickup() { this.#pickup.release() }

  async #lostWindow(refusal, basket, cafe) {
    this.#pickup.choose(null)
    await this.check(basket, cafe)
    this.#state.pickupNote = explain(refusal, cafe.timeZone)
  }

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
      const [quote] = await Promise.all([loadQuote(cafe, basket), currentPrincipal() && this.#payment.load()])
      this.#state.quote = quote
      this.#state.failure = null
      this.#keepWindow(quote.pickup, cafe)
      return applyQuote(basket, cafe, quote)
    } catch (error) {
      this.#state.failure = explain(error, cafe.timeZone)
      return basket
    }
  }

  // Says so when another window is chosen, because the wanted one has filled up or is over.
  #keepWindow(timetable, cafe) {
    const { wanted } = this.#pickup
    if (wanted === null || (timetable && this.#pickup.chosen(timetable) === wanted)) return
    this.#pickup.choose(null)
    this.#state.pickupNote = t("{time} cannot be had any more. Choose again.", { time: windowTime(wanted, cafe.timeZone) })
  }

  // Returns the placed order, or null; the state has the reason. refused is called with the error, which may have other
  // effects too.
  async send(basket, cafe, refused) {
    try {
      const order = await this.#checkout.send(currentPrincipal().id, this.#request(basket))
      this.clear()
      this.#pickup.ordered()
      return order
    } catch (error) {
      this.#state.isSending = false
      this.#note(error, cafe)
      await refused(error)
      return null
    }
  }

  #request(basket) {
    const { quote } = this.#state
    const pickup = quote?.pickup ? this.#pickup.chosen(quote.pickup) ?? null : null
    const waits = this.#waits(basket.cafe)
    return orderRequest(basket, quote?.total, waits ? "when-near" : null, pickup, this.#payment.means(waits, this.#pendingBody))
  }

  #waits(cafe) {
    return this.#start.waits(currentPrincipal()?.id ?? null, cafe, this.#pendingBody)
  }

  #note(error, cafe) {
    const isOpenQuestion = this.isUndecided && (error instanceof Unreachable || error.status >= 500)
    this.#state.message = isOpenQuestion
      ? noAnswer()
      : explain(error, cafe?.timeZone)
    if (error.code === "sold-out" || error.code === "cafe-closed") this.dropQuote()
    if (LOST_WINDOW.includes(error.code)) this.#pickup.choose(null)
    const body = error instanceof Problem ? error.body : {}
    this.#state.oldTotal = error.code === "total-changed" ? this.#state.quote?.total ?? null : null
    this.#state.errors = body.errors ? lineErrors(body.errors) : null
  }
}

const noAnswer = () =>
  t("No answer came from the server, so it is not known whether your order was placed. Asking again is safe: it is placed once.")
