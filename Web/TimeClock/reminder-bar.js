// "Clock in?" or "Clock out?" on any page of the person, with a link to the attendance page. A newer reminder replaces an
// older one; it stays until it is answered or dismissed. With the class "foot-bar" it lies at the foot of the window, and
// waits while a notice shows; else it stands in the page.

import { h, icon, render } from "../Shared/dom.js"
import { leaveRoom, takeRoom } from "../Shared/foot-room.js"
import { t } from "../Shared/messages.js"
import { crossingSentence, question } from "./reminder-words.js"

class ReminderBar extends HTMLElement {
  #shown = null

  connectedCallback() {
    this.setAttribute("role", "status")
    takeRoom(this)
  }

  disconnectedCallback() { leaveRoom(this) }

  show(reminder, dismiss) {
    if (this.#shown === reminder.id) return
    this.#shown = reminder.id
    render(this, h("div.reminder", {},
      icon("door"),
      h("p", {}, h("strong", {}, question(reminder.kind)), " ", h("span.muted", {}, crossingSentence(reminder))),
      h("div.row", {},
        h("a.button", { href: `/attendance?reminder=${encodeURIComponent(reminder.id)}`, "data-key": "open" }, t("Look and confirm")),
        h("button.button.quiet", { type: "button", "data-key": "dismiss", onclick: dismiss }, t("Not now")))))
  }

  hide() {
    this.#shown = null
    render(this)
  }
}

customElements.define("reminder-bar", ReminderBar)
