// The status board on the wall: the numbers of orders that are being made, and of those that are ready.

import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { CafeScreen } from "./cafe-screen.js"
import { BoardList } from "./models/board.js"

const TICK = 1000 // milliseconds

class BoardPage extends HTMLElement {
  #hasEntries = false
  #list = new BoardList()
  #time = h("span.board-time.figures")
  #head = h("div.board-head")
  #columns = h("div.board-columns")
  #screen = new CafeScreen(this, {
    kind: "board",
    parts: [this.#head, this.#columns],
    advice: () => t("The numbers may be old. Ask at the counter."),
    tick: TICK,
    ticked: now => this.#showTime(now),
    opened: () => this.#showHead(),
    closed: () => this.#clear(),
    load: () => this.#load(),
    follow: changes => this.#follow(changes),
  })

  connectedCallback() { this.#screen.connect() }
  disconnectedCallback() { this.#screen.disconnect() }

  #showHead() {
    render(this.#head, h("h1", {}, this.#screen.cafe.name), this.#time,
      h("button.button.quiet", { type: "button", onclick: () => this.#screen.leave() }, t("Change screen")))
  }

  #clear() {
    this.#hasEntries = false
    this.#list.reset([])
    render(this.#columns)
  }

  async #load() {
    const { asOf, now, entries } = await get(`/api/v1/cafes/${this.#screen.cafe.id}/board`)
    this.#screen.clock.set(now)
    this.#list.reset(entries)
    this.#hasEntries = true
    this.#show()
    return asOf
  }

  async #follow(changes) {
    for (const { body } of changes) this.#list.put(body)
    this.#show()
  }

  #showTime(now) {
    const time = clockTime(now, this.#screen.cafe.timeZone)
    for (const place of this.querySelectorAll(".board-time")) if (place.textContent !== time) place.textContent = time
  }

  #show() {
    if (!this.#hasEntries) return
    this.dataset.density = this.#list.density
    this.dataset.empty = String(this.#list.isEmpty)
    if (this.#list.isEmpty) render(this.#columns, this.#nothing())
    else render(this.#columns, this.#column("preparing", t("Being made"), this.#list.preparing), this.#column("ready", t("Ready"), this.#list.ready))
    if (this.#screen.clock.isSet) this.#showTime(this.#screen.clock.now)
  }

  #column(stage, name, numbers) {
    const title = `board-${stage}`
    return h(`section.board-column.${stage}`, { "aria-labelledby": title },
      h("h2", { id: title }, name),
      h("ul", { "aria-live": stage === "ready" ? "polite" : null }, numbers.map(number => h("li.figures", {}, number))))
  }

  #nothing() {
    return h("div.board-empty", {}, mark(), h("h1.board-cafe", {}, this.#screen.cafe.name), h("p.board-time.figures"), h("p.muted", {}, t("Nothing is being made right now.")))
  }
}

customElements.define("board-page", BoardPage)
