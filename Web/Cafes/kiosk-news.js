// Says at a kiosk what has happened, for a while: to those who look, and to those who listen.

import { h, render } from "../Shared/dom.js"

const NEWS = 8000 // milliseconds

export class KioskNews {
  #timer = null
  element = h("p.kiosk-status", { role: "status" })

  // words: "" for nothing.
  say(words) {
    clearTimeout(this.#timer)
    this.element.dataset.words = words
    render(this.element, words !== "" && h("span", {}, words))
    if (words !== "") this.#timer = setTimeout(() => this.say(""), NEWS)
  }
}
