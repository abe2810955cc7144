// Offers the closest café, the café where the person's device is, and a list. Fires "closest-chosen", "search-started"
// and "cafe-chosen"; the switch fires "following-set".

import { emit, h, icon, render } from "../Shared/dom.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { openingSentence, reasonSentence, takesOrders } from "./cafe-words.js"
import { Phase } from "./models/cafe-finder.js"
import "../Presence/follow-switch.js"

class CafePicker extends HTMLElement {
  #finder = null
  #cafes = []
  #switch = h("follow-switch.panel")

  // choice: the CafeChoice.
  show(cafes, { finder, following }) {
    this.#cafes = cafes
    this.#finder = finder
    render(this,
      h("h1", { tabindex: "-1", "data-key": "cafes-title" }, t("Where would you like to eat?")),
      this.#closest(),
      following.state && this.#switch,
      h("section.stack", { "aria-labelledby": "cafe-list" },
        h("h2", { id: "cafe-list" }, t("Or choose a café")),
        this.#sites()))
    const named = finder.preference?.kind === "named" ? finder.cafe : null
    if (following.state) this.#switch.show({ isOn: following.isOn, named })
  }

  #closest() {
    const { phase } = this.#finder
    if (phase === Phase.explaining) return this.#reason()
    if (phase === Phase.searching) return h("div.closest.panel", { role: "status" }, mark(), h("p", {}, t("Looking for the closest café.")))
    return h("div.stack", {},
      this.#reasonNotice(),
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

  #reasonNotice() {
    const sentence = reasonSentence(this.#finder)
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
    }, h("strong", {}, cafe.name), h("span.small", { class: takesOrders(cafe) ? "small is-open" : "small is-closed" }, openingSentence(cafe)))
  }
}

customElements.define("cafe-picker", CafePicker)
