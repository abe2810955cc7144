// The bell in the header of a person's page, around the link to the notices that the server has written: shows how many are
// unread.

import { h, render } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { followUnread } from "./unread.js"

const MOST = 99 // that is shown; more is "99+"

class NoticeBell extends HTMLElement {
  #unfollow = null
  #badge = h("span.bell-count", { "aria-hidden": "true" })

  connectedCallback() {
    this.querySelector("a").append(this.#badge)
    this.#unfollow = followUnread(count => this.#show(count))
  }

  disconnectedCallback() { this.#unfollow() }

  #show(count) {
    const name = this.querySelector("a > .hidden-visually")
    name.textContent = count > 0 ? tn("Notices, {count} unread", "Notices, {count} unread", count) : t("Notices")
    render(this.#badge, count > 0 && (count > MOST ? `${number(MOST)}+` : number(count)))
  }
}

customElements.define("notice-bell", NoticeBell)
