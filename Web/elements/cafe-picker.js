// Where to eat: the closest café, or one from the list. Says "closest-chosen", "search-started" and "cafe-chosen".

import { emit, h, icon, render } from "../helpers/dom.js"
import { clockTime } from "../helpers/locale.js"
import { mark } from "../helpers/mark.js"
import { t } from "../helpers/messages.js"
import { Phase } from "../models/cafe-finder.js"

class CafePicker extends HTMLElement {
  #finder = null
  #cafes = []

  show(cafes, finder) {
    this.#cafes = cafes
    this.#finder = finder
    render(this,
      h("h1", { tabindex: "-1" }, t("Where would you like to eat?")),
      this.#closest(),
      h("section.stack", { "aria-labelledby": "cafe-list" },
        h("h2", { id: "cafe-list" }, t("Or choose a café")),
        this.#sites()))
  }

  #closest() {
    const { phase } = this.#finder
    if (phase === Phase.explaining) return this.#reason()
    if (phase === Phase.searching) return h("div.closest.panel", { role: "status" }, mark(), h("p", {}, t("Looking for the closest café.")))
    return h("div.stack", {},
      this.#trouble(),
      h("button.closest.panel", { type: "button", "data-key": "closest", onclick: () => emit(this, "closest-chosen") },
        mark(),
        h("span.stack", {},
          h("strong", {}, t("Closest to me")),
          h("span.muted.small", {}, t("Uses your position, in this page only.")))))
  }

  #reason() {
    return h("div.closest.panel", {},
      mark(),
      h("div.stack", {},
        h("h2", {}, t("Closest to me")),
        h("p", {}, t("Your position is compared with the cafés in this page and never leaves it.")),
        h("button.button.primary", { type: "button", "data-key": "closest", onclick: () => emit(this, "search-started") },
          icon("pin"), t("Use my position"))))
  }

  #trouble() {
    const sentence = reasonSentence(this.#finder.reason)
    return sentence && h("p.notice", { role: "status" }, icon("information"), h("span", {}, sentence))
  }

  #sites() {
    const sites = Map.groupBy(this.#cafes, cafe => cafe.site.id)
    return h("div.sites", {}, [...sites.values()].map(cafes =>
      h("section.stack", { "aria-label": cafes[0].site.name },
        h("h3.muted", {}, cafes[0].site.name),
        h("ul.stack", {}, cafes.map(cafe => h("li", {}, this.#card(cafe)))))))
  }

  #card(cafe) {
    const isCurrent = this.#finder.cafe?.id === cafe.id
    return h("button.cafe-card", {
      type: "button", "data-key": cafe.id, "aria-current": isCurrent ? "true" : null,
      onclick: () => emit(this, "cafe-chosen", cafe.id),
    }, h("strong", {}, cafe.name), h("span.small", { class: cafe.isOpen ? "small is-open" : "small is-closed" }, openingSentence(cafe)))
  }
}

// "Open until 14:00" in the café's own time.
export function openingSentence(cafe) {
  if (cafe.isOpen) {
    return cafe.closesAt ? t("Open until {time}", { time: clockTime(cafe.closesAt, cafe.timeZone) }) : t("Open")
  }
  return cafe.opensAt ? t("Closed, opens at {time}", { time: clockTime(cafe.opensAt, cafe.timeZone) }) : t("Closed")
}

// Why the position is not used, calmly.
export function reasonSentence(reason) {
  switch (reason) {
    case "denied": return t("Your browser does not share your position with this page, so you choose the café yourself.")
    case "withdrawn": return t("Your position is no longer shared with this page. It has been dropped.")
    case "unavailable": return t("This device does not know its position now, so you choose the café yourself.")
    case "timed-out": return t("Your position is taking too long, so you choose the café yourself.")
    case "imprecise": return t("Your position is too rough to tell the cafés apart, so you choose the café yourself.")
    case "all-closed": return t("No café is open now. You can still look at the menus.")
    default: return null
  }
}

customElements.define("cafe-picker", CafePicker)
