// The tickets that wait for collection, in one row. Fires "ticket-action", and "more" for the tickets that do not fit.

import { emit, h, render } from "../Shared/dom.js"
import { fitRow } from "../Shared/fit-row.js"
import { t } from "../Shared/messages.js"

class ReadyRail extends HTMLElement {
  #tickets = []
  #row = h("ul.ready-row")
  #more = h("button.button.quiet", { type: "button", hidden: true, onclick: () => emit(this, "more") })
  #sizes = new ResizeObserver(() => this.#fit())

  connectedCallback() {
    this.setAttribute("role", "region")
    this.setAttribute("aria-labelledby", "ready-title")
    this.classList.add("ready-rail")
    this.#sizes.observe(this)
  }

  disconnectedCallback() { this.#sizes.disconnect() }

  // tickets: oldest first.
  show(tickets) {
    if (this.isConnected && tickets.length === this.#tickets.length && this.childElementCount > 0
      && tickets.every((ticket, index) => ticket === this.#tickets[index])) return
    this.#tickets = tickets
    render(this.#row, tickets.map(ticket => h("li.ready-ticket", {},
      h("strong.figures", {}, ticket.number),
      this.#button(ticket, "collect", t("Collect"), t("Collect {number}", ticket)),
      this.#button(ticket, "recall", t("Recall"), t("Recall {number}", ticket)))))
    render(this, h("h2", { id: "ready-title" }, t("Ready")),
      tickets.length === 0 ? h("p.muted", {}, t("Nothing waits for collection.")) : this.#row,
      this.#more)
    this.#fit()
  }

  #fit() {
    this.#more.hidden = true
    if (!matchMedia("(min-width: 48em)").matches || fitRow(this.#row) === 0) return
    this.#more.hidden = false
    this.#more.textContent = t("{count} more", { count: this.#row.childElementCount })
    this.#more.textContent = t("{count} more", { count: fitRow(this.#row) })
  }

  #button(ticket, action, label, name) {
    return h(action === "collect" ? "button.button.collect" : "button.button.quiet", {
      type: "button", "aria-label": name, "data-key": `${action}-${ticket.id}`,
      onclick: ({ currentTarget }) => emit(currentTarget, "ticket-action", { ticket, action, line: null }),
    }, label)
  }
}

customElements.define("ready-rail", ReadyRail)
