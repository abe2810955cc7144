// The tickets that left the screen today and can be recalled. Fires "ticket-action" with { ticket, action: "recall" }.

import { emit, h, icon, render } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { explain } from "./explain.js"
import { stageWord } from "./kitchen-ticket.js"

class DoneDrawer extends HTMLElement {
  #dialog = null

  disconnectedCallback() {
    this.#dialog?.close()
  }

  get isOpen() { return this.#dialog?.open ?? false }

  // ready: the tickets that wait for collection; loadCollected: returns the collected tickets of the day, latest first.
  async open(ready, cafe, loadCollected) {
    const body = h("div.dialog-body", {}, this.#head(), loading(t("Loading the finished tickets.")))
    this.#dialog = h("dialog.done-drawer", { "aria-labelledby": "done-title", onclose: () => render(this) }, body)
    render(this, this.#dialog)
    this.#dialog.showModal()
    try {
      const tickets = [...ready.toReversed(), ...await loadCollected()]
      render(body, this.#head(), tickets.length === 0
        ? h("p.muted", {}, t("No ticket is finished yet today."))
        : h("ul.done-list", {}, tickets.map(ticket => this.#row(ticket, cafe))))
      body.querySelector(".done-list button")?.focus()
    } catch (error) {
      render(body, this.#head(), h("p.notice.alarm", { role: "alert" }, icon("offline"), h("span", {}, explain(error))))
    }
  }

  #head() {
    return h("div.dialog-head", {},
      h("h2", { id: "done-title" }, t("Done today")),
      h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close")))
  }

  #row(ticket, cafe) {
    const { number } = ticket
    const recall = () => {
      this.#dialog.close()
      emit(this, "ticket-action", { ticket, action: "recall", line: null })
    }
    return h("li", {},
      h("strong.figures", {}, number),
      h("span", {}, ticket.lines.map(line => t("{quantity} × {name}", { quantity: line.quantity, name: line.name })).join(" · "),
        h("span.muted.small", {}, " ", stageWord(ticket.stage), " · ", t("Done at {time}", { time: clockTime(ticket.bumpedAt, cafe.timeZone) }))),
      h("button.button", { type: "button", "aria-label": t("Recall {number}", { number }), onclick: recall }, icon("undo"), t("Recall")))
  }
}

customElements.define("done-drawer", DoneDrawer)
