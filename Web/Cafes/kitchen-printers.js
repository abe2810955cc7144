// Says in words which printers of the kitchen cannot print, and prints a ticket again when a ticket fires "ticket-print".

import { h, icon, render } from "../Shared/dom.js"
import { get, post } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { explain } from "./explain.js"
import { isInTrouble } from "./models/printers.js"

const SHOWN = 6000 // milliseconds for which the answer to a press is shown

class KitchenPrinters extends HTMLElement {
  #path = null
  #printers = []
  #answer = null
  #timer = null
  #abort = null

  connectedCallback() {
    this.setAttribute("role", "status")
    this.hidden = true
    this.#abort = new AbortController()
    this.closest("kitchen-page").addEventListener("ticket-print", ({ detail }) => this.#print(detail.ticket), { signal: this.#abort.signal })
  }

  disconnectedCallback() {
    this.#abort.abort()
    clearTimeout(this.#timer)
  }

  // path: of the café in the API.
  async load(path) {
    this.#path = path
    let printers
    // The tickets are shown in any case; what is known of the printers stays.
    try { ({ printers } = await get(`${path}/printers`)) } catch { return }
    if (this.#path !== path) return
    this.#printers = printers
    // Tickets offer to be printed only where something prints.
    this.closest("kitchen-page")?.toggleAttribute("data-printers", printers.length > 0)
    this.#draw()
  }

  // Loads again when one of some changes of the feed is about printers.
  async follow(changes) {
    if (this.#path && changes.some(({ kind }) => kind === "printer")) await this.load(this.#path)
  }

  async #print({ id, number }) {
    try {
      const { printers } = await post(`/api/v1/tickets/${encodeURIComponent(id)}/prints`)
      this.#say(t("Ticket {number} is printed again: {printers}", { number, printers: printers.map(({ name }) => name).join(", ") }), false)
    } catch (error) {
      this.#say(explain(error), true)
    }
  }

  #say(text, isAlarm) {
    this.#answer = { text, isAlarm }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#answer = null
      this.#draw()
    }, SHOWN)
    this.#draw()
  }

  #draw() {
    const lines = this.#printers.filter(({ state }) => isInTrouble(state) || state === "paper-low")
    this.hidden = lines.length === 0 && !this.#answer
    render(this,
      lines.map(printer => line(sentence(printer), isInTrouble(printer.state))),
      this.#answer && line(this.#answer.text, this.#answer.isAlarm))
  }
}

function line(text, isAlarm) {
  return h(`p.notice${isAlarm ? ".alarm" : ""}`, {}, icon("printer"), h("span", {}, text))
}

function sentence(printer) {
  const state = stateWords(printer)
  if (printer.printedBy) return `${state} ${t("{printer} prints in its place.", { printer: printer.printedBy.name })}`
  return isInTrouble(printer.state) && printer.waiting > 0 ? `${state} ${tn("{count} paper waits.", "{count} papers wait.", printer.waiting)}` : state
}

function stateWords({ state, name }) {
  const words = { printer: name }
  switch (state) {
    case "unreachable": return t("{printer}: no connection.", words)
    case "silent": return t("{printer}: it does not answer.", words)
    case "cover-open": return t("{printer}: the cover is open.", words)
    case "paper-out": return t("{printer}: no paper. Put in a new roll.", words)
    case "paper-low": return t("{printer}: the paper is nearly used up.", words)
    case "offline": return t("{printer}: it is offline.", words)
    default: return t("{printer}: a fault. Switch it off and on.", words)
  }
}

customElements.define("kitchen-printers", KitchenPrinters)
