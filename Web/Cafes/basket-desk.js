// The basket of the order page: what is changed in it, what the browser keeps of it, and what is said of that at the foot of
// the page.

import { post } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { read, write } from "../Shared/storage.js"
import { addLine, applyQuote, emptyBasket, isEmpty, isRepriced, quoteRequest, removeLine, replaceLine, restoreLine, setQuantity } from "./models/basket.js"

const NAME = "vicinity-basket"

export const makeKey = () => crypto.getRandomValues(new Uint32Array(1))[0].toString(36)

export class BasketDesk {
  #review
  #notice
  #told
  #basket = read(sessionStorage, NAME) ?? emptyBasket

  // review: the ReviewDesk; notice: the page's notice-bar. told: { changed(), linesChanged(), undecided() }: called after each
  // change, when it was to lines that a review may show, and instead of one while the answer to an order is missing.
  constructor(review, notice, told) {
    this.#review = review
    this.#notice = notice
    this.#told = told
  }

  get basket() { return this.#basket }

  // Its café is not there any more.
  drop() { this.#basket = emptyBasket }

  change(basket) {
    if (this.#review.isUndecided) return this.#told.undecided()
    this.#review.dropQuote()
    this.keep(basket)
    this.#told.changed()
  }

  keep(basket) {
    this.#basket = isEmpty(basket) ? emptyBasket : basket
    if (isEmpty(basket)) this.#review.forgetStart()
    write(sessionStorage, NAME, isEmpty(basket) ? null : basket)
  }

  // What the item dialog answers: a new line, or another form of the one with the key.
  confirm(key, line, cafe) {
    if (key !== null) {
      this.change(replaceLine(this.#basket, key, line))
      return this.#told.linesChanged()
    }
    this.change(addLine(this.#basket, cafe, { ...line, key: makeKey() }))
    this.#notice.show(t("{name} is in your basket.", { name: line.name }))
  }

  setQuantity(key, quantity) { this.change(setQuantity(this.#basket, key, quantity)) }

  remove(key) {
    const index = this.#basket.lines.findIndex(line => line.key === key)
    const line = this.#basket.lines[index]
    const { cafe, currency } = this.#basket
    this.change(removeLine(this.#basket, key))
    const restore = () => {
      const basket = isEmpty(this.#basket) ? { cafe, currency, lines: [] } : this.#basket
      if (basket.cafe === cafe) this.change(restoreLine(basket, line, Math.min(index, basket.lines.length)))
    }
    this.#notice.show(t("{name} is removed.", { name: line.name }), { label: t("Undo"), perform: restore })
    this.#told.linesChanged()
  }

  removeSoldOut() {
    const before = this.#basket
    this.change({ ...before, lines: before.lines.filter(({ status }) => status !== "sold-out") })
    this.#told.linesChanged()
    this.#notice.show(t("What is sold out has been removed."), this.#undo(before))
  }

  // The menu of its café has changed: asks what the basket costs now, and says so when that is something else. Without an answer
  // it stays as it is; before it is paid for it is asked anyway.
  async reprice(cafe) {
    const asked = this.#basket
    const quote = await post(`/api/v1/cafes/${encodeURIComponent(cafe.id)}/quote`, quoteRequest(asked)).catch(() => null)
    if (quote === null || this.#review.isSending || this.#review.isUndecided) return
    if (asked !== this.#basket) return asked.cafe === this.#basket.cafe ? this.reprice(cafe) : undefined
    const priced = applyQuote(asked, cafe, quote)
    if (!isRepriced(asked, priced)) return
    this.keep(priced)
    this.#told.changed()
    this.#notice.show(t("The menu of {cafe} has changed, and with it your basket. What is different is marked.", { cafe: cafe.name }))
  }

  // Another basket has taken the place of one.
  tellReplaced(before) {
    if (!isEmpty(before)) this.#notice.show(t("Your earlier basket was replaced."), this.#undo(before))
  }

  #undo(before) {
    const perform = () => {
      this.change(before)
      this.#told.linesChanged()
    }
    return { label: t("Undo"), perform }
  }
}
