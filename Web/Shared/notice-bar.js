// A line at the foot of the window, with at most one button. It stays long enough to be read and reached.

import { h, render } from "./dom.js"
import { leaveRoom, takeRoom } from "./foot-room.js"

const DURATION = 10_000 // milliseconds

class NoticeBar extends HTMLElement {
  #timer = null
  #subject = null

  connectedCallback() {
    this.setAttribute("role", "status")
    this.classList.add("foot-bar")
    takeRoom(this)
  }

  disconnectedCallback() {
    leaveRoom(this)
    clearTimeout(this.#timer)
  }

  // action: { label, perform } or nothing; subject: what it is about, for hideAbout, or nothing.
  show(text, action = null, subject = null) {
    clearTimeout(this.#timer)
    this.#subject = subject
    render(this, h("div.snack", {}, h("p", {}, text), action && this.#button(action)))
    this.#timer = setTimeout(() => this.hide(), DURATION)
  }

  // Hides a notice about this subject: it is no longer true.
  hideAbout(subject) {
    if (this.#subject === subject) this.hide()
  }

  hide() {
    this.#subject = null
    clearTimeout(this.#timer)
    render(this)
  }

  #button({ label, perform }) {
    const press = () => {
      this.hide()
      perform()
    }
    return h("button.button.quiet", { type: "button", onclick: press }, label)
  }
}

customElements.define("notice-bar", NoticeBar)
