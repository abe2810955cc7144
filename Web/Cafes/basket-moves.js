// Asks the person when they are not at the basket's café: between two cafés that are equally near, before a basket
// moves, and before an order goes to a café that is not the closest.

import { askBetween, askMove, askWhichCafe } from "./cafe-questions.js"
import { explain } from "./explain.js"
import { loadQuote } from "./load-quote.js"

export class BasketMoves {
  #choice
  #editor
  #checkout
  #dialog
  #callbacks
  #heldBack = null // the café that the person declined to move to
  #isAsking = false

  // callbacks: moved(cafe, quote) when the person wants to move the basket; stayed(from) when they do not; unanswered() when
  // they chose no café; failed(sentence) when the other café's prices could not be loaded.
  constructor({ choice, editor, checkout, dialog }, callbacks) {
    this.#choice = choice
    this.#editor = editor
    this.#checkout = checkout
    this.#dialog = dialog
    this.#callbacks = callbacks
  }

  // A declined café may be proposed again.
  forget() { this.#heldBack = null }

  async askBetween() {
    if (this.#isAsking) return
    this.#isAsking = true
    const id = await askBetween(this.#dialog, this.#choice.finder)
    this.#isAsking = false
    if (id !== null) return this.#choice.answer(id)
    if (!this.#choice.finder.cafe) this.#callbacks.unanswered()
  }

  // from: the basket's café.
  async propose(cafe, from) {
    const isPaying = this.#checkout.isSending || this.#checkout.isUndecided
    if (this.#isAsking || isPaying || this.#heldBack === cafe.id) return
    this.#isAsking = true
    try {
      const { basket } = this.#editor
      const quote = await loadQuote(cafe, basket)
      const answer = await askMove(this.#dialog, { cafe, from, basket, quote, found: this.#choice.finder.found })
      this.#heldBack = answer === "move" ? null : cafe.id
      if (answer === "move") await this.#callbacks.moved(cafe, quote)
      else this.#callbacks.stayed(from)
    } catch (error) {
      this.#heldBack = cafe.id
      this.#callbacks.failed(explain(error))
    } finally {
      this.#isAsking = false
    }
  }

  // C6: returns whether the order may go to the basket's café; asks when the person is at another one.
  async confirm(ours) {
    const { finder } = this.#choice
    if (!finder.found || !finder.cafe || finder.cafe.id === ours.id) return true
    const answer = await askWhichCafe(this.#dialog, ours, finder.cafe, finder.found)
    if (answer === "closest") {
      this.forget()
      await this.propose(finder.cafe, ours)
    }
    return answer === "ours"
  }
}
