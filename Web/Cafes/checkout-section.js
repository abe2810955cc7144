// The checkout part of the order page: the basket, its review, and the order that is placed from it.

import { loadSession } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { tips } from "../Tips/tips.js"
import { BasketEditor } from "./basket-editor.js"
import { Checkout } from "./checkout.js"
import { basketBar } from "./order-parts.js"
import { isToPay, payAddress } from "./payment-choice.js"
import { repeatedOrder } from "./repeated-order.js"
import { emptyBasket, isEmpty } from "./models/basket.js"
import { looksSame } from "./models/pickup.js"
import { isSameBand } from "./models/ready.js"
import { View } from "./models/view.js"
import "./basket-panel.js"
import "./item-dialog.js"
import "./order-review.js"


export class CheckoutSection {
  #page
  #panel = h("basket-panel")
  #review = h("order-review")
  bar = h("div.basket-bar")
  item = h("item-dialog")
  state = new Checkout()
  editor

  // page: the OrderPage.
  constructor(page) {
    this.#page = page
    this.editor = new BasketEditor(this.state, page.notice, {
      changed: () => page.show(),
      edited: () => this.#judge(),
      timeWanted: () => page.go(View.review),
      linesChanged: () => { if (page.view.view === View.review) this.open() },
      undecided: () => page.go(View.review),
    })
  }

