// The employee's page: café, menu, basket, review, status, past orders. It holds what is shown and connects the parts;
// what to decide is in models/, what to fetch in helpers/.

import { CafeChoice } from "../helpers/cafe-choice.js"
import { Checkout } from "../helpers/checkout.js"
import { h, icon, render } from "../helpers/dom.js"
import { explain } from "../helpers/explain.js"
import { get, post, Problem, Unreachable } from "../helpers/http.js"
import { LiveFeed } from "../helpers/live.js"
import { clockTime, money } from "../helpers/locale.js"
import { loading, mark } from "../helpers/mark.js"
import { t, tn } from "../helpers/messages.js"
import { Orders } from "../helpers/orders.js"
import { currentPrincipal, hasRole, loadSession, signOut } from "../helpers/session.js"
import { read, write } from "../helpers/storage.js"
import {
  addLine, applyQuote, changes, emptyBasket, isEmpty, itemCount, orderRequest, quoteRequest, removeLine, replaceLine,
  restoreLine, setQuantity, subtotal,
} from "../models/basket.js"
import { Phase } from "../models/cafe-finder.js"
import { lineErrors } from "../models/line-errors.js"
import { isRecalled, isRunning } from "../models/order.js"
import { orderAddress, parseView, View } from "../models/view.js"
import { statusWords } from "./basket-panel.js"
import { openingSentence, reasonSentence } from "./cafe-picker.js"
import "./item-dialog.js"
import "./cafe-menu.js"
import "./link-state.js"
import "./order-history.js"
import { headline, stageName, titleWords } from "./order-status.js"
import "./order-review.js"
import "./ask-dialog.js"
import "./notice-bar.js"
import "./sign-in-chooser.js"

const BASKET = "vicinity-basket"
const REFRESH = 60_000 // milliseconds between looks at cafés and menu

class OrderPage extends HTMLElement {
  #abort = null
  #refresher = null
  #feed = null
  #choice = null
  #checkout = new Checkout()
  #orders = new Orders()
  #cafes = null
  #menus = new Map()
  #basket = read(sessionStorage, BASKET) ?? emptyBasket
  #view = parseView(location.hash)
  #review = { quote: null, message: null, oldTotal: null, errors: null, isSending: false }
  #status = { isCancelling: false, message: null }
  #failure = null
  #staleSince = null
  #heldBack = null // the café that the person did not want to move to
  #isAsking = false
  #pageTitle = document.title

