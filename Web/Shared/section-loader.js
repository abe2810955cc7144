// Loads one section of a page, which may fail while the other sections load. It shows the failure below the content that is
// already there, and retries with growing pauses. When the server does not answer at all, it throws.

import { h, icon, render } from "./dom.js"
import { explain } from "./explain.js"
import { Problem } from "./http.js"
import { t } from "./messages.js"

const FIRST_PAUSE = 2_000 // milliseconds
const LONGEST_PAUSE = 60_000 // milliseconds

export class SectionLoader {
  node = h("div.section-failure.stack") // shows the failure; empty without one
  #key
  #look
  #shown = null
  #pause = FIRST_PAUSE
  #timer = null
  #turn = 0 // counts resets; ignores what began before one

  // key: the data-key of the button. look: fetches the section and shows it; throws what http.js throws.
  constructor(key, look) {
    this.#key = key
    this.#look = look
  }

  // Throws when the server does not answer.
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
    // A load that began earlier and fails later still counts: it may mean that the server does not answer.
    if (turn === this.#turn) this.#clear()
  }

  // Retrying does not help against a refusal, so that is left to the person.
  fail(error) {
    const text = explain(error)
    if (text !== this.#shown) this.#draw(text)
    if (!(error instanceof Problem) || error.status >= 500) this.#tryLater()
  }

  #draw(text) {
    this.#shown = text
    render(this.node,
      h("p.notice.waiting", { role: "status" }, icon("offline"), h("span", {}, text)),
      h("button.button", { type: "button", "data-key": this.#key, onclick: () => this.#tryNow() }, t("Try again")))
  }

  // Forgets the failure.
  reset() {
    this.#turn += 1
    this.#clear()
  }

  #clear() {
    this.#shown = null
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
