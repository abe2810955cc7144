// The café part of the order page: the shown café, its menu, and the person's favourites on it.

import { h, render } from "../Shared/dom.js"
import { idle } from "../Shared/idle.js"
import { t } from "../Shared/messages.js"
import { failure, skeleton } from "../Shared/placeholders.js"
import { tips } from "../Tips/tips.js"
import { BasketMoves } from "./basket-moves.js"
import { CafeChoice } from "./cafe-choice.js"
import { arrivalNotice } from "./cafe-questions.js"
import { explain } from "./explain.js"
import { Favourites } from "./favourites.js"
import { MenuCache } from "./menu-cache.js"
import { cafeHead, staleNotice } from "./order-parts.js"
import { soon } from "./soon.js"
import { isNoCafeStored } from "./stored-cafe.js"
import { storedFilter, storeFilter } from "./stored-filter.js"
import { applyQuote, isEmpty } from "./models/basket.js"
import { Phase } from "./models/cafe-finder.js"
import { kept, noFilter, restored } from "./models/menu-filter.js"
import { pastChoices } from "./models/usual-items.js"
import { View } from "./models/view.js"
import "./cafe-menu.js"
import "./cafe-picker.js"
import "./menu-finder.js"
import "./usual-items.js"

export class CafeSection {
  #page
  #moves = null
  #known = null // the café whose menu was loaded last
  #head = h("div.stack")
  #picker = h("cafe-picker")
  #menu = h("cafe-menu")
  #finder = h("menu-finder")
  #usualItems = h("usual-items")
  #filter = restored(storedFilter())
  #first = Promise.withResolvers()
  #usual = { of: null, choices: null } // the shown choices, and whose and at which café
  choice = null
  menus = new MenuCache()
  favourites

  // page: the OrderPage.
  constructor(page) {
    this.#page = page
    this.favourites = new Favourites(page.notice, () => page.show())
  }

