// Follows one order on the guest's own phone: its number, its state and its receipt, without signing in (C49, C91). The address has the
// order's identifier behind "#", which browsers send to nobody.

import { h, icon, render } from "../Shared/dom.js"
import { get, Problem } from "../Shared/http.js"
import { clockTime, windowTime } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { followedWords } from "./kiosk-words.js"
import { wasPaid } from "./models/order.js"
import { headline } from "./order-words.js"
import "./order-receipt.js"

const LOOK = 4000 // milliseconds between two looks
const ENDED = ["cancelled", "rejected", "not-collected"]
const RUNNING = ["placed", "accepted", "preparing", "ready"]

class FollowPage extends HTMLElement {
  #timer = null
  #abort = null
  #stage = null
  #title = document.title
  #receipt = h("order-receipt")
  #sold = null // the order as it was sold, when there is a receipt
  #shown = null // what of it is on the page
  #soldAt = null // the order and the stage at which that was loaded

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    addEventListener("hashchange", () => this.#begin(), { signal })
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#look() }, { signal })
    this.#begin()
  }

  disconnectedCallback() {
    this.#abort.abort()
    clearTimeout(this.#timer)
  }

  #begin() {
    this.#stage = null
    this.#sold = null
    this.#shown = null
    this.#soldAt = null
    render(this, loading(t("Looking for your order.")))
    this.#look()
  }

  async #look() {
    clearTimeout(this.#timer)
    const order = location.hash.slice(1)
    let isOver = false
    try {
      const followed = await get(`/api/v1/followed-orders/${encodeURIComponent(order)}?lang=${encodeURIComponent(language())}`)
      isOver = !RUNNING.includes(followed.stage)
      await this.#loadSold(order, followed.stage)
      if (order !== location.hash.slice(1)) return
      this.#show(followed)
    } catch (error) {
      isOver = error instanceof Problem && error.status === 404
      this.#showFailure(isOver)
    }
    if (!isOver && this.isConnected) this.#timer = setTimeout(() => this.#look(), LOOK)
  }

  #show({ number, stage, cafe, pickup, timeZone }) {
    const before = this.#stage
    this.#stage = stage
    if (stage === before && this.#sold === this.#shown && !this.querySelector(".notice")) return
    this.#shown = this.#sold
    // How an order ended, and where its money goes, is on the receipt.
    const words = this.#sold && ENDED.includes(stage) ? headline(this.#sold) : followedWords(stage, cafe)
    document.title = `${number}: ${words} – ${this.#title}`
    render(this, h("div.followed", { "data-stage": stage },
      h("h1", {}, h("span.hidden-visually", {}, t("Your number is {number}.", { number })), h("span.followed-number.figures", { "aria-hidden": "true" }, number)),
      h("p.followed-state", { role: "status" }, words),
      h("p.muted", {}, cafe),
      pickup && RUNNING.includes(stage) && h("p.with-icon", {}, icon("clock"), h("span", {}, t("Pickup {start} – {end}", {
        start: windowTime(pickup.startsAt, timeZone), end: clockTime(pickup.endsAt, timeZone),
      }))),
      RUNNING.includes(stage) && h("p.small.muted", {}, t("This page follows your order by itself. Keep it open."))), this.#sold && wasPaid(this.#sold) && this.#receipt)
    if (stage === "ready" && before !== null) navigator.vibrate?.([200, 100, 200])
  }

  // Loaded again when the order goes on, because money may have gone back.
  async #loadSold(order, stage) {
    const wanted = `${order} ${stage}`
    if (stage === "placed" || stage === "expired" || wanted === this.#soldAt) return
    const sold = await get(`/api/v1/followed-orders/${encodeURIComponent(order)}/receipt?lang=${encodeURIComponent(language())}`).catch(() => null)
    if (!sold || order !== location.hash.slice(1)) return
    this.#sold = sold
    this.#soldAt = wanted
    this.#receipt.show(sold)
  }

  // Keeps the last state and says that it may be out of date.
  #showFailure(isUnknown) {
    if (isUnknown) return render(this, h("div.empty", { role: "alert" }, icon("information"), h("h1", {}, t("No such order")), h("p", {}, t("This address belongs to no order that can be followed. Scan the picture at the kiosk again, or ask at the counter."))))
    if (this.querySelector(".notice")) return
    const notice = h("p.notice.waiting", { role: "status" }, icon("offline"), h("span", {}, t("The server cannot be reached. This page keeps trying.")))
    if (this.querySelector(".followed")) this.prepend(notice)
    else render(this, notice)
  }
}

customElements.define("follow-page", FollowPage)