  listen(on) {
    on("item-opened", item => this.item.open(item, this.#page.cafes.dialogFacts))
    on("usual-added", line => this.#confirm(null, line))
    on("line-confirmed", ({ key, line }) => this.#confirm(key, line))
    on("line-edited", key => this.#editLine(key))
    on("quantity-set", ({ key, quantity }) => this.editor.setQuantity(key, quantity))
    on("line-removed", key => this.editor.remove(key))
    on("sold-out-removed", () => this.editor.removeSoldOut())
    on("check-wanted", () => this.check())
    on("windows-passed", () => this.windowsChanged())
    on("review-opened", () => this.#page.go(View.review))
    on("waiting-set", waits => this.#setWaiting(waits))
    on("pickup-chosen", startsAt => this.#setPickup(startsAt))
    on("payment-chosen", means => {
      this.state.payBy(means)
      this.#page.show()
    })
    on("order-confirmed", () => this.#placeOrder())
    on("order-repeated", order => this.#orderAgain(order))
  }

  get basket() { return this.editor.basket }
  get cafe() { return this.#menus.find(this.basket.cafe ?? this.state.pendingCafe) }

  // Whether there is a basket, or an order without an answer.
  get isOpen() { return !isEmpty(this.basket) || this.state.isUndecided }

  get #menus() { return this.#page.cafes.menus }

  // A basket from an earlier visit may be for a café that is gone.
  begin() {
    if (!isEmpty(this.basket) && !this.cafe) this.editor.drop()
  }

  // MARK: review

  open() {
    if (!this.isOpen) return this.#page.go(View.menu)
    this.state.open()
    return this.check()
  }

  // Asks for the present price of the basket.
  async check() {
    this.#page.show()
    const [basket] = await Promise.all([
      this.state.check(this.basket, this.cafe),
      this.#page.isEmployee ? this.#page.orders.list.loadAccount().catch(() => null) : null,
    ])
    this.editor.keep(basket)
    this.#page.show()
    await Promise.all([this.#hold(), this.#lookForQuicker()])
  }

  async #lookForQuicker() {
    const hasChanged = await this.state.lookForQuicker(this.basket, this.cafe, this.#menus.cafes)
    if (hasChanged && this.#page.shownView === View.review) this.#page.show()
  }

  async #hold() {
    await this.state.holdPickup(this.basket, this.cafe)
    if (this.#page.shownView === View.review) this.#page.show()
    else this.leave()
  }

  // Other orders may have changed the load of a pickup window (C62). The page is redrawn only when something looks different,
  // because a press may be in progress.
  async windowsChanged() {
    if (this.#page.shownView !== View.review || this.state.isSending || this.state.isUndecided) return
    const asked = this.basket
    const { timetable, ready } = this.state
    const basket = await this.state.check(asked, this.cafe)
    if (asked !== this.basket) return
    this.editor.keep(basket)
    if (!looksSame(timetable, this.state.timetable) || !isSameBand(ready, this.state.ready)) this.#page.show()
    if (!isSameBand(ready, this.state.ready)) await this.#lookForQuicker()
  }

  // The review is not shown any more.
  leave() { this.state.releasePickup() }

  async checkIfNeeded() {
    if (this.#page.shownView === View.review && this.state.needsCheck) await this.check()
  }

  // The menu has changed.
  async priceBasket() {
    if (this.item.opened !== null) this.item.follow(this.#menus.item(this.#page.cafes.shown, this.item.opened))
    if (isEmpty(this.basket) || this.state.isSending || this.state.isUndecided) return
    if (this.#page.view.view === View.review) {
      const before = this.basket
      await this.check()
      if (this.basket.cafe === before.cafe) this.editor.sayChanges(before, this.cafe)
    } else await this.editor.reprice(this.cafe)
  }

  #confirm(key, line) {
    const cafe = this.#page.cafes.shown
    return this.editor.confirm(key, line, cafe, this.#menus.item(cafe, line.item)?.isServed === false)
  }

  // Without a removed line, an earlier window may fit the basket. The review asks by itself.
  #judge() {
    if (this.state.wanted !== null && !isEmpty(this.basket) && this.#page.view.view !== View.review) this.editor.judge(this.cafe)
  }

  #editLine(key) {
    const index = this.basket.lines.findIndex(line => line.key === key)
    const line = this.basket.lines[index]
    const item = this.#menus.item(this.#page.cafes.shown, line.item)
    if (!item) return this.editor.remove(key)
    const errors = new Map(this.state.errors(index).includes("choices")
      ? item.groups.map(group => [group.id, t("These choices do not fit the menu. Choose again.")])
      : [])
    this.item.open(item, { line, errors, ...this.#page.cafes.dialogFacts })
  }

  #setWaiting(waits) {
    this.state.wait(waits, this.cafe)
    this.#page.show()
    return this.#hold()
  }

  #setPickup(startsAt) {
    const mayServeOther = this.state.choosePickup(startsAt)
    if (startsAt !== null) tips.donate("pickup.chosen")
    if (this.#page.view.view !== View.review) return this.editor.judge(this.cafe)
    this.state.wait(false, this.cafe)
    if (mayServeOther) return this.check()
    this.#page.show()
    return this.#hold()
  }

  // MARK: order

  async #placeOrder() {
    if (!this.#page.isEmployee) return this.#page.account.askWho()
    if (!this.state.isUndecided && !(await this.#page.cafes.confirmCafe())) return
    this.state.isSending = true
    this.#page.show()
    const order = await this.state.send(this.basket, this.cafe, error => this.#refused(error))
    if (order) this.#placed(order)
  }

  #placed(order) {
    // The basket stays until the order is paid. Somebody who comes back finds the order on the review.
    if (isToPay(order)) {
      this.#page.orders.list.put(order)
      return location.assign(payAddress(order.id))
    }
    this.editor.keep(emptyBasket)
    this.#page.orders.placed(order)
    this.#page.cafes.basketOrdered()
  }

  async #refused(error) {
    if (!(error instanceof Problem)) return this.#page.show()
    if (error.status === 401 || error.status === 403) {
      await loadSession().catch(() => null)
      this.#page.followPerson()
      this.#page.cafes.forgetIfNoneStored()
    }
    if (error.code === "sold-out" || error.code === "cafe-closed") await this.#page.refresh()
    await this.check()
  }

  async #orderAgain(order) {
    if (this.state.isUndecided) return this.#page.go(View.review)
    const again = await repeatedOrder(order, this.#menus, this.#page.ask)
    if (again?.sentence) return this.#page.notice.show(again.sentence)
    if (again === null) return
    tips.donate("order.repeated")
    const before = this.basket
    this.editor.change(again.basket)
    this.#page.followPerson()
    this.#page.move(`#${View.review}`, { keepsHistory: true })
    this.editor.sayReplaced(before)
  }

  // MARK: views

  show(main) {
    render(main, this.#review)
    const { cafe, basket } = this
    const { person, nonDiner, orders } = this.#page
    this.#review.show({
      ...this.state.facts(cafe), basket, cafe, principal: person, nonDiner, balance: orders.list.balance(cafe.currency), isAccountKnown: orders.list.isLoaded,
      unpaid: orders.list.all.filter(order => isToPay(order) && order.cafe.id === cafe.id),
    })
  }

  // The basket beside the menu on a wide window, or alone; on a phone the menu has a bar instead.
  showBasket(aside, view) {
    const cafe = this.#page.cafes.shown
    const hasPanel = (view === View.menu || view === View.basket) && cafe !== null
    if (!this.#panel.isConnected || !hasPanel) render(aside, hasPanel && this.#panel)
    if (hasPanel) this.#panel.show(this.basket, cafe, { isView: view === View.basket, pickup: this.state.wanted, fit: this.state.fit })
    const hasBar = view === View.menu && !isEmpty(this.basket)
    render(this.bar, hasBar && basketBar(this.basket, this.#menus.menu(cafe)?.pricesIncludeTax !== false, () => this.#page.go(View.basket)))
  }
}
