// Says in words which printers of the kitchen cannot print, and prints tickets again.

import { get, post } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { explain } from "./explain.js"
import { cannotPrint } from "./models/printers.js"

export class KitchenPrinters {
  #path = null
  #printers = []
  #changed

  // changed: called after the printers were loaded.
  constructor(changed) { this.#changed = changed }

  // Whether the café has a printer; without one, tickets have no button to print them.
  get canPrint() { return this.#printers.length > 0 }

  // As kitchen-notices.js shows them.
  get notices() {
    return this.#printers.filter(({ state }) => cannotPrint(state) || state === "paper-low")
      .map(printer => ({ kind: "kitchen-printer", icon: "printer", text: sentence(printer), isAlarm: cannotPrint(printer.state) }))
  }

  // path: of the café in the API.
  async load(path) {
    this.#path = path
    let printers
    // Without an answer the last known states stay.
    try { ({ printers } = await get(`${path}/printers`)) } catch { return }
    if (this.#path !== path) return
    this.#printers = printers
    this.#changed()
  }

  // Loads again when a change of the feed is about printers.
  async follow(changes) {
    if (this.#path && changes.some(({ kind }) => kind === "printer")) await this.load(this.#path)
  }

  // Prints a ticket again. Returns a sentence that says whether it worked.
  async print({ id, number }) {
    try {
      const { printers } = await post(`/api/v1/tickets/${encodeURIComponent(id)}/prints`)
      return t("Ticket {number} is printed again: {printers}", { number, printers: printers.map(({ name }) => name).join(", ") })
    } catch (error) {
      return explain(error)
    }
  }
}

function sentence(printer) {
  const state = stateWords(printer)
  if (printer.printedBy) return `${state} ${t("{printer} prints in its place.", { printer: printer.printedBy.name })}`
  return cannotPrint(printer.state) && printer.waiting > 0 ? `${state} ${tn("{count} print job waits.", "{count} print jobs wait.", printer.waiting)}` : state
}

export function stateWords({ state, name }) {
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
