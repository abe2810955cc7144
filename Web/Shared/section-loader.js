// One part of a page, which the server may fail to give while it gives the others. That is told in the part, which keeps what
// it shows, and tried again, ever less often. Silence is not the part's but the link's, and thrown on.

import { h, icon, render } from "./dom.js"
import { explain } from "./explain.js"
import { Problem } from "./http.js"
import { t } from "./messages.js"

const FIRST_PAUSE = 2_000 // milliseconds
const LONGEST_PAUSE = 60_000 // milliseconds

export class SectionLoader {
  node = h("div.section-failure.stack") // where the failure is told; empty while there is none
  #key
  #look
  #told = null
  #pause = FIRST_PAUSE
  #timer = null
  #turn = 0 // counts rests, so that what began before one is not told after it

  // key: of its button. look: fetches the part and shows it; throws what http.js throws.
  constructor(key, look) {
    this.#key = key
    this.#look = look
  }

  // Throws when the server says nothing.
  async reload() {
    const turn = this.#turn
    clearTimeout(this.#timer)
    try {
      await this.#look()
    } catch (error) {
      if (turn !== this.#turn) return
      if (!(error instanceof Problem)) throw error
      return this.fail(error)
    }
    // A look that began before and fails after this one still counts: it may be silence.
    if (turn === this.#turn) this.#clear()
  }

  // What the server refuses it would only refuse again, so that it is for the person to try.
  fail(error) {
    const text = explain(error)
    if (text !== this.#told) this.#draw(text)
    if (!(error instanceof Problem) || error.status >= 500) this.#tryLater()
  }

  #draw(text) {
    this.#told = text
    render(this.node,
      h("p.notice.waiting", { role: "status" }, icon("offline"), h("span", {}, text)),
      h("button.button", { type: "button", "data-key": this.#key, onclick: () => this.#tryNow() }, t("Try again")))
  }

  // Nothing has failed, or there is nobody any more to tell it to.
  reset() {
    this.#turn += 1
    this.#clear()
  }

  #clear() {
    this.#told = null
    this.#pause = FIRST_PAUSE
    clearTimeout(this.#timer)
    render(this.node)
  }

  #tryNow() { this.reload().catch(error => this.fail(error)) }

  #tryLater() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#tryNow(), this.#pause)
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE)
  }
}