  #parts = {
    tools: h("div.order-tools"),
    running: h("div.running", { role: "status" }),
    link: h("link-state"),
    main: h("div.order-main.stack"),
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
    who: h("div"),
  }

  connectedCallback() {
    this.#abort = new AbortController()
    this.#choice = new CafeChoice(() => this.#cafeChanged())
    this.#listen(this.#abort.signal)
    const { tools, running, link, main, aside, bar, item, ask, notice, who } = this.#parts
    render(this, tools, running, link, h("div.order-layout", {}, main, aside), bar, item, ask, notice, who)
    this.#refresher = setInterval(() => this.#refresh(), REFRESH)
    this.#begin()
  }

  disconnectedCallback() {
    this.#abort.abort()
    clearInterval(this.#refresher)
    this.#choice.stop()
    this.#feed?.stop()
    this.#feed = null
  }

  #listen(signal) {
    const on = (name, act) => this.addEventListener(name, ({ detail }) => act(detail), { signal })
    on("closest-chosen", () => this.#choice.chooseClosest())
    on("search-started", () => this.#choice.search())
    on("cafe-chosen", id => this.#chooseCafe(id))
    on("item-opened", item => this.#parts.item.open(item, this.#menu.allergens))
    on("line-confirmed", ({ key, line }) => this.#confirmLine(key, line))
    on("line-edited", key => this.#editLine(key))
    on("quantity-set", ({ key, quantity }) => this.#change(setQuantity(this.#basket, key, quantity)))
    on("line-removed", key => this.#removeLine(key))
    on("review-opened", () => this.#go(View.review))
    on("menu-wanted", () => this.#go(View.menu))
    on("sign-in-wanted", () => this.#askWho())
    on("order-confirmed", () => this.#placeOrder())
    on("order-opened", id => this.#go(orderAddress(id)))
    on("cancel-wanted", () => this.#cancelOrder())
    addEventListener("hashchange", () => this.#viewChanged(), { signal })
    addEventListener("online", () => this.#refresh(), { signal })
    addEventListener("offline", () => this.#show(), { signal })
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#refresh()
    }, { signal })
  }

  async #begin() {
    render(this.#parts.main, loading(t("Loading the cafés.")))
    try {
      const [{ cafes }] = await Promise.all([get("/api/v1/cafes"), loadSession()])
      this.#cafes = cafes
      this.#failure = null
    } catch (error) {
      this.#failure = explain(error)
      return this.#show()
    }
    if (!isEmpty(this.#basket) && !this.#cafe(this.#basket.cafe)) this.#basket = emptyBasket
    this.#followPerson()
    await this.#choice.begin(this.#cafes)
    if (this.#view.view === View.review) this.#openReview()
  }

  // MARK: café

  #cafe(id) { return this.#cafes.find(cafe => cafe.id === id) ?? null }

  // The basket's café as long as there is something in the basket.
  get #shownCafe() {
    if (!this.#cafes) return null
    return isEmpty(this.#basket) ? this.#choice.finder.cafe : this.#cafe(this.#basket.cafe)
  }

  get #menu() { return this.#menus.get(this.#shownCafe?.id) ?? null }

  #cafeChanged() {
    const { finder } = this.#choice
    if (finder.phase === Phase.asking) this.#askBetween()
    else if (finder.phase === Phase.settled) this.#settledOn(finder.cafe)
    this.#show()
  }

  async #settledOn(cafe) {
    if (!isEmpty(this.#basket) && this.#basket.cafe !== cafe.id) return this.#proposeMove(cafe)
    if (this.#knownCafe && this.#knownCafe !== cafe.id && finderIsClosest(this.#choice)) {
      this.#parts.notice.show(t("You are now closest to {cafe}. This is its menu.", { cafe: cafe.name }))
    }
    if (this.#knownCafe !== cafe.id) {
      this.#knownCafe = cafe.id
      this.#followPerson()
      if (this.#view.view === View.cafes) this.#go(View.menu)
      await this.#loadMenu()
    }
  }

  #knownCafe = null

  #chooseCafe(id) {
    this.#heldBack = null
    this.#choice.choose(id)
    this.#go(View.menu)
  }

  // C4: unsure means asking.
  async #askBetween() {
    if (this.#isAsking) return
    this.#isAsking = true
    const cafes = this.#choice.finder.asked
    const id = await this.#parts.ask.ask({
      title: cafes.length === 2
        ? t("You are between two cafés. Which one?")
        : tn("You are near {count} café. Which one?", "You are near {count} cafés. Which one?", cafes.length),
      content: [between()],
      options: cafes.map(cafe => ({ value: cafe.id, label: `${cafe.name} – ${openingSentence(cafe)}` })),
    })
    this.#isAsking = false
    if (id !== null) return this.#choice.answer(id)
    if (!this.#choice.finder.cafe) this.#go(View.cafes)
  }

  // C7: the basket moves only when the person says so, and every difference is named first.
  async #proposeMove(cafe) {
    if (this.#isAsking || this.#heldBack === cafe.id) return
    this.#isAsking = true
    try {
      const quote = await post(`/api/v1/cafes/${cafe.id}/quote`, quoteRequest(this.#basket))
      const from = this.#cafe(this.#basket.cafe)
      const answer = await this.#parts.ask.ask({
        title: finderIsClosest(this.#choice) ? t("You are now closest to {cafe}.", { cafe: cafe.name }) : t("Move your basket to {cafe}?", { cafe: cafe.name }),
        text: t("Your basket is for {cafe}.", { cafe: from.name }),
        content: [this.#differences(quote)],
        options: [
          { value: "move", label: t("Move the basket to {cafe}", { cafe: cafe.name }), isPrimary: true },
          { value: "stay", label: t("Stay with {cafe}", { cafe: from.name }) },
        ],
      })
      this.#isAsking = false
      if (answer === "move") await this.#moveBasket(cafe, quote)
      else this.#holdBack(cafe, from)
    } catch (error) {
      this.#isAsking = false
      this.#heldBack = cafe.id
      this.#parts.notice.show(explain(error))
    }
  }

  async #moveBasket(cafe, quote) {
    this.#heldBack = null
    this.#knownCafe = cafe.id
    this.#change(applyQuote(this.#basket, cafe, quote))
    this.#followPerson()
    await this.#loadMenu()
    if (this.#view.view === View.review) this.#openReview()
    this.#parts.notice.show(t("Your basket is now for {cafe}.", { cafe: cafe.name }))
  }

  #holdBack(cafe, from) {
    this.#heldBack = cafe.id
    if (!finderIsClosest(this.#choice)) this.#choice.choose(from.id)
    this.#show()
  }

  #differences(quote) {
    const differing = changes(this.#basket, quote)
    if (differing.length === 0) return h("p.muted", {}, t("Everything in it is there too, at the same price."))
    return h("ul.differences", {}, differing.map(({ line, status, unitPrice, was }) => h("li", {},
      h("strong", {}, line.name), " ",
      status === "price-changed"
        ? h("span.figures", {}, h("s.muted", {}, money(was)), " → ", money(unitPrice))
        : h("span.field-error", {}, icon("information"), statusWords(status)))))
  }

  async #loadMenu() {
    const cafe = this.#shownCafe
    if (!cafe) return
    try {
      this.#menus.set(cafe.id, await get(`/api/v1/cafes/${cafe.id}/menu`))
      this.#staleSince = null
      this.#failure = null
    } catch (error) {
      if (this.#menus.has(cafe.id)) this.#staleSince ??= Date.now()
      else this.#failure = explain(error, cafe.timeZone)
    }
    this.#show()
  }

  async #refresh() {
    if (document.visibilityState !== "visible") return
    if (!this.#cafes) return this.#begin()
    try {
      this.#cafes = (await get("/api/v1/cafes")).cafes
      this.#choice.update(this.#cafes)
    } catch {
      this.#staleSince ??= Date.now()
    }
    await this.#loadMenu()
  }

  // MARK: basket

  #change(basket) {
    if (this.#isUndecided) {
      this.#go(View.review)
      return
    }
    this.#basket = isEmpty(basket) ? emptyBasket : basket
    write(sessionStorage, BASKET, isEmpty(basket) ? null : basket)
    this.#review.quote = null
    this.#show()
  }

  #confirmLine(key, line) {
    if (key !== null) {
      this.#change(replaceLine(this.#basket, key, line))
      if (this.#view.view === View.review) this.#openReview()
      return
    }
    this.#change(addLine(this.#basket, this.#shownCafe, { ...line, key: crypto.getRandomValues(new Uint32Array(1))[0].toString(36) }))
    this.#parts.notice.show(t("{name} is in your basket.", { name: line.name }))
  }

  #editLine(key) {
    const index = this.#basket.lines.findIndex(line => line.key === key)
    const line = this.#basket.lines[index]
    const item = this.#menu?.sections.flatMap(section => section.items).find(({ id }) => id === line.item)
    if (!item) return this.#removeLine(key)
    const fields = this.#review.errors?.get(index) ?? []
    const errors = new Map(fields.includes("choices")
      ? item.groups.map(group => [group.id, t("These choices do not fit the menu. Choose again.")])
      : [])
    this.#parts.item.open(item, this.#menu.allergens, line, errors)
  }

  #removeLine(key) {
    const index = this.#basket.lines.findIndex(line => line.key === key)
    const line = this.#basket.lines[index]
    const { cafe, currency } = this.#basket
    this.#change(removeLine(this.#basket, key))
    const restore = () => {
      const basket = isEmpty(this.#basket) ? { cafe, currency, lines: [] } : this.#basket
      if (basket.cafe === cafe) this.#change(restoreLine(basket, line, Math.min(index, basket.lines.length)))
    }
    this.#parts.notice.show(t("{name} is removed.", { name: line.name }), { label: t("Undo"), perform: restore })
    if (this.#view.view === View.review) this.#openReview()
  }

  // MARK: review and order

  get #isUndecided() {
    const person = currentPrincipal()
    return person !== null && this.#checkout.isUndecided(person.id)
  }

  async #openReview(keepsMessage = false) {
    if (isEmpty(this.#basket) && !this.#isUndecided) return this.#go(View.menu)
    if (!keepsMessage) Object.assign(this.#review, { message: null, oldTotal: null, errors: null })
    if (this.#isUndecided) this.#review.message ??= t("No answer has come for your last order, so it is not known whether it was placed. Asking again is safe: it is placed once.")
    this.#show()
    try {
      const cafe = this.#cafe(this.#basket.cafe)
      const [quote] = await Promise.all([
        post(`/api/v1/cafes/${cafe.id}/quote`, quoteRequest(this.#basket)),
        this.#isEmployee ? this.#orders.loadAccount() : null,
      ])
      this.#basket = applyQuote(this.#basket, cafe, quote)
      write(sessionStorage, BASKET, this.#basket)
      this.#review.quote = quote
      if (!quote.isOrderable && !this.#review.message) this.#review.message = this.#whyNot(cafe)
    } catch (error) {
      this.#review.message ??= explain(error, this.#shownCafe?.timeZone)
    }
    this.#show()
  }

  #whyNot(cafe) {
    return cafe.isOpen ? t("Something in the basket needs another look. It is marked below.") : t("{cafe} is closed now. {opening}. Your basket is kept.", { cafe: cafe.name, opening: openingSentence(cafe) })
  }

  get #isEmployee() { return hasRole("employee") }

  async #placeOrder() {
    if (!this.#isEmployee) return this.#askWho()
    if (!this.#isUndecided && !(await this.#confirmCafe())) return
    this.#review.isSending = true
    this.#show()
    const { id } = currentPrincipal()
    try {
      this.#placed(await this.#checkout.place(id, orderRequest(this.#basket, this.#review.quote?.total)))
    } catch (error) {
      await this.#refused(error)
    }
  }

  // C6: the café at checkout is the basket's, or the person has said so.
  async #confirmCafe() {
    const { finder } = this.#choice
    const ours = this.#cafe(this.#basket.cafe)
    if (!finderIsClosest(this.#choice) || !finder.cafe || finder.cafe.id === ours.id || finder.reason) return true
    const answer = await this.#parts.ask.ask({
      title: t("Which café?"),
      text: t("You are closest to {closest}. This order goes to {cafe}.", { closest: finder.cafe.name, cafe: ours.name }),
      options: [
        { value: "ours", label: t("Order at {cafe}", { cafe: ours.name }) },
        { value: "closest", label: t("Move the basket to {cafe}", { cafe: finder.cafe.name }) },
      ],
    })
    if (answer === "closest") {
      this.#heldBack = null
      await this.#proposeMove(finder.cafe)
    }
    return answer === "ours"
  }

  #placed(order) {
    Object.assign(this.#review, { isSending: false, message: null, oldTotal: null, quote: null, errors: null })
    this.#basket = emptyBasket
    write(sessionStorage, BASKET, null)
    this.#orders.put(order)
    this.#status = { isCancelling: false, message: null }
    history.replaceState(null, "", orderAddress(order.id))
    this.#viewChanged()
    this.#choiceAfterOrder()
  }

  // With the basket gone the shown café is the resolved one again.
  #choiceAfterOrder() {
    this.#heldBack = null
    const { cafe } = this.#choice.finder
    if (cafe && this.#knownCafe !== cafe.id) this.#settledOn(cafe)
  }

  async #refused(error) {
    this.#review.isSending = false
    const { cafe } = this.#basket
    this.#review.message = this.#isUndecided && (error instanceof Unreachable || error.status >= 500)
      ? t("No answer came from the server, so it is not known whether your order was placed. Asking again is safe: it is placed once.")
      : explain(error, this.#cafe(cafe)?.timeZone)
    if (!(error instanceof Problem)) return this.#show()
    if (error.code === "total-changed") this.#review.oldTotal = this.#review.quote?.total ?? null
    if (error.body.errors) this.#review.errors = lineErrors(error.body.errors)
    if (error.status === 401) {
      await loadSession()
      this.#followPerson()
    }
    if (error.code === "sold-out" || error.code === "cafe-closed") this.#refresh()
    await this.#openReview(true)
  }

  async #cancelOrder() {
    const order = this.#orders.find(this.#view.order)
    this.#status = { isCancelling: true, message: null }
    this.#show()
    try {
      this.#orders.put(await post(`/api/v1/orders/${order.id}/cancellation`, {}))
      this.#status.isCancelling = false
    } catch (error) {
      this.#status = { isCancelling: false, message: cancelSentence(error) }
      if (error instanceof Problem) await this.#orders.loadOne(order.id).catch(() => null)
    }
    this.#show()
  }

  // MARK: person

  #askWho() {
    const close = () => dialog.close()
    const chooser = h("sign-in-chooser", { as: "person" })
    const dialog = h("dialog", { "aria-labelledby": "who-title", onclose: () => render(this.#parts.who) },
      h("div.dialog-body", {},
        h("div.dialog-head", {}, h("h2", { id: "who-title" }, t("Who are you?")),
          h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: close }, icon("close"))),
        h("p.muted", {}, t("Nothing is checked: in this demo a choice of name signs you in.")),
        chooser))
    chooser.addEventListener("signed-in", () => {
      close()
      this.#followPerson()
      if (this.#view.view === View.review) this.#openReview()
      this.#show()
    })
    render(this.#parts.who, dialog)
    dialog.showModal()
  }

  async #leave() {
    try {
      await signOut()
    } catch (error) {
      return this.#parts.notice.show(explain(error))
    }
    this.#followPerson()
    this.#go(View.menu)
    this.#show()
  }

  #followPerson() {
    this.#feed?.stop()
    this.#feed = null
    const principal = currentPrincipal()
    if (!this.#isEmployee) this.#orders.clear()
    if (!principal || !this.#isEmployee) return
    const cafe = this.#shownCafe
    const topics = [`person/${principal.id}`, ...(cafe ? [`cafe/${cafe.id}/menu`] : [])]
    this.#feed = new LiveFeed({
      topics,
      isNumbered: false,
      loadSnapshot: () => this.#loadOrders(),
      loadChanges: changes => this.#follow(changes),
      probe: () => get("/api/v1/session"),
      refused: () => this.#signedOutElsewhere(),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
  }

  async #loadOrders() {
    for (const { order, before } of await this.#orders.load()) this.#noticeChange(order, before)
    if (this.#view.order && !this.#orders.find(this.#view.order)) await this.#orders.loadOne(this.#view.order)
    this.#show()
  }

  async #follow(changes) {
    const ids = new Set(changes.filter(({ topic }) => topic.startsWith("person/")).map(({ body }) => body.order))
    for (const id of ids) {
      const found = await this.#orders.loadOne(id)
      if (found) this.#noticeChange(found.order, found.before)
    }
    if (changes.some(({ topic }) => topic.endsWith("/menu"))) await this.#loadMenu()
    this.#show()
  }

  // On the order's own view the headline says it; everywhere else a line at the foot does (C90: once each).
  #noticeChange(order, before) {
    if (!before || before.stage === order.stage || this.#view.order === order.id) return
    if (order.stage !== "ready" && !isRecalled(order)) return
    this.#parts.notice.show(t("{number}: {headline}", { number: order.number, headline: headline(order) }), {
      label: t("Show order"), perform: () => this.#go(orderAddress(order.id)),
    })
  }

  async #signedOutElsewhere() {
    this.#feed?.stop()
    this.#feed = null
    await loadSession().catch(() => null)
    if (!this.#isEmployee) this.#orders.clear()
    this.#parts.notice.show(t("You are not signed in as an employee any more in this browser."), { label: t("Sign in"), perform: () => this.#askWho() })
    this.#show()
  }

  #linkChanged() {
    const lostFor = this.#feed?.lostFor ?? null
    this.#parts.link.show(this.#feed?.state ?? null, lostFor === null ? null : Date.now() - lostFor)
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
    this.#status = { isCancelling: false, message: null }
    if (this.#view.view === View.review && this.#cafes) this.#openReview()
    if (this.#view.order && !this.#orders.find(this.#view.order) && this.#isEmployee) this.#loadShownOrder()
    if (this.#view.view === View.orders && this.#isEmployee) this.#orders.loadAccount().then(() => this.#show(), () => null)
    this.#show()
    this.#parts.main.querySelector("[tabindex='-1']")?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }

  async #loadShownOrder() {
    try {
      if (!(await this.#orders.loadOne(this.#view.order))) this.#failure = t("There is no such order of yours.")
    } catch (error) {
      this.#failure = explain(error)
    }
    this.#show()
  }

  #show() {
    const { main, aside, basket, link } = this.#parts
    const view = this.#shownView
    this.dataset.view = view
    this.#showTools()
    this.#showRunning()
    this.#showMain(view, main)
    const hasAside = (view === View.menu || view === View.basket) && this.#shownCafe !== null
    render(aside, ...(hasAside ? [basket] : []))
    if (hasAside) basket.show(this.#basket, this.#shownCafe)
    this.#showBar(view)
    document.title = this.#title()
    if (!link.isConnected || !this.#feed) link.show(null, null)
  }

  // What the address asks for, or what is possible instead.
  get #shownView() {
    const { view } = this.#view
    if (view === View.menu || view === View.basket) return this.#shownCafe ? view : View.cafes
    if ((view === View.orders || view === View.order) && !this.#isEmployee) return "who"
    if (view === View.review && isEmpty(this.#basket) && !this.#isUndecided) return this.#shownCafe ? View.menu : View.cafes
    return view
  }

  #showMain(view, main) {
    const { picker, menu, review, status, history: past } = this.#parts
    if (!this.#cafes) return render(main, this.#failure ? this.#trouble() : loading(t("Loading the cafés.")))
    switch (view) {
      case View.cafes:
        render(main, picker)
        return picker.show(this.#cafes, this.#choice.finder)
      case View.review:
        render(main, review)
        return review.show({ ...this.#review, ...this.#reviewFacts() })
      case View.orders:
        render(main, this.#back(), past)
        return past.show({ orders: this.#orders.all, balances: this.#orders.balances, more: this.#orders.hasMore ? () => this.#showMore() : null })
      case View.order: {
        const order = this.#orders.find(this.#view.order)
        render(main, this.#back(), order ? status : this.#failure ? this.#trouble() : loading(t("Loading your order.")))
        return order && status.show(order, this.#status)
      }
      case "who": return render(main, h("h1", {}, t("Your orders")), h("p", {}, t("Say who you are to see your orders.")),
        h("button.button.primary", { type: "button", onclick: () => this.#askWho() }, t("Sign in")))
      default:
        render(main, this.#cafeHead(), this.#staleNotice(), this.#menu ? menu : this.#failure ? this.#trouble() : skeleton())
        if (this.#menu) menu.show(this.#menu)
    }
  }

  #reviewFacts() {
    const cafe = this.#cafe(this.#basket.cafe ?? this.#checkout.pendingBody?.cafe)
    return { basket: this.#basket, cafe, principal: this.#isEmployee ? currentPrincipal() : null, balance: this.#orders.balance(cafe.currency), isUndecided: this.#isUndecided }
  }

  #cafeHead() {
    const cafe = this.#shownCafe
    const isClosest = finderIsClosest(this.#choice) && this.#choice.finder.cafe?.id === cafe.id && !this.#choice.finder.reason
    const reason = reasonSentence(this.#choice.finder.reason)
    return h("div.stack", {},
      h("div.cafe-head", {},
        h("div", {},
          h("p.muted.small", {}, isClosest ? t("Closest to you") : cafe.site.name),
          h("h1", { tabindex: "-1" }, cafe.name),
          h("p", { class: cafe.isOpen ? "is-open" : "is-closed" }, openingSentence(cafe), " · ",
            h("span.muted", {}, t("Local time {time}", { time: clockTime(Date.now(), cafe.timeZone) })))),
        h("button.button", { type: "button", "data-key": "change-cafe", onclick: () => this.#go(View.cafes) }, icon("pin"), t("Change café"))),
      reason && h("p.notice", {}, icon("information"), h("span", {}, reason)))
  }

  #staleNotice() {
    if (!navigator.onLine) return h("p.notice.waiting", { role: "status" }, icon("offline"), h("span", {}, t("You are offline. You can fill the basket; ordering needs the network.")))
    if (this.#staleSince === null) return null
    return h("p.notice.waiting", { role: "status" }, icon("clock"),
      h("span", {}, t("This menu may be out of date: the server has not answered since {time}.", { time: clockTime(this.#staleSince) })))
  }

  #trouble() {
    return h("div.empty", { role: "alert" }, mark(), h("p", {}, this.#failure),
      h("button.button", { type: "button", onclick: () => this.#tryAgain() }, t("Try again")))
  }

  #tryAgain() {
    this.#failure = null
    if (!this.#cafes) return this.#begin()
    this.#show()
    if (this.#view.order) this.#loadShownOrder()
    else this.#loadMenu()
  }

  #back() {
    return h("button.button.quiet.back", { type: "button", "data-key": "back", onclick: () => this.#go(View.menu) }, t("Back to the menu"))
  }

  async #showMore() {
    await this.#orders.loadMore().catch(error => this.#parts.notice.show(explain(error)))
    this.#show()
  }

  #showTools() {
    const principal = currentPrincipal()
    if (!this.#cafes) return
    render(this.#parts.tools, ...(principal
      ? [
        h("span.who", {}, icon("person"), principal.name),
        this.#isEmployee && h("button.button.quiet", { type: "button", "data-key": "orders", onclick: () => this.#go(View.orders) }, t("Your orders")),
        h("button.button.quiet", { type: "button", "data-key": "leave", onclick: () => this.#leave() }, t("Sign out")),
      ]
      : [h("button.button.quiet", { type: "button", "data-key": "sign-in", onclick: () => this.#askWho() }, icon("person"), t("Sign in"))]))
  }

  #showRunning() {
    const running = this.#orders.all.filter(order => isRunning(order) && order.id !== (this.#shownView === View.order ? this.#view.order : null))
    render(this.#parts.running, ...running.map(order =>
      h("button.running-order", { type: "button", "data-key": `running-${order.id}`, class: `running-order stage-${order.stage}`, onclick: () => this.#go(orderAddress(order.id)) },
        h("strong.figures", {}, order.number), h("span", {}, stageName(order.stage)), h("span.muted.small", {}, order.cafe.name))))
  }

  #showBar(view) {
    const isWanted = view === View.menu && !isEmpty(this.#basket)
    const count = itemCount(this.#basket)
    render(this.#parts.bar, ...(isWanted
      ? [h("button.button.primary.wide.apart", { type: "button", "data-key": "bar", onclick: () => this.#go(View.basket) },
        h("span.row", {}, icon("basket"), tn("Basket, {count} item", "Basket, {count} items", count)),
        h("span.figures", {}, money(subtotal(this.#basket))))]
      : []))
  }

  #title() {
    const words = this.#orders.all.filter(isRunning).map(titleWords)
    return words.length > 0 ? `${words.join(" · ")} – ${this.#pageTitle}` : this.#pageTitle
  }
}

const finderIsClosest = choice => choice.finder.preference?.kind === "closest"

function cancelSentence(error) {
  return error instanceof Problem && error.code === "illegal-transition"
    ? t("The kitchen has already started, so this order cannot be cancelled any more.")
    : explain(error)
}

// The mark with two circles: a dot between two cafés.
function between() {
  const picture = mark()
  picture.setAttribute("class", "mark between")
  return picture
}

const skeleton = () => h("div.skeleton", { "aria-hidden": "true" }, ...Array.from({ length: 6 }, () => h("span")))

customElements.define("order-page", OrderPage)
