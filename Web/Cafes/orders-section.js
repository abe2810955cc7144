// The placed orders on the order page: the open order, the running orders, and the earlier orders.

import { h, render } from "../Shared/dom.js"
import { post, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { tips } from "../Tips/tips.js"
import { explain, explainCancelling, explainStarting } from "./explain.js"
import { backToMenu } from "./order-parts.js"
import { headline } from "./order-words.js"
import { Orders } from "./orders.js"
import { WaitingOrders } from "./waiting-orders.js"
import { isNews, isWaiting, runningBeside } from "./models/order.js"
import { orderAddress, View } from "./models/view.js"
import "./order-history.js"
import "./order-status.js"
import "./running-orders.js"

const atRest = () => ({ isCancelling: false, isStarting: false, message: null })

export class OrdersSection {
  #page
  #status = h("order-status")
  #history = h("order-history")
  #action = atRest() // what the person does with the open order
  #failure = null // why there is no order to show
  #waiting = null
  running = h("running-orders")
  list = new Orders()

  // page: the OrderPage.
  constructor(page) { this.#page = page }

  listen(on) {
    on("order-opened", id => this.#page.go(orderAddress(id)))
    on("cancel-wanted", () => this.#askCancelling())
    on("start-wanted", () => this.#act("start", "isStarting", explainStarting))
    on("arrival-shared", () => this.#waiting.share(this.#page.view.order))
  }

  connect() {
    this.#waiting = new WaitingOrders(this.list, {
      order: (order, before) => this.changed(order, before),
      shown: () => this.#page.show(),
      watch: () => this.#showOpenAgain(),
    })
  }

  disconnect() { this.#waiting.stop() }
  begin() { this.#waiting.begin() }

  hasOrderAt(cafe) { return this.list.all.some(order => order.cafe.id === cafe) }

  // following: where beacons find the person, or null when that is not known.
  present(following) { this.#waiting.present(following) }

  // Stops watching the orders of the previous person.
  forgetWaiting() { this.#waiting.forget() }

  placed(order) {
    if (isWaiting(order)) tips.donate("order.waited")
    tips.orderedAt(order.cafe.id)
    this.list.put(order)
    this.#waiting.placed(order)
    this.#page.move(orderAddress(order.id), { keepsHistory: false })
  }

  // The headline of the open order announces a change; for other orders, a notice does (C90: once each).
  changed(order, before) {
    if (this.#page.view.order === order.id || !isNews(order, before)) return
    this.#page.notice.show(t("{number}: {headline}", { number: order.number, headline: headline(order) }), {
      label: t("Show order"), perform: () => this.#page.go(orderAddress(order.id)),
    })
  }

  // MARK: the open order

  get #open() { return this.list.find(this.#page.view.order) }

  // The page has come to another view.
  viewChanged() {
    this.#action = atRest()
    if (!this.#page.isEmployee) return
    const { view, order } = this.#page.view
    if (order) this.loadOpen()
    if (view === View.orders) this.list.loadAccount().then(() => this.#page.show(), () => null)
  }

  async loadOpen() {
    this.#failure = null
    try {
      if (!(await this.list.loadOne(this.#page.view.order))) this.#failure = t("You have no such order.")
    } catch (error) {
      this.#failure = explain(error)
    }
    this.#page.show()
  }

  async #askCancelling() {
    const order = this.#open
    const answer = await this.#page.ask.ask({
      title: t("Cancel order {number}?", { number: order.number }),
      text: t("The kitchen then does not make it, and you pay nothing."),
      options: [{ value: "keep", label: t("Keep the order"), isPrimary: true }, { value: "cancel", label: t("Cancel order") }],
    })
    if (answer === "cancel" && this.#open?.id === order.id) await this.#act("cancellation", "isCancelling", explainCancelling)
  }

  async #act(path, flag, explainRefusal) {
    const order = this.#open
    this.#action = { ...atRest(), [flag]: true }
    this.#page.show()
    try {
      this.list.put(await post(`/api/v1/orders/${order.id}/${path}`, {}))
      this.#action = atRest()
    } catch (error) {
      this.#action = { ...atRest(), message: explainRefusal(error, order.cafe.timeZone) }
      if (error instanceof Problem) await this.list.loadOne(order.id).catch(() => null)
    }
    this.#page.show()
  }

  // MARK: views

  showOpen(main) {
    const order = this.#open
    if (!order) return render(main, this.#back, this.#failure ? failure(this.#failure, () => this.#page.tryAgain()) : loading(t("Loading your order.")))
    if (!this.#status.isConnected) render(main, this.#back, this.#status)
    this.#status.show(order, { ...this.#action, watch: this.#waiting.state(order.id) })
  }

  #showOpenAgain() {
    if (this.#page.shownView === View.order && this.#open) this.showOpen(this.#page.main)
  }

  showHistory(main) {
    render(main, this.#back, this.#history)
    const more = this.list.hasMore ? () => this.#showMore() : null
    this.#history.show({ orders: this.list.all, balances: this.list.balances, more })
  }

  async #showMore() {
    await this.list.loadMore().catch(error => this.#page.notice.show(explain(error)))
    this.#page.show()
  }

  showRunning(view) {
    this.#waiting.look()
    const open = view === View.order ? this.#page.view.order : null
    this.running.show(runningBeside(this.list.all, open))
  }

  get #back() { return backToMenu(() => this.#page.go(View.menu)) }
}