  listen(on) {
    on("closest-chosen", () => this.choice.chooseClosest())
    on("search-started", () => this.choice.search())
    on("following-set", isOn => this.#setFollowing(isOn))
    on("cafe-chosen", id => {
      tips.donate("cafe.chosen")
      this.#choose(id)
    })
    on("filter-set", filter => this.#setFilter(filter))
    on("filter-cleared", () => this.#finder.clear())
    on("favourite-set", ({ item, isMarked }) => this.favourites.set(this.shown, item, isMarked))
  }

  connect() {
    const { checkout, orders, ask, notice } = this.#page
    this.choice = new CafeChoice(() => this.#changed(), id => orders.hasOrderAt(id))
    this.#moves = new BasketMoves({ choice: this.choice, editor: checkout.editor, checkout: checkout.state, dialog: ask }, {
      moved: (cafe, quote) => this.#moveBasket(cafe, quote),
      stayed: from => this.#stay(from),
      unanswered: () => this.#page.go(View.cafes),
      failed: sentence => notice.show(sentence),
    })
  }

  disconnect() { this.choice.stop() }

  async begin() {
    await this.choice.begin(this.menus.cafes)
    if (this.shown === null) this.#isThere()
    else if (this.#known !== this.shown.id) this.loadMenu()
  }

  // Called when the menu, or the list of cafés, can be used; other modules may load now.
  async #isThere() {
    await idle()
    this.#first.resolve()
    this.choice.prepare()
  }

  // Settles once the first menu, or the list of cafés, can be used.
  get isThere() { return this.#first.promise }

  #setFilter(filter) {
    this.#filter = filter
    storeFilter(kept(filter), this.#page.isEmployee)
    this.#page.show()
  }

  // What the item dialog needs besides the item.
  get dialogFacts() { return { filter: this.#filter, cafe: this.shown } }

  // MARK: which café

  // The basket's café while the basket has lines; otherwise the chosen or found café.
  get shown() {
    if (!this.menus.cafes) return null
    const { basket, cafe } = this.#page.checkout
    return isEmpty(basket) ? this.choice.finder.cafe : cafe
  }

  get menu() { return this.menus.menu(this.shown) }

  #changed() {
    const { finder } = this.choice
    if (finder.reason === "withdrawn") this.#page.notice.hideAbout("position")
    if (finder.phase === Phase.asking) this.#moves.askBetween()
    else if (finder.phase === Phase.settled) this.#settledOn(finder.cafe)
    this.#page.show()
  }

  async #settledOn(cafe) {
    const { basket, cafe: from } = this.#page.checkout
    if (!isEmpty(basket) && basket.cafe !== cafe.id) return this.#moves.propose(cafe, from)
    if (this.#known === cafe.id) return
    this.#sayArrival(cafe, this.menus.find(this.#known))
    this.#known = cafe.id
    this.#page.followPerson()
    if (this.#page.view.view === View.cafes) this.#page.go(View.menu)
    await this.loadMenu()
  }

  #sayArrival(cafe, before) {
    const { found } = this.choice.finder
    if (!before || found === null) return
    const { text, back } = arrivalNotice(cafe, before, found)
    this.#page.notice.show(text, back && { label: back, perform: () => this.#choose(before.id) }, found)
  }

  #choose(id) {
    this.#moves.forget()
    this.choice.choose(id)
    this.#page.go(View.menu)
  }

  // place: where beacons find the person.
  present(place) {
    this.choice.present(place)
    this.#page.orders.present(this.choice.following)
  }

  async loadFollowing() {
    const isKnown = await this.choice.loadFollowing().then(() => true, () => false)
    this.#page.orders.present(isKnown ? this.choice.following : null)
  }

  async #setFollowing(isOn) {
    try {
      await this.choice.setFollowing(isOn)
      if (isOn) tips.donate("cafe.followed")
      if (!isOn) this.#page.orders.present(null)
      else if (this.choice.finder.found === "beacons") this.#page.go(View.menu)
    } catch (error) {
      this.#page.notice.show(explain(error))
      this.#page.show()
    }
  }

  // Forgets the chosen café after a sign-out. After an expired session the café stays.
  forget() {
    this.#known = null
    this.#filter = noFilter
    this.choice.forget()
  }

  // Forgets the choice after its person has signed out in another tab.
  forgetIfNoneStored() {
    if (this.menus.cafes && !this.choice.finder.isForgotten && isNoCafeStored()) this.forget()
  }

  // MARK: basket

  // C6: returns whether the order goes to the basket's café.
  confirmCafe() { return this.#moves.confirm(this.#page.checkout.cafe) }

  // The basket is ordered, so the page shows the chosen or found café again.
  basketOrdered() {
    this.#moves.forget()
    const { cafe } = this.choice.finder
    if (cafe && this.#known !== cafe.id) this.#settledOn(cafe)
  }

  async #moveBasket(cafe, quote) {
    const { checkout, notice } = this.#page
    this.#known = cafe.id
    checkout.editor.change(applyQuote(checkout.basket, cafe, quote))
    this.#page.followPerson()
    await this.loadMenu()
    if (this.#page.view.view === View.review) checkout.open()
    notice.show(t("Your basket is now for {cafe}.", { cafe: cafe.name }))
  }

  #stay(from) {
    if (this.choice.finder.found === null) this.choice.choose(from.id)
    this.#page.show()
  }

  // MARK: menus

  async loadMenu() {
    const cafe = this.shown
    if (!cafe) return
    const [isNew] = await Promise.all([this.menus.loadMenu(cafe), this.favourites.settledSoon, this.#ordersSoon])
    this.#page.show()
    this.#isThere()
    if (isNew) await this.#page.checkout.priceBasket()
  }

  // Loads the menu again. Redraws only after a change, because a press may be in progress.
  async askForMenu() {
    const { menus, shown } = this
    if (!shown) return
    const before = menus.staleSince
    const isNew = await menus.loadMenu(shown)
    if (isNew || menus.staleSince !== before) this.#page.show()
    if (isNew) await this.#page.checkout.priceBasket()
  }

  // The usual items are above the menu, so the first menu waits for the earlier orders, but only briefly.
  get #ordersSoon() {
    if (!this.#page.isEmployee || this.menu !== null) return null
    return soon(this.#page.orders.list.loaded)
  }

  // The hours of a café may have changed with its menu.
  async menuChanged() {
    await this.loadCafes()
    await this.loadMenu()
  }

  async loadCafes() {
    await this.menus.loadCafes()
    this.choice.update(this.menus.cafes)
  }

  // MARK: views

  showPicker(main) {
    render(main, this.#picker)
    this.#picker.show(this.menus.cafes, this.choice)
  }

  // tip: stands between the café's name and its menu.
  showMenu(main, tip) {
    const { menu, menus } = this
    render(main, this.#head, this.#usualItems, menu && this.#finder, tip,
      menu ? this.#menu : menus.failure ? failure(menus.failure, () => this.#page.tryAgain()) : skeleton())
    render(this.#head, this.#cafeHead, staleNotice(menus.staleSince))
    if (menu) this.#showFood(menu)
  }

  #showFood(menu) {
    this.#usualItems.show(this.#usualChoices, menu, this.shown)
    this.#finder.show(menu, this.#filter)
    this.#menu.show(menu, { marked: this.favourites.of(this.shown), filter: this.#filter, cafe: this.shown })
  }

  // They are computed when the person opens the menu and do not change while it is open, so that the menu does not move under a
  // finger.
  get #usualChoices() {
    const { person } = this.#page
    const of = `${person?.id} ${this.shown.id}`
    if (this.#usual.of !== of) {
      this.#usual = { of, choices: this.#knownChoices }
      this.#followOrders(this.#usual)
    }
    return this.#usual.choices
  }

  get #knownChoices() { return this.#page.person && pastChoices(this.#page.orders.list.all, this.shown.id) }

  // A menu that was cached, or loaded before the sign-in, has not waited for the earlier orders.
  async #followOrders(usual) {
    const { list } = this.#page.orders
    const { of } = usual
    if (!this.#page.person || list.isLoaded) return
    await soon(list.loaded)
    if (!list.isLoaded || this.#usual !== usual || usual.of !== of) return
    usual.choices = this.#knownChoices
    this.#page.show()
  }

  // Called when the person leaves the menu or returns to it.
  viewChanged() { this.#usual.of = null }

  get #cafeHead() {
    const { finder, mayFollowAgain } = this.choice
    const found = finder.cafe?.id === this.shown.id ? finder.found : null
    return cafeHead(this.shown, {
      found, finder, pace: this.menu, change: () => this.#page.go(View.cafes), follow: mayFollowAgain ? () => this.#setFollowing(true) : null,
    })
  }
}
