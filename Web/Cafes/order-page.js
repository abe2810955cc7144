// The order page: where an employee chooses a café, fills a basket, orders, and follows the order. This element connects the
// sections: cafe-section.js, checkout-section.js and orders-section.js.

import { Link } from "../Feed/models/feed.js"
import { homeOf } from "../People/models/next-address.js"
import { currentPrincipal, doesServerAnswer, hasRole, loadSession } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { forgetKept, staleSince } from "../Shared/kept-answers.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { Poll } from "../Shared/poll.js"
import { Reminders } from "../TimeClock/reminders.js"
import { CafeSection } from "./cafe-section.js"
import { CheckoutSection } from "./checkout-section.js"
import { explain } from "./explain.js"
import { OrderFeed } from "./order-feed.js"
import { OrderTips } from "./order-tips.js"
import { titleWith } from "./order-words.js"
import { OrdersSection } from "./orders-section.js"
import { isEmpty } from "./models/basket.js"
import { parseView, possibleView, SIGN_IN, View } from "./models/view.js"
import "../Feed/link-state.js"
import "../People/account-bar.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "../TimeClock/reminder-bar.js"

const REFRESH_INTERVAL = 60_000 // milliseconds
const READY_INTERVAL = 15_000 // milliseconds
const RETRY_INTERVAL = 3_000 // milliseconds, while the page shows what was kept
const VISITOR_INTERVAL = 1_500 // milliseconds; a visitor has no feed (C21, C62)

class OrderPage extends HTMLElement {
  #abort = null
  #refreshTimer = null
  #readiness = new Poll(READY_INTERVAL)
  #server = new Poll(RETRY_INTERVAL)
  #pageTitle = document.title
  #link = h("link-state")
  #aside = h("aside.order-aside", { "aria-labelledby": "basket-title" })
  #reminderBar = h("reminder-bar.foot-bar")
  #reminders = new Reminders(this.#reminderBar)
  #tips = new OrderTips()
  #watch = new Poll(VISITOR_INTERVAL)

  // For the sections.
  account = h("account-bar.folds")
  ask = h("ask-dialog")
  notice = h("notice-bar")
  main = h("div.order-main.stack")
  view = parseView(location.hash) // the view in the address
  cafes = new CafeSection(this)
  checkout = new CheckoutSection(this)
  orders = new OrdersSection(this)

