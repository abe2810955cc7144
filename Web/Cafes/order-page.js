// The employee's page: café, menu, basket, review, status, past orders. It holds what is shown and connects the parts;
// what to decide is in models/, what to fetch in helpers/.

import { BasketDesk, makeKey } from "./basket-desk.js"
import { BasketMoves } from "./basket-moves.js"
import { CafeChoice } from "./cafe-choice.js"
import { arrivalNotice } from "./cafe-questions.js"
import { h, render } from "../Shared/dom.js"
import { explain, explainCancelling } from "../Shared/explain.js"
import { Favourites } from "./favourites.js"
import { post, Problem } from "../Shared/http.js"
import { isCafeForgotten } from "./kept-cafe.js"
import { loading } from "../Shared/mark.js"
import { MenuShelf } from "./menu-shelf.js"
import { t } from "../Shared/messages.js"
import * as frame from "./order-frame.js"
import { headline, titleWith } from "./order-words.js"
import { OrderTips } from "./order-tips.js"
import { Orders } from "./orders.js"
import { turnToOwnLanguage } from "../People/own-language.js"
import { PersonFeed } from "./person-feed.js"
import { Reminders } from "../TimeClock/reminders.js"
import { repeatedOrder } from "./repeated-order.js"
import { ReviewDesk } from "./review-desk.js"
import { currentPrincipal, hasRole, loadSession, signOut } from "../People/session.js"
import { tips } from "../Tips/tips.js"
import { WaitingOrders } from "./waiting-orders.js"
import { applyQuote, emptyBasket, isEmpty } from "./models/basket.js"
import { Phase } from "./models/cafe-finder.js"
import { Link } from "../Feed/models/feed.js"
import { isNews, isRunning, isWaiting } from "./models/order.js"
import { orderAddress, parseView, View } from "./models/view.js"
import "../Shared/ask-dialog.js"
import "./basket-panel.js"
import "./cafe-menu.js"
import "./cafe-picker.js"
import "./item-dialog.js"
import "../Feed/link-state.js"
import "../Shared/notice-bar.js"
import "./order-history.js"
import "./order-review.js"
import "./order-status.js"
import "../TimeClock/reminder-bar.js"
import "../People/who-dialog.js"

const REFRESH = 60_000 // milliseconds between looks at cafés and menu

class OrderPage extends HTMLElement {
  #abort = null
  #refresher = null
  #choice = null
  #moves = null
  #waiting = null
  #shelf = new MenuShelf()
  #orders = new Orders()
  #review = new ReviewDesk()
  #view = parseView(location.hash)
  #status = atRest()
  #failure = null // why there is no order to show
  #knownCafe = null // whose menu was loaded last
  #pageTitle = document.title

