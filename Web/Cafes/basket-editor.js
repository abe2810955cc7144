// Changes the basket of the order page, stores it in the browser, and announces each change in the notice bar.

import { windowTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { randomKey } from "../Shared/random-key.js"
import { read, write } from "../Shared/storage.js"
import { changeWords, statusWords } from "./cafe-words.js"
import { addLine, applyQuote, emptyBasket, isEmpty, isOrderableLine, isRepriced, removeLine, replaceLine, restoreLine, setQuantity, whatChanged } from "./models/basket.js"

const NAME = "vicinity-basket"
const MOST_SAID = 3 // changes that one notice names

export class BasketEditor {
  #checkout
  #notice
  #callbacks
  #basket = read(sessionStorage, NAME) ?? emptyBasket

  // checkout: the Checkout; notice: the page's notice-bar. callbacks: { changed(), edited(), linesChanged(), undecided(),
  // timeWanted() }. changed is called after each change, edited after those that the person makes, linesChanged after a change of
  // lines that the review shows, and timeWanted when the person wants another pickup time. While an order has no answer, the basket
  // does not change, and undecided is called.
  constructor(checkout, notice, callbacks) {
    this.#checkout = checkout
    this.#notice = notice
    this.#callbacks = callbacks
  }

  get basket() { return this.#basket }

  // The basket's café has left the campus.
  drop() { this.#basket = emptyBasket }

  change(basket) {
    if (this.#checkout.isUndecided) return this.#callbacks.undecided()
    this.#checkout.dropQuote()
    this.keep(basket)
    this.#callbacks.changed()
    this.#callbacks.edited()
  }

  keep(basket) {
    this.#basket = isEmpty(basket) ? emptyBasket : basket
    if (isEmpty(basket)) {
      this.#checkout.releasePickup()
      this.#checkout.forgetStart()
    }
    write(sessionStorage, NAME, isEmpty(basket) ? null : basket)
  }

  // Takes the line of the item dialog: a new line, or the changed line with the key. isLater: whether it is not served now.
  confirm(key, line, cafe, isLater = false) {
    if (key !== null) {
      this.change(replaceLine(this.#basket, key, line))
      return this.#callbacks.linesChanged()
    }
    this.change(addLine(this.#basket, cafe, { ...line, key: randomKey() }))
    if (!isLater) return this.#notice.show(t("{name} is in your basket.", { name: line.name }))
    return this.#sayPickup(line, cafe)
  }

  // An item that is served only later sets the pickup window (C16).
  async #sayPickup({ name, item }, cafe) {
    await this.judge(cafe)
    const { wanted } = this.#checkout
    const line = this.#basket.lines.findLast(line => line.item === item)
    const sentence = line && !isOrderableLine(line)
      ? [t("{name} is in your basket.", { name }), statusWords(line.status, { ...line, timeZone: cafe.timeZone, pickup: wanted })].join(" ")
      : wanted === null
        ? t("{name} is in your basket.", { name })
        : t("{name} is in your basket, and the pickup is at {time}.", { name, time: windowTime(wanted, cafe.timeZone) })
    this.#notice.show(sentence, { label: t("Other time"), perform: () => this.#callbacks.timeWanted() })
  }

  // Asks which lines of the basket are served in its window. Without an answer the basket stays; the review asks again.
  async judge(cafe) {
    const asked = this.#basket
    const quote = await this.#checkout.quote(asked, cafe).catch(() => null)
    if (quote === null || this.#checkout.isSending || this.#checkout.isUndecided) return
    if (asked !== this.#basket) return asked.cafe === this.#basket.cafe ? this.judge(cafe) : undefined
    this.keep(applyQuote(asked, cafe, quote))
    this.#callbacks.changed()
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
    this.#callbacks.linesChanged()
  }

  removeSoldOut() {
    const before = this.#basket
    this.change({ ...before, lines: before.lines.filter(({ status }) => status !== "sold-out") })
    this.#callbacks.linesChanged()
    this.#notice.show(t("Sold-out items have been removed."), this.#undo(before))
  }

  // The menu of its café has changed: asks for the price, and announces a difference. Without an answer the basket
  // stays; checkout asks again.
  async reprice(cafe) {
    const asked = this.#basket
    const quote = await this.#checkout.quote(asked, cafe).catch(() => null)
    if (quote === null || this.#checkout.isSending || this.#checkout.isUndecided) return
    if (asked !== this.#basket) return asked.cafe === this.#basket.cafe ? this.reprice(cafe) : undefined
    const priced = applyQuote(asked, cafe, quote)
    if (!isRepriced(asked, priced)) return
    this.keep(priced)
    this.#callbacks.changed()
    this.sayChanges(asked, cafe)
  }

  // Announces how the café has changed the basket since `before`, and nothing when it has not.
  sayChanges(before, cafe) {
    const changes = whatChanged(before, this.#basket)
    if (changes.length === 0) return
    const sentences = changes.slice(0, MOST_SAID).map(changeWords)
    this.#notice.show([t("The menu of {cafe} has changed, and so has your basket. The changes are marked.", { cafe: cafe.name }), ...sentences].join(" "))
  }

  // Another basket has replaced the basket `before`.
  sayReplaced(before) {
    if (!isEmpty(before)) this.#notice.show(t("Your earlier basket was replaced."), this.#undo(before))
  }

  #undo(before) {
    const perform = () => {
      this.change(before)
      this.#callbacks.linesChanged()
    }
    return { label: t("Undo"), perform }
  }
}
