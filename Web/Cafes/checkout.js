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
import { firstFit } from "./models/pickup.js"
import { StartChoice } from "./models/start-choice.js"
import { PaymentChoice } from "./payment-choice.js"
import { PickupHold } from "./pickup-hold.js"

const blank = () => ({ quote: null, message: null, failure: null, oldTotal: null, errors: null, pickupNote: null, isSending: false })

// Problems after which the chosen pickup window is lost.
const LOST_WINDOW = ["unknown-pickup-window", "pickup-window-over", "pickup-window-full", "no-pickup-window", "pickup-not-offered"]

export class Checkout {
  #checkout = new SentOnce("/api/v1/orders", "vicinity-attempt")
  #state = blank()
  #start = new StartChoice()
  #pickup = new PickupHold()
  #late = [] // names of the items that are served only later and that decided the wanted window
  #payment = new PaymentChoice()

  // What order-review.js shows.
  facts(cafe) {
    return { ...this.#state, isUndecided: this.isUndecided, waitsForPerson: this.#waits(cafe.id), pickup: this.#pickupFacts, payment: this.#paymentFacts(cafe.id) }
  }

  // Null at a café without pickup windows.
  get #pickupFacts() {
    const timetable = this.#state.quote?.pickup
    if (!timetable) return null
    const { hold, wanted, isOwn } = this.#pickup
    return {
      timetable, chosen: this.#pickup.chosen(timetable), hold, note: this.#state.pickupNote, fit: firstFit(timetable, hold),
      late: wanted !== null && !isOwn ? this.#late : [],
    }
  }

  // The timetable of the last quote, or null.
  get timetable() { return this.#state.quote?.pickup ?? null }

  // The start of the wanted pickup window, or null for as soon as possible.
  get wanted() { return this.#pickup.wanted }

  // The start of the first window in which everything is served; undefined when there is none, or when it is not known.
  get fit() { return this.#pickupFacts?.fit }
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

  // startsAt: the start of the chosen pickup window; null for as soon as possible. Returns whether other items may be served then.
  choosePickup(startsAt) {
    this.#pickup.choose(startsAt)
    this.#state.pickupNote = null
    return this.#state.quote?.pickup?.windows.some(({ isServed }) => !isServed) ?? true
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
    this.#pickup.lose()
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

  // Called when the server can be reached again, so that the missing answer can be asked for. Returns whether the page must be
  // redrawn.
  linkIsBack() {
    if (!this.isUndecided || this.#state.isSending || this.#state.message !== noAnswer()) return false
    this.#state.message = t("The server can be reached again. Ask whether your order was placed; it is placed once.")
    return true
  }

  // Asks for the present price of the basket; returns the basket with the café's quote.
  async check(basket, cafe) {
    try {
      const [quote] = await Promise.all([this.quote(basket, cafe), currentPrincipal() && this.#payment.load()])
      this.#state.failure = null
      return applyQuote(basket, cafe, quote)
    } catch (error) {
      this.#state.failure = explain(error, cafe.timeZone)
      if (error.code === "paused") this.dropQuote()
      return basket
    }
  }

  // The café's quote for the wanted pickup window. Until the person chooses one, it is the first in which everything is served.
  async quote(basket, cafe) {
    const quote = await loadQuote(cafe, basket, this.#pickup.wanted)
    const isLost = this.#loseWindow(quote.pickup, cafe)
    const hasMoved = this.#pickup.follow(quote.pickup)
    if (hasMoved && !isLost) this.#late = basket.lines.filter((_, index) => quote.lines[index].status === "not-served").map(({ name }) => name)
    this.#state.quote = hasMoved || isLost ? await loadQuote(cafe, basket, this.#pickup.wanted) : quote
    return this.#state.quote
  }

  // Drops the wanted window with a notice when it is full or over.
  #loseWindow(timetable, cafe) {
    const { wanted, isOwn } = this.#pickup
    if (wanted === null || (timetable && this.#pickup.chosen(timetable) === wanted)) return false
    this.#pickup.lose()
    if (isOwn) this.#state.pickupNote = t("{time} is no longer available. Choose again.", { time: windowTime(wanted, cafe.timeZone) })
    return true
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
    if (["sold-out", "cafe-closed", "paused"].includes(error.code)) this.dropQuote()
    if (LOST_WINDOW.includes(error.code)) this.#pickup.lose()
    const body = error instanceof Problem ? error.body : {}
    this.#state.oldTotal = error.code === "total-changed" ? this.#state.quote?.total ?? null : null
    this.#state.errors = body.errors ? lineErrors(body.errors) : null
  }
}

const noAnswer = () =>
  t("No answer came from the server, so it is not known whether your order was placed. Asking again is safe: it is placed once.")
