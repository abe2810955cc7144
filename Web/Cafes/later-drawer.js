// The later orders: tickets with a time, and orders that start when their people arrive. Fires "ticket-action" with { ticket,
// action: "pull-forward" }, and "ticket-more" with { ticket }.

import { emit, h, icon, render } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { explain } from "./explain.js"

class LaterDrawer extends HTMLElement {
  #dialog = null
  #cafe = null
  #loadComing = null
  #tickets = []
  #coming = null
  #error = null
  #body = h("div.dialog-body")

  disconnectedCallback() { this.#dialog?.close() }

  get isOpen() { return this.#dialog?.open ?? false }

  // tickets: [{ ticket, lines }], the next one first; loadComing: returns the orders that wait for their people.
  open(tickets, cafe, loadComing) {
    this.#cafe = cafe
    this.#loadComing = loadComing
    this.#tickets = tickets
    this.#coming = null
    this.#dialog = h("dialog.done-drawer.later-drawer", { "aria-labelledby": "later-title", onclose: () => render(this) }, this.#body)
    render(this, this.#dialog)
    this.#draw()
    this.#dialog.showModal()
    this.reload()
  }

  // Loads the waiting orders again.
  async reload() {
    if (!this.isOpen) return
    try {
      this.#coming = await this.#loadComing()
      this.#error = null
    } catch (error) {
      this.#error = explain(error)
    }
    if (this.isOpen) this.#draw()
  }

  show(tickets) {
    if (!this.isOpen) return
    this.#tickets = tickets
    this.#draw()
  }

  #draw() {
    const coming = this.#coming ?? []
    const hadFocus = this.contains(document.activeElement)
    render(this.#body,
      h("div.dialog-head", {},
        h("h2", { id: "later-title", tabindex: "-1" }, t("Later")),
        h("button.button.quiet.round", { type: "button", "data-key": "close", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
      this.#error && h("p.notice.alarm", { role: "alert" }, icon("offline"), h("span", {}, this.#error)),
      this.#tickets.length === 0 && this.#coming?.length === 0 && h("p.muted", {}, t("No order is for later.")),
      this.#tickets.length > 0 && h("ul.done-list", {}, this.#tickets.map(entry => this.#ticket(entry))),
      coming.length > 0 && h("h3", {}, t("When their people come")),
      coming.length > 0 && h("ul.done-list", {}, coming.map(order => this.#order(order))))
    // The pressed button is removed with its ticket, so the focus moves.
    if (hadFocus && !this.contains(document.activeElement)) this.querySelector("h2").focus()
  }

  #time(instant) { return clockTime(instant, this.#cafe.timeZone) }

  #ticket({ ticket, lines }) {
    const { number, pickup, releasedAt } = ticket
    return h("li", {},
      h("strong.figures", {}, number),
      h("span", {}, lineWords(lines), h("span.muted.small.later-times", {},
        h("span", {}, t("Enters the line at {time}", { time: this.#time(releasedAt) })), pickup && " · ", pickup && h("span", {}, t("For {time}", { time: this.#time(pickup.startsAt) })))),
      h("button.button", {
        type: "button", "data-key": `pull-${ticket.id}`, "aria-label": t("Start {number} now", { number }),
        onclick: () => emit(this, "ticket-action", { ticket, action: "pull-forward", line: null }),
      }, t("Start now")),
      h("button.button.quiet.ticket-more", { type: "button", "data-key": `more-${ticket.id}`, "aria-label": t("Reject or print ticket {number}", { number }), onclick: () => this.#more(ticket) }, icon("more")))
  }

  #more(ticket) {
    this.#dialog.close()
    emit(this, "ticket-more", { ticket })
  }

  // It is paid and started only when its person arrives, so it has no button to start it.
  #order({ number, lines, until }) {
    return h("li", {},
      h("strong.figures", {}, number),
      h("span", {}, lineWords(lines), h("span.muted.small.later-times", {}, t("Starts when its person comes; ends at {time} otherwise", { time: this.#time(until) }))))
  }
}

const lineWords = lines => lines.map(line => t("{quantity} × {name}", { quantity: line.quantity, name: line.name })).join(" · ")

customElements.define("later-drawer", LaterDrawer)
