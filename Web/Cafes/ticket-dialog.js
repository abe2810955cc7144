// The rarer actions of a ticket: print it again, or reject its order. Fires "ticket-print" with { ticket }, and
// "ticket-rejected" with { ticket, giveBack }.

import { emit, h, icon, render } from "../Shared/dom.js"
import { post, Problem } from "../Shared/http.js"
import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { explain } from "./explain.js"
import { isRejectable, itemsOf, rejectionRequest } from "./models/rejection.js"

class TicketDialog extends HTMLElement {
  #dialog = null
  #ticket = null
  #options = null
  #reason = null
  #soldOut = new Set()
  #error = null
  #isSending = false
  #body = h("div.dialog-body")

  disconnectedCallback() { this.#dialog?.close() }

  // seen: the indices of the lines whose cooks know it when this screen rejects the order; canPrint: whether something prints here.
  open(ticket, { seen, canPrint }) {
    this.#ticket = ticket
    this.#options = { seen, canPrint }
    this.#reason = null
    this.#soldOut.clear()
    this.#error = null
    this.#dialog = h("dialog.ticket-dialog", { "aria-labelledby": "ticket-dialog-title", onclose: () => render(this) }, this.#body)
    render(this, this.#dialog)
    this.#draw()
    this.#dialog.showModal()
  }

  #draw() {
    const { number } = this.#ticket
    render(this.#body,
      h("div.dialog-head", {},
        h("h2", { id: "ticket-dialog-title" }, t("Ticket {number}", { number })),
        h("button.button.quiet.round", { type: "button", "data-key": "close", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
      this.#error && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, this.#error)),
      this.#options.canPrint && h("button.button", { type: "button", "data-key": "print", onclick: () => this.#print() }, icon("printer"), t("Print ticket {number} again", { number })),
      isRejectable(this.#ticket) && this.#rejecting())
  }

  #rejecting() {
    const items = itemsOf(this.#ticket)
    const isReady = this.#reason !== null && !this.#isSending
    return h("section.stack", { "aria-labelledby": "rejecting-title" },
      h("h3", { id: "rejecting-title" }, t("The kitchen cannot make it")),
      h("p", {}, t("The person is told why, and gets the money back. This cannot be undone.")),
      h("div.rejection-choices", { role: "group", "aria-label": t("Why") }, reasons().map(([reason, words]) => this.#choice(`reason-${reason}`, words, reason === this.#reason, () => {
        this.#reason = reason === this.#reason ? null : reason
      }))),
      this.#reason === "missing-ingredient" && h("div.rejection-choices", { role: "group", "aria-label": t("Sold out from now on") },
        h("p", {}, t("Sold out from now on, until the day ends:")),
        items.map(({ id, name }) => this.#choice(`sold-out-${id}`, name, this.#soldOut.has(id), () => {
          if (!this.#soldOut.delete(id)) this.#soldOut.add(id)
        }))),
      h("button.button.alarm", { type: "button", "data-key": "reject", "aria-disabled": isReady ? null : "true", onclick: () => { if (isReady) this.#reject() } },
        t("Reject order {number}", this.#ticket)))
  }

  #choice(key, words, isChosen, choose) {
    const press = () => {
      if (this.#isSending) return
      choose()
      this.#draw()
    }
    return h("button.button", { type: "button", "data-key": key, "aria-pressed": String(isChosen), onclick: press }, words)
  }

  #print() {
    emit(this, "ticket-print", { ticket: this.#ticket })
    this.#dialog.close()
  }

  async #reject() {
    this.#isSending = true
    this.#error = null
    this.#draw()
    const { id, version } = this.#ticket
    try {
      const answer = await post(`/api/v1/tickets/${encodeURIComponent(id)}/rejection`,
        rejectionRequest(this.#reason, this.#options.seen, this.#soldOut), { "If-Match": `"${version}"` })
      this.#dialog.close()
      emit(this, "ticket-rejected", answer)
    } catch (error) {
      // Takes the present ticket, because the cook has now seen it.
      if (error instanceof Problem && error.body.ticket) this.#ticket = error.body.ticket
      this.#error = error instanceof Problem ? explain(error) : t("Not sent: the server cannot be reached. Press again when it is back.")
    }
    this.#isSending = false
    if (this.#dialog.open) this.#draw()
  }
}

// giveBack: the amount that staff give back by hand, or nothing.
export const rejectedWords = ({ number }, giveBack) => giveBack
  ? t("{number} is rejected. Give the guest {total} back at the counter.", { number, total: money(giveBack) })
  : t("{number} is rejected, and its person is told.", { number })

// As the server knows them.
const reasons = () => [
  ["missing-ingredient", t("Something has run out")],
  ["allergy", t("Allergy: it cannot be kept safe")],
  ["equipment", t("A machine is out of order")],
  ["busy", t("Too much to do")],
  ["closing", t("The kitchen closes")],
]

customElements.define("ticket-dialog", TicketDialog)
