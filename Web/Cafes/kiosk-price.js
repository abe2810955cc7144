// The present price of the basket of a kiosk; a newer question replaces an older one.

import { explain } from "./explain.js"
import { loadQuote } from "./kiosk-server.js"
import { applyQuote, isEmpty } from "./models/basket.js"

export class KioskPrice {
  #page
  #asked = 0
  quote = null // as the server says; null while it is asked for

  // page: { visit, cafe, trouble, show() }.
  constructor(page) { this.#page = page }

  forget() {
    this.quote = null
    this.#asked++
  }

  async ask() {
    const mine = ++this.#asked
    const { visit, cafe } = this.#page
    if (isEmpty(visit.basket)) return
    const isStale = () => mine !== this.#asked || visit !== this.#page.visit
    try {
      const quote = await loadQuote(cafe.id, visit.basket)
      if (isStale()) return
      this.quote = quote
      visit.basket = applyQuote(visit.basket, cafe, quote)
    } catch (error) {
      if (isStale()) return
      this.#page.trouble = explain(error, cafe.timeZone)
    }
    this.#page.show()
  }
}
