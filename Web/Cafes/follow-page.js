// Follows one order on the guest's own phone: its number and its state, without signing in (C49, C91). The address has the
// order's identifier behind "#", which browsers send to nobody.

import { h, icon, render } from "../Shared/dom.js"
import { get, Problem } from "../Shared/http.js"
import { language, t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { followedWords } from "./kiosk-words.js"

const LOOK = 4000 // milliseconds between two looks
const RUNNING = ["placed", "accepted", "preparing", "ready"]

class FollowPage extends HTMLElement {
  #timer = null
  #abort = null
  #stage = null
  #title = document.title

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
      this.#show(followed)
    } catch (error) {
      isOver = error instanceof Problem && error.status === 404
      this.#showFailure(isOver)
    }
    if (!isOver && this.isConnected) this.#timer = setTimeout(() => this.#look(), LOOK)
  }

  #show({ number, stage, cafe }) {
    const before = this.#stage
    this.#stage = stage
    if (stage === before && !this.querySelector(".notice")) return
    const words = followedWords(stage, cafe)
    document.title = `${number}: ${words} – ${this.#title}`
    render(this, h("div.followed", { "data-stage": stage },
      h("h1", {}, h("span.hidden-visually", {}, t("Your number is {number}.", { number })), h("span.followed-number.figures", { "aria-hidden": "true" }, number)),
      h("p.followed-state", { role: "status" }, words),
      h("p.muted", {}, cafe),
      RUNNING.includes(stage) && h("p.small.muted", {}, t("This page follows your order by itself. Keep it open."))))
    if (stage === "ready" && before !== null) navigator.vibrate?.([200, 100, 200])
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
