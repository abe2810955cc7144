// Says in one line whether the page is live, and if not, since when.

import { h, icon, render } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { Link } from "./models/feed.js"

class LinkState extends HTMLElement {
  #shown = null

  connectedCallback() {
    this.setAttribute("role", "status")
  }

  // feed: its state and lostSince are shown; null without a feed.
  show(feed) {
    const { state, lostSince } = feed ?? { state: null, lostSince: null }
    const text = sentence(state, lostSince)
    if (text === this.#shown) return
    this.#shown = text
    const isBad = state === Link.lost
    render(this, text && h(isBad ? "p.notice.waiting" : "p.notice", {}, icon(isBad ? "offline" : "clock"), h("span", {}, text)))
  }
}

function sentence(state, since) {
  switch (state) {
    case Link.lost: return t("Not live since {time}. Trying to reach the server.", { time: clockTime(since) })
    case Link.stale: return t("Waiting for the server.")
    default: return null
  }
}

customElements.define("link-state", LinkState)