  #parts = {
    tools: h("div.page-tools"),
    running: h("div.running", { role: "status" }),
    link: h("link-state"),
    main: h("div.order-main.stack"),
    head: h("div.stack"),
    aside: h("aside.order-aside", { "aria-labelledby": "basket-title" }),
    bar: h("div.basket-bar"),
    picker: h("cafe-picker"),
    menu: h("cafe-menu"),
    basket: h("basket-panel"),
    review: h("order-review"),
    status: h("order-status"),
    history: h("order-history"),
    item: h("item-dialog"),
    ask: h("ask-dialog"),
    notice: h("notice-bar"),
    reminder: h("reminder-bar.foot-bar"),
    who: h("who-dialog"),
  }
  #tips = new OrderTips()
  #desk = new BasketDesk(this.#review, this.#parts.notice, {
    changed: () => this.#show(),
    linesChanged: () => { if (this.#view.view === View.review) this.#openReview() },
    undecided: () => this.#go(View.review),
  })
  #reminders = new Reminders(this.#parts.reminder)
  #favourites = new Favourites(this.#parts.notice, () => this.#show())
  #feed = new PersonFeed(this.#orders, this.#favourites, {
    order: (order, before) => this.#noticeChange(order, before),
    reminders: () => this.#reminders.look(),
    following: () => this.#loadFollowing(),
    present: place => this.#present(place),
    menu: () => this.#menuChanged(),
    shown: () => this.#show(),
    refused: () => this.#signedOutElsewhere(),
    link: () => this.#linkChanged(),
  })

  connectedCallback() {
    this.#abort = new AbortController()
    this.#choice = new CafeChoice(() => this.#cafeChanged(), id => this.#orders.all.some(({ cafe }) => cafe.id === id))
    this.#moves = new BasketMoves({ choice: this.#choice, desk: this.#desk, review: this.#review, dialog: this.#parts.ask }, {
      moved: (cafe, quote) => this.#moveBasket(cafe, quote),
      stayed: from => this.#stay(from),
      unanswered: () => this.#go(View.cafes),
      failed: sentence => this.#parts.notice.show(sentence),
    })
    this.#waiting = new WaitingOrders(this.#orders, {
      order: (order, before) => this.#noticeChange(order, before),
      shown: () => this.#show(),
      watch: () => this.#showOrderAgain(),
    })
    this.#listen(this.#abort.signal)
    const { tools, running, link, reminder, main, aside, bar, item, ask, notice, who } = this.#parts
    const { near, popovers } = this.#tips
    render(this, tools, running, link, near, h("div.order-layout", {}, main, aside), bar, item, ask, reminder, notice, who, ...popovers)
    this.#refresher = setInterval(() => this.#refresh(), REFRESH)
    this.#begin()
  }

  disconnectedCallback() {
    this.#abort.abort()
    clearInterval(this.#refresher)
    this.#choice.stop()
    this.#waiting.stop()
    this.#feed.stop()
  }

  #listen(signal) {
    const on = (name, act) => this.addEventListener(name, ({ detail }) => act(detail), { signal })
    on("signed-in", () => this.#signedIn())
    on("closest-chosen", () => this.#choice.chooseClosest())
    on("search-started", () => this.#choice.search())
    on("following-set", isOn => this.#setFollowing(isOn))
    on("cafe-chosen", id => {
      tips.donate("cafe.chosen")
      this.#chooseCafe(id)
    })
    on("item-opened", item => this.#parts.item.open(item))
    on("favourite-set", ({ item, isMarked }) => this.#favourites.set(this.#shownCafe, item, isMarked))
    on("line-confirmed", ({ key, line }) => this.#desk.confirm(key, line, this.#shownCafe))
    on("line-edited", key => this.#editLine(key))
    on("quantity-set", ({ key, quantity }) => this.#desk.setQuantity(key, quantity))
    on("line-removed", key => this.#desk.remove(key))
    on("sold-out-removed", () => this.#desk.removeSoldOut())
    on("check-wanted", () => this.#checkReview())
    on("review-opened", () => this.#go(View.review))
    on("menu-wanted", () => this.#go(View.menu))
    on("sign-in-wanted", () => this.#askWho())
    on("order-confirmed", () => this.#placeOrder())
    on("order-repeated", order => this.#orderAgain(order))
    on("order-opened", id => this.#go(orderAddress(id)))
    on("cancel-wanted", () => this.#cancelOrder())
    on("start-wanted", () => this.#startOrder())
    on("arrival-shared", () => this.#waiting.share(this.#view.order))
    on("waiting-set", waits => this.#setWaiting(waits))
    addEventListener("hashchange", () => this.#viewChanged(), { signal })
    // Another tab forgets after the session has ended, so maybe after this one has noticed.
    addEventListener("storage", () => { if (!this.#isEmployee) this.#leaveForgottenCafe() }, { signal })
    addEventListener("online", () => this.#refresh(), { signal })
    addEventListener("offline", () => this.#show(), { signal })
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#refresh()
    }, { signal })
  }

  async #begin() {
    render(this.#parts.main, loading(t("Loading the cafés.")))
    try {
      await Promise.all([this.#shelf.loadCafes(), loadSession()])
    } catch (error) {
      this.#shelf.failure = explain(error)
      return this.#show()
    }
    if (!isEmpty(this.#basket) && !this.#shelf.find(this.#basket.cafe)) this.#desk.drop()
    this.#followPerson()
    this.#waiting.begin()
    await this.#choice.begin(this.#shelf.cafes)
    if (this.#menu === null) this.#loadMenu()
    if (this.#view.view === View.review) this.#openReview()
  }

  // MARK: café

  get #basket() { return this.#desk.basket }

  // The basket's café as long as there is something in the basket.
  get #shownCafe() {
    if (!this.#shelf.cafes) return null
    return isEmpty(this.#basket) ? this.#choice.finder.cafe : this.#basketCafe
  }

  get #basketCafe() { return this.#shelf.find(this.#basket.cafe ?? this.#review.pendingCafe) }
  get #menu() { return this.#shelf.menu(this.#shownCafe) }

  #cafeChanged() {
    const { finder } = this.#choice
    if (finder.reason === "withdrawn") this.#parts.notice.hideAbout("position")
    if (finder.phase === Phase.asking) this.#moves.askBetween()
    else if (finder.phase === Phase.settled) this.#settledOn(finder.cafe)
    this.#show()
  }

  async #settledOn(cafe) {
    if (!isEmpty(this.#basket) && this.#basket.cafe !== cafe.id) return this.#moves.propose(cafe, this.#basketCafe)
    if (this.#knownCafe !== cafe.id) {
      this.#noticeCafe(cafe, this.#shelf.find(this.#knownCafe))
      this.#knownCafe = cafe.id
      this.#followPerson()
      if (this.#view.view === View.cafes) this.#go(View.menu)
      await this.#loadMenu()
    }
  }

  #noticeCafe(cafe, before) {
    const { found } = this.#choice.finder
    if (!before || found === null) return
    const notice = arrivalNotice(cafe, before, found)
    this.#parts.notice.show(notice.text, notice.back && { label: notice.back, perform: () => this.#chooseCafe(before.id) }, found)
  }

  #present(place) {
    this.#choice.present(place)
    this.#waiting.present(this.#choice.following)
  }

  async #loadFollowing() {
    const isKnown = await this.#choice.loadFollowing().then(() => true, () => false)
    this.#waiting.present(isKnown ? this.#choice.following : null)
  }

  async #setFollowing(isOn) {
    try {
      await this.#choice.setFollowing(isOn)
      if (isOn) tips.donate("cafe.followed")
      if (!isOn) this.#waiting.present(null)
      else if (this.#choice.finder.found === "beacons") this.#go(View.menu)
    } catch (error) {
      this.#parts.notice.show(explain(error))
      this.#show()
    }
  }

  #chooseCafe(id) {
    this.#moves.forget()
    this.#choice.choose(id)
    this.#go(View.menu)
  }

  async #moveBasket(cafe, quote) {
    this.#knownCafe = cafe.id
    this.#desk.change(applyQuote(this.#basket, cafe, quote))
    this.#followPerson()
    await this.#loadMenu()
    if (this.#view.view === View.review) this.#openReview()
    this.#parts.notice.show(t("Your basket is now for {cafe}.", { cafe: cafe.name }))
  }

  #stay(from) {
    if (this.#choice.finder.found === null) this.#choice.choose(from.id)
    this.#show()
  }

  async #loadMenu() {
    const cafe = this.#shownCafe
    if (!cafe) return
    const [isNew] = await Promise.all([this.#shelf.loadMenu(cafe), this.#favourites.settledSoon])
    this.#show()
    if (isNew) await this.#priceBasket()
  }

  // Of a café whose menu has changed, the hours may have changed too.
  async #menuChanged() {
    await this.#shelf.loadCafes()
    this.#choice.update(this.#shelf.cafes)
    await this.#loadMenu()
  }

  async #priceBasket() {
    if (isEmpty(this.#basket) || this.#review.isSending || this.#review.isUndecided) return
    if (this.#view.view === View.review) await this.#checkReview()
    else await this.#desk.reprice(this.#basketCafe)
  }

  async #refresh() {
    if (document.visibilityState !== "visible") return
    if (!this.#shelf.cafes) return this.#begin()
    this.#favourites.catchUp()
    await this.#shelf.loadCafes()
    if (this.#shelf.staleSince === null) this.#review.linkIsBack()
    this.#choice.update(this.#shelf.cafes)
    if (this.#shownView === View.review && this.#review.needsCheck) await this.#checkReview()
    await this.#loadMenu()
  }

  // MARK: review and order

  #editLine(key) {
    const index = this.#basket.lines.findIndex(line => line.key === key)
    const line = this.#basket.lines[index]
    const item = this.#shelf.item(this.#shownCafe, line.item)
    if (!item) return this.#desk.remove(key)
    const errors = new Map(this.#review.errors(index).includes("choices")
      ? item.groups.map(group => [group.id, t("These choices do not fit the menu. Choose again.")])
      : [])
    this.#parts.item.open(item, line, errors)
  }

  get #isEmployee() { return hasRole("employee") }

  #openReview() {
    if (isEmpty(this.#basket) && !this.#review.isUndecided) return this.#go(View.menu)
    this.#review.open()
    return this.#checkReview()
  }

  async #checkReview() {
    this.#show()
    const cafe = this.#basketCafe
    const [basket] = await Promise.all([
      this.#review.check(this.#basket, cafe),
      this.#isEmployee ? this.#orders.loadAccount().catch(() => null) : null,
    ])
    this.#desk.keep(basket)
    this.#show()
  }

  async #placeOrder() {
    if (!this.#isEmployee) return this.#askWho()
    if (!this.#review.isUndecided && !(await this.#moves.confirm(this.#basketCafe))) return
    this.#review.isSending = true
    this.#show()
    const order = await this.#review.send(this.#basket, this.#basketCafe, error => this.#refused(error))
    if (order) this.#placed(order)
  }

  #setWaiting(waits) {
    this.#review.wait(waits, this.#basketCafe)
    this.#show()
  }

  #placed(order) {
    if (isWaiting(order)) tips.donate("order.waited")
    tips.orderedAt(order.cafe.id)
    this.#desk.keep(emptyBasket)
    this.#orders.put(order)
    this.#waiting.placed(order)
    history.replaceState(null, "", orderAddress(order.id))
    this.#viewChanged()
    this.#choiceAfterOrder()
  }

  async #orderAgain(order) {
    if (this.#review.isUndecided) return this.#go(View.review)
    const again = await repeatedOrder(order, this.#shelf, this.#parts.ask, makeKey)
    if (again?.sentence) return this.#parts.notice.show(again.sentence)
    if (again === null) return
    tips.donate("order.repeated")
    const before = this.#basket
    this.#desk.change(again.basket)
    this.#followPerson()
    history.pushState(null, "", `#${View.review}`)
    this.#viewChanged()
    this.#desk.tellReplaced(before)
  }

  // With the basket gone the shown café is the resolved one again.
  #choiceAfterOrder() {
    this.#moves.forget()
    const { cafe } = this.#choice.finder
    if (cafe && this.#knownCafe !== cafe.id) this.#settledOn(cafe)
  }

  async #refused(error) {
    if (!(error instanceof Problem)) return this.#show()
    if (error.status === 401 || error.status === 403) {
      await loadSession().catch(() => null)
      this.#followPerson()
      this.#leaveForgottenCafe()
    }
    if (error.code === "sold-out" || error.code === "cafe-closed") await this.#refresh()
    await this.#checkReview()
  }

  #cancelOrder() { return this.#act("cancellation", "isCancelling", explainCancelling) }
  #startOrder() { return this.#act("start", "isStarting", explain) }

  async #act(path, flag, explainRefusal) {
    const order = this.#orders.find(this.#view.order)
    this.#status = { ...atRest(), [flag]: true }
    this.#show()
    try {
      this.#orders.put(await post(`/api/v1/orders/${order.id}/${path}`, {}))
      this.#status = atRest()
    } catch (error) {
      this.#status = { ...atRest(), message: explainRefusal(error, order.cafe.timeZone) }
      if (error instanceof Problem) await this.#orders.loadOne(order.id).catch(() => null)
    }
    this.#show()
  }

  // MARK: person

  #askWho() { this.#parts.who.open() }

  #signedIn() {
    if (turnToOwnLanguage()) return
    this.#followPerson()
    if (this.#view.view === View.review) this.#openReview()
    this.#show()
  }

  async #leave() {
    try {
      await signOut()
    } catch (error) {
      return this.#parts.notice.show(explain(error))
    }
    this.#followPerson()
    this.#knownCafe = null
    this.#choice.forget()
    this.#go(View.menu)
    this.#show()
  }

  // Who chose it has signed out, in another tab. A session that has merely run out leaves the café.
  #leaveForgottenCafe() {
    if (!this.#shelf.cafes || this.#choice.finder.isForgotten || !isCafeForgotten()) return
    this.#knownCafe = null
    this.#choice.forget()
  }

  #followPerson() {
    this.#feed.stop()
    this.#waiting.forget() // of somebody else, maybe
    if (this.#isEmployee) this.#feed.follow(currentPrincipal(), this.#shownCafe)
    else this.#forgetPerson()
    this.#linkChanged()
  }

  #forgetPerson() {
    this.#orders.clear()
    this.#favourites.forget()
    this.#review.forgetStart()
    this.#reminders.clear()
    this.#choice.forgetFollowing()
  }

  // On the order's own view the headline says it; everywhere else a line at the foot does (C90: once each).
  #noticeChange(order, before) {
    if (this.#view.order === order.id || !isNews(order, before)) return
    this.#parts.notice.show(t("{number}: {headline}", { number: order.number, headline: headline(order) }), {
      label: t("Show order"), perform: () => this.#go(orderAddress(order.id)),
    })
  }

  async #signedOutElsewhere() {
    await loadSession().catch(() => null)
    this.#forgetPerson() // also when it is another employee now
    this.#followPerson()
    this.#leaveForgottenCafe()
    if (this.#isEmployee) this.#parts.notice.show(t("{name} is signed in in this browser now.", { name: currentPrincipal().name }))
    else this.#parts.notice.show(t("You are not signed in as an employee any more in this browser."), { label: t("Sign in"), perform: () => this.#askWho() })
    if (this.#view.order && this.#isEmployee) this.#loadShownOrder()
    this.#show()
  }

  #linkChanged() {
    this.#parts.link.show(this.#feed.state, this.#feed.lostSince)
    if (this.#feed.state === Link.live && this.#review.linkIsBack()) this.#show()
  }

  // MARK: views

  #go(target) {
    const hash = target.startsWith("#") ? target : target === View.menu ? "#menu" : `#${target}`
    if (location.hash === hash) this.#viewChanged()
    else location.hash = hash
  }

  #viewChanged() {
    this.#parts.notice.hide()
    this.#view = parseView(location.hash)
    this.#status = atRest()
    if (this.#view.view === View.review && this.#shelf.cafes) this.#openReview()
    if (this.#view.order && this.#isEmployee) this.#loadShownOrder()
    if (this.#view.view === View.orders && this.#isEmployee) this.#orders.loadAccount().then(() => this.#show(), () => null)
    this.#show()
    this.#parts.main.querySelector("[tabindex='-1']")?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }

  async #loadShownOrder() {
    this.#failure = null
    try {
      if (!(await this.#orders.loadOne(this.#view.order))) this.#failure = t("There is no such order of yours.")
    } catch (error) {
      this.#failure = explain(error)
    }
    this.#show()
  }

  #show() {
    this.#waiting.look()
    const { main, aside, basket } = this.#parts
    const view = this.#shownView
    this.dataset.view = view
    this.#showTools()
    this.#showRunning()
    this.#showMain(view, main)
    const hasAside = (view === View.menu || view === View.basket) && this.#shownCafe !== null
    if (!basket.isConnected || !hasAside) render(aside, hasAside && basket)
    if (hasAside) basket.show(this.#basket, this.#shownCafe, view === View.basket)
    this.#showBar(view)
    this.#tips.show(view, this.#favourites.of(this.#shownCafe) !== null, !isEmpty(this.#basket))
    document.title = titleWith(this.#orders.all, this.#pageTitle)
  }

  // What the address asks for, or what is possible instead.
  get #shownView() {
    const { view } = this.#view
    if (view === View.menu || view === View.basket) return this.#shownCafe ? view : View.cafes
    if ((view === View.orders || view === View.order) && !this.#isEmployee) return "who"
    if (view === View.review && isEmpty(this.#basket) && !this.#review.isUndecided) return this.#shownCafe ? View.menu : View.cafes
    return view
  }

  #showMain(view, main) {
    const { head, picker, menu, review, status, history: past } = this.#parts
    const { cafes, failure } = this.#shelf
    if (!cafes) return render(main, failure ? this.#trouble(failure) : loading(t("Loading the cafés.")))
    switch (view) {
      case View.cafes:
        render(main, picker)
        return picker.show(cafes, this.#choice)
      case View.review:
        render(main, review)
        return review.show({ ...this.#review.state(this.#basketCafe), ...this.#reviewFacts })
      case View.orders:
        render(main, this.#back, past)
        return past.show({ orders: this.#orders.all, balances: this.#orders.balances, more: this.#more })
      case View.order: return this.#showOrder(main, status)
      case "who": return render(main, frame.signInFirst(() => this.#askWho()))
      default:
        render(main, head, this.#tips.favourites, this.#menu ? menu : failure ? this.#trouble(failure) : frame.skeleton())
        render(head, this.#cafeHead, frame.staleNotice(this.#shelf.staleSince))
        if (this.#menu) menu.show(this.#menu, this.#favourites.of(this.#shownCafe))
    }
  }

  #showOrder(main, status) {
    const order = this.#orders.find(this.#view.order)
    if (!order) return render(main, this.#back, this.#failure ? this.#trouble(this.#failure) : loading(t("Loading your order.")))
    if (!status.isConnected) render(main, this.#back, status)
    status.show(order, { ...this.#status, watch: this.#waiting.state(order.id) })
  }

  #showOrderAgain() {
    const order = this.#orders.find(this.#view.order)
    if (this.#shownView === View.order && order) this.#showOrder(this.#parts.main, this.#parts.status)
  }

  get #reviewFacts() {
    const cafe = this.#basketCafe
    const principal = this.#isEmployee ? currentPrincipal() : null
    return { basket: this.#basket, cafe, principal, balance: this.#orders.balance(cafe.currency) }
  }

  get #cafeHead() {
    const cafe = this.#shownCafe
    const { finder } = this.#choice
    const found = finder.cafe?.id === cafe.id ? finder.found : null
    const isHeld = this.#choice.following.isOn && finder.preference?.kind === "named" && finder.cafe !== null
    return frame.cafeHead(cafe, { found, finder, change: () => this.#go(View.cafes), follow: isHeld ? () => this.#setFollowing(true) : null })
  }

  #trouble(sentence) { return frame.trouble(sentence, () => this.#tryAgain()) }
  get #back() { return frame.backToMenu(() => this.#go(View.menu)) }

  #tryAgain() {
    this.#shelf.failure = null
    if (!this.#shelf.cafes) return this.#begin()
    this.#show()
    if (this.#view.order) this.#loadShownOrder()
    else this.#loadMenu()
  }

  get #more() { return this.#orders.hasMore ? () => this.#showMore() : null }

  async #showMore() {
    await this.#orders.loadMore().catch(error => this.#parts.notice.show(explain(error)))
    this.#show()
  }

  #showTools() {
    if (!this.#shelf.cafes) return
    frame.showTools(this.#parts.tools, currentPrincipal(), this.#isEmployee, {
      signIn: () => this.#askWho(), signOut: () => this.#leave(), showOrders: () => this.#go(View.orders),
    })
  }

  #showRunning() {
    const shown = this.#shownView === View.order ? this.#view.order : null
    const running = this.#orders.all.filter(order => isRunning(order) && order.id !== shown)
    render(this.#parts.running, running.map(order => frame.runningOrder(order, () => this.#go(orderAddress(order.id)))))
  }

  #showBar(view) {
    const isWanted = view === View.menu && !isEmpty(this.#basket)
    render(this.#parts.bar, isWanted && frame.basketBar(this.#basket, () => this.#go(View.basket)))
  }
}

const atRest = () => ({ isCancelling: false, isStarting: false, message: null })

customElements.define("order-page", OrderPage)
