// The status board on the wall: numbers that are being made, numbers that are ready, nothing else.

import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { LiveFeed } from "../Feed/live.js"
import { clockTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { every, lostAt } from "../Shared/screen.js"
import { loadSession } from "../People/session.js"
import { BoardBook } from "./models/board.js"
import { ServerClock } from "../Feed/models/server-clock.js"
import "./blind-screen.js"
import "./screen-gate.js"

const TICK = 1000 // milliseconds

class BoardPage extends HTMLElement {
  #abort = null
  #feed = null
  #cafe = null
  #hasEntries = false
  #book = new BoardBook()
  #clock = new ServerClock(() => performance.now())

  #gate = h("screen-gate", { as: "board" })
  #time = h("span.board-time.figures")
  #head = h("div.board-head")
  #columns = h("div.board-columns")
  #blind = h("blind-screen")

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#gate.addEventListener("admitted", ({ detail }) => this.#open(detail), { signal })
    every(TICK, () => this.#tick(), signal)
    render(this, this.#gate)
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#close()
  }

  #open(cafe) {
    this.#cafe = cafe
    render(this.#head, h("h1", {}, cafe.name), this.#time,
      h("button.button.quiet", { type: "button", onclick: () => this.#leave() }, t("Change screen")))
    render(this, this.#head, this.#columns, this.#blind)
    this.#feed = new LiveFeed({
      topics: [`cafe/${cafe.id}/board`],
      isNumbered: true,
      loadSnapshot: () => this.#load(),
      loadChanges: changes => this.#follow(changes),
      beat: now => this.#clock.set(now),
      probe: () => get("/api/v1/session"),
      refused: () => this.#lockedOut(),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
  }

  #close() {
    this.#feed?.stop()
    this.#feed = null
    this.#hasEntries = false
    this.#book.reset([])
    render(this.#columns)
  }

  async #load() {
    const { asOf, now, entries } = await get(`/api/v1/cafes/${this.#cafe.id}/board`)
    this.#clock.set(now)
    this.#book.reset(entries)
    this.#hasEntries = true
    this.#show()
    return asOf
  }

  async #follow(changes) {
    for (const { body } of changes) this.#book.put(body)
    this.#show()
  }

  async #lockedOut() {
    this.#close()
    await loadSession().catch(() => null)
    render(this, this.#gate)
  }

  async #leave() {
    this.#close()
    await this.#gate.leave()
    render(this, this.#gate)
  }

  #linkChanged() {
    if (!this.#feed) return
    const { isBlind } = this.#feed
    for (const part of [this.#head, this.#columns]) part.inert = isBlind
    if (isBlind) this.#blind.show(lostAt(this.#feed, this.#clock, this.#cafe), t("The numbers may be old. Ask at the counter."))
    else this.#blind.hide()
  }

  #tick() {
    if (!this.#feed || !this.#clock.isSet) return
    const time = clockTime(this.#clock.now, this.#cafe.timeZone)
    for (const place of this.querySelectorAll(".board-time")) if (place.textContent !== time) place.textContent = time
  }

  #show() {
    if (!this.#hasEntries) return
    this.dataset.density = this.#book.density
    this.dataset.empty = String(this.#book.isEmpty)
    if (this.#book.isEmpty) render(this.#columns, this.#nothing())
    else render(this.#columns, this.#column("preparing", t("Being made"), this.#book.preparing), this.#column("ready", t("Ready"), this.#book.ready))
    this.#tick()
  }

  #column(stage, name, numbers) {
    const title = `board-${stage}`
    return h(`section.board-column.${stage}`, { "aria-labelledby": title },
      h("h2", { id: title }, name),
      h("ul", { "aria-live": stage === "ready" ? "polite" : null }, numbers.map(number => h("li.figures", {}, number))))
  }

  #nothing() {
    return h("div.board-empty", {}, mark(), h("h1.board-cafe", {}, this.#cafe.name), h("p.board-time.figures"), h("p.muted", {}, t("Nothing is being made right now.")))
  }
}

customElements.define("board-page", BoardPage)