  #feed = new OrderFeed(this.orders.list, this.cafes.favourites, {
    order: (order, before) => this.orders.changed(order, before),
    reminders: () => this.#reminders.look(),
    following: () => this.cafes.loadFollowing(),
    present: place => this.cafes.present(place),
    menu: () => this.cafes.menuChanged(),
    windows: () => this.checkout.windowsChanged(),
    shown: () => this.show(),
    refused: () => this.#signedOutElsewhere(),
    link: () => this.#linkChanged(),
  })

  connectedCallback() {
    this.#abort = new AbortController()
    this.cafes.connect()
    this.orders.connect()
    this.#listen(this.#abort.signal)
    const { near, popovers } = this.#tips
    render(this, this.account, this.orders.running, this.#link, near, h("div.order-layout", {}, this.main, this.#aside), this.checkout.bar,
      this.checkout.item, this.ask, this.#reminderBar, this.notice, ...popovers)
    this.#refreshTimer = setInterval(() => this.refresh(), REFRESH_INTERVAL)
    this.#readiness.ask(() => this.#followKitchen())
    this.#server.ask(() => this.#tryServer())
    this.#begin()
  }

  disconnectedCallback() {
    this.#abort.abort()
    clearInterval(this.#refreshTimer)
    for (const poll of [this.#readiness, this.#server, this.#watch]) poll.ask(null)
    this.cafes.disconnect()
    this.orders.disconnect()
    this.#feed.stop()
  }

  #listen(signal) {
    const on = (name, act) => this.addEventListener(name, ({ detail }) => act(detail), { signal })
    for (const section of [this.cafes, this.checkout, this.orders]) section.listen(on)
    on("menu-wanted", () => this.go(View.menu))
    on("sign-in-wanted", () => this.account.askWho())
    on("signed-in", () => this.#signedIn())
    on("signed-out", () => this.#signedOut())
    on("sign-out-failed", sentence => this.notice.show(sentence))
    addEventListener("hashchange", () => this.#viewChanged(), { signal })
    // Another tab clears the stored café after it has ended the session; this tab may have noticed the end of the
    // session before.
    addEventListener("storage", () => { if (!this.isEmployee) this.cafes.forgetIfNoneStored() }, { signal })
    addEventListener("online", () => this.refresh(), { signal })
    addEventListener("offline", () => this.show(), { signal })
    document.addEventListener("visibilitychange", () => this.refresh(), { signal })
  }

  async #begin() {
    render(this.main, loading(t("Loading the cafés.")))
    try {
      await Promise.all([this.cafes.menus.loadCafes(), loadSession()])
    } catch (error) {
      this.cafes.menus.failure = explain(error)
      return this.show()
    }
    this.checkout.begin()
    this.followPerson()
    // The watch of orders that wait takes the core.
    this.cafes.isThere.then(() => this.orders.begin())
    await this.cafes.begin()
    if (this.view.view === View.review) this.checkout.open()
    this.#explainNonDiner()
  }

  // Loads again what may have changed.
  async refresh() {
    if (document.visibilityState !== "visible") return
    if (!this.cafes.menus.cafes) return this.#begin()
    this.cafes.favourites.catchUp()
    await this.cafes.loadCafes()
    if (this.cafes.menus.staleSince === null) this.checkout.state.linkIsBack()
    await this.checkout.checkIfNeeded()
    await this.cafes.loadMenu()
  }

  // The time at which an order is ready moves with the kitchen's work for others, of which the feed tells a diner nothing.
  async #followKitchen() {
    if (this.shownView === View.review) await this.checkout.windowsChanged()
    if (this.shownView === View.order) await this.orders.followOpen()
  }

  // The page shows what the service worker kept, until the server answers. The session brings the token for the first press.
  async #tryServer() {
    if (staleSince() !== null && await doesServerAnswer()) await this.#serverIsBack()
  }

  async #serverIsBack() {
    forgetKept()
    const before = currentPrincipal()
    await loadSession().catch(() => null)
    if (currentPrincipal()?.id !== before?.id) await this.#signedOutElsewhere()
    if (this.view.order && this.isEmployee) this.orders.loadOpen()
    await this.refresh()
  }

  tryAgain() {
    this.cafes.menus.failure = null
    if (!this.cafes.menus.cafes) return this.#begin()
    this.show()
    if (this.view.order) this.orders.loadOpen()
    else this.cafes.loadMenu()
  }

  // MARK: person

  get isEmployee() { return hasRole("employee") }
  get person() { return this.isEmployee ? currentPrincipal() : null }
  // The signed-in person if they cannot order, or null.
  get nonDiner() { return this.isEmployee ? null : currentPrincipal() }

  followPerson() {
    this.#feed.stop()
    this.orders.forgetWaiting()
    if (this.isEmployee) this.#feed.follow(currentPrincipal(), this.cafes.shown)
    else this.#forgetPerson()
    this.#linkChanged()
  }

  #forgetPerson() {
    this.orders.list.clear()
    this.cafes.favourites.forget()
    this.checkout.state.forgetStart()
    this.#reminders.clear()
    this.cafes.choice.forgetFollowing()
  }

  #signedIn() {
    this.followPerson()
    if (this.view.view === View.review) this.checkout.open()
    this.show()
    this.#explainNonDiner()
  }

  // Tells a signed-in person who cannot order, such as a cook, where to go.
  #explainNonDiner() {
    if (!this.nonDiner || this.shownView === View.review) return
    const home = homeOf(this.nonDiner)
    const way = { label: t("Go to your own page"), perform: () => location.assign(home) }
    this.notice.show(t("{name} is signed in in this browser and cannot order.", { name: this.nonDiner.name }), home === "/order" ? null : way)
  }

  #signedOut() {
    this.followPerson()
    this.cafes.forget()
    this.go(View.menu)
    this.show()
  }

  // Another tab has signed out, or has signed in somebody else.
  async #signedOutElsewhere() {
    await loadSession().catch(() => null)
    this.#forgetPerson()
    this.followPerson()
    this.cafes.forgetIfNoneStored()
    if (this.isEmployee) this.notice.show(t("{name} is signed in in this browser now.", { name: currentPrincipal().name }))
    else this.notice.show(t("You are not signed in as an employee any more in this browser."), { label: t("Sign in"), perform: () => this.account.askWho() })
    if (this.view.order && this.isEmployee) this.orders.loadOpen()
    this.show()
  }

  #linkChanged() {
    this.#link.show(this.#feed)
    if (this.#feed.state === Link.live && this.checkout.state.linkIsBack()) this.show()
  }

  // MARK: views

  // target: a View, or an address within the page.
  go(target) {
    const hash = target.startsWith("#") ? target : `#${target}`
    if (location.hash === hash) this.#viewChanged()
    else location.hash = hash
  }

  // Like go, but at once. Without keepsHistory the back button skips the previous view.
  move(address, { keepsHistory }) {
    if (keepsHistory) history.pushState(null, "", address)
    else history.replaceState(null, "", address)
    this.#viewChanged()
  }

  #viewChanged() {
    this.notice.hide()
    this.view = parseView(location.hash)
    this.orders.viewChanged()
    this.cafes.viewChanged()
    if (this.view.view === View.review && this.cafes.menus.cafes) this.checkout.open()
    else this.checkout.leave()
    this.show()
    this.main.querySelector("[tabindex='-1']")?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }

  get shownView() {
    return possibleView(this.view.view, {
      hasCafe: this.cafes.shown !== null, isEmployee: this.isEmployee, canReview: this.checkout.isOpen,
    })
  }

  show() {
    const view = this.shownView
    this.dataset.view = view
    this.#showAccount()
    this.orders.showRunning(view)
    this.#showMain(view)
    this.checkout.showBasket(this.#aside, view)
    this.#watch.ask(this.#visitorsQuestion(view))
    this.#tips.show(view, this.cafes.favourites.of(this.cafes.shown) !== null, !isEmpty(this.checkout.basket))
    document.title = titleWith(this.orders.list.all, this.#pageTitle)
  }

  // Somebody who cannot order needs no pickup windows.
  #visitorsQuestion(view) {
    const { isEmployee, nonDiner, cafes, checkout } = this
    if (isEmployee || !cafes.menu) return null
    if (view === View.menu) return () => cafes.askForMenu()
    return view === View.review && nonDiner === null && cafes.shown.hasPickupWindows ? () => checkout.windowsChanged() : null
  }

  #showAccount() {
    if (!this.cafes.menus.cafes) return
    this.account.show(currentPrincipal(), this.isEmployee && h("button.button.quiet", {
      type: "button", id: "your-orders", "data-key": "orders", onclick: () => this.go(View.orders),
    }, icon("list"), h("span.tool-label", {}, t("Your orders"))))
  }

  #showMain(view) {
    const { cafes, failure: reason } = this.cafes.menus
    if (!cafes) return render(this.main, reason ? failure(reason, () => this.tryAgain()) : loading(t("Loading the cafés.")))
    switch (view) {
      case View.cafes: return this.cafes.showPicker(this.main)
      case View.review: return this.checkout.show(this.main)
      case View.orders: return this.orders.showHistory(this.main)
      case View.order: return this.orders.showOpen(this.main)
      case SIGN_IN: return render(this.main, this.account.invitation(t("Your orders"), t("Sign in to see your orders.")))
      default: return this.cafes.showMenu(this.main, this.#tips.favourites)
    }
  }
}

customElements.define("order-page", OrderPage)
