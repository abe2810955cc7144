// On a screen of the staff: the kiosks where a guest waits for help. Pressing one tells the guest that somebody is coming.

import { h, icon, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"

class HelpCalls extends HTMLElement {
  #path = null
  #calls = []

  connectedCallback() { this.setAttribute("role", "status") }

  // Loads the calls of a café. Returns whether there is one that was not there before.
  async load(cafe) {
    this.#path = `/api/v1/cafes/${encodeURIComponent(cafe)}/help-calls`
    const { calls } = await get(this.#path)
    const known = new Set(this.#calls.map(({ kiosk }) => kiosk))
    this.#calls = calls
    this.#draw()
    return calls.some(({ kiosk }) => !known.has(kiosk))
  }

  clear() {
    this.#calls = []
    this.#draw()
  }

  #draw() {
    render(this, this.#calls.map(({ kiosk, name }) => h("p.help-call", {}, icon("bell"),
      h("span", {}, t("{kiosk}: a guest needs help.", { kiosk: name })),
      h("button.button", { type: "button", "data-key": `help-${kiosk}`, onclick: () => this.#answer(kiosk) }, t("I am going")))))
  }

  // The change comes back through the feed as well; a call that could not be answered stays.
  async #answer(kiosk) {
    const isAnswered = await remove(`${this.#path}/${encodeURIComponent(kiosk)}`).then(() => true, () => false)
    if (!isAnswered) return
    this.#calls = this.#calls.filter(call => call.kiosk !== kiosk)
    this.#draw()
  }
}

customElements.define("help-calls", HelpCalls)
