// What is pressed on a kitchen's screen while it has lost the server: kept in the browser, sent in order when the link is back.

import { Link } from "../Feed/models/feed.js"
import { get, post, Problem, Unreachable } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { read, write } from "../Shared/storage.js"
import { explain } from "./explain.js"
import { KeptPresses, merge } from "./models/kept-presses.js"

const KEPT = "vicinity-kitchen-kept"
const TRIES = 5 // how often a ticket may change between reading it and sending a press

export class KitchenKept {
  #kept = new KeptPresses(() => read(localStorage, KEPT), state => write(localStorage, KEPT, state))
  #callbacks
  #link = null
  #isSending = false

  // callbacks: { take(ticket), changed(id), conflicts(notices) }: the server has answered; a ticket has more or fewer kept presses; what
  // to know about conflicts.
  constructor(callbacks) { this.#callbacks = callbacks }

  get all() { return this.#kept.all }
  get count() { return this.#kept.count }
  of(id) { return this.#kept.of(id) }

  open(cafe) {
    this.#kept.open(cafe)
    this.#showConflicts()
  }

  // The state of the link. Whatever was kept is sent once the screen shows the present.
  set link(state) {
    this.#link = state
    this.#send()
  }

  add(press, wasSent) {
    this.#kept.add(press, wasSent)
    this.#callbacks.changed(press.ticket.id)
    this.#send()
  }

  async #send() {
    if (this.#isSending || this.#link !== Link.live) return
    this.#isSending = true
    try {
      // A press that has no answer stays the first one.
      while (this.#kept.count > 0 && await this.#sendFirst());
    } finally {
      this.#isSending = false
    }
  }

  // Returns whether the first press is settled.
  async #sendFirst() {
    const [press] = this.#kept.all
    try {
      this.#settle(press, await this.#deliver(press))
    } catch (error) {
      if (error instanceof Unreachable || error.status >= 500 || error.code === "sign-in-required") return false
      this.#settle(press, explain(error))
    }
    return true
  }

  // Returns the conflict, or null.
  async #deliver(press) {
    const path = `/api/v1/tickets/${encodeURIComponent(press.ticket)}`
    let ticket = await get(path).catch(error => {
      if (error instanceof Problem && error.status === 404) return null
      throw error
    })
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = merge(press, ticket)
      if (ticket !== null && outcome !== "send") this.#callbacks.take(ticket)
      if (outcome !== "send") return outcome === "done" ? null : outcome
      this.#kept.sending(press)
      try {
        const { action, lines } = press
        const answer = await post(`${path}/actions`, lines === null ? { action } : { action, lines }, {
          "Idempotency-Key": press.key, "If-Match": `"${ticket.version}"`,
        })
        this.#callbacks.take(answer)
        return null
      } catch (error) {
        if (error.status !== 412 || !error.body.ticket) throw error
        // It was refused, so the server does not have it.
        press.wasSent = false
        ticket = error.body.ticket
      }
    }
    return "bumped"
  }

  #settle(press, conflict) {
    this.#kept.settle(press, conflict)
    this.#callbacks.changed(press.ticket)
    this.#showConflicts()
  }

  #showConflicts() {
    this.#callbacks.conflicts(this.#kept.conflicts.map(({ key, number, conflict }) => ({
      kind: "conflict", icon: "information", isAlarm: true, text: t("{number}: {headline}", { number, headline: conflictWords(conflict) }),
      action: { label: t("Dismiss"), perform: () => {
        this.#kept.dismiss(key)
        this.#showConflicts()
      } },
    })))
  }
}

// conflict: as merge names it, or a sentence of the server.
function conflictWords(conflict) {
  switch (conflict) {
    case "bumped": return t("Another screen bumped it while this one was offline. Check that it is not made twice.")
    case "cancelled": return t("It was cancelled while this screen was offline. Your press was not applied.")
    case "recalled": return t("Another screen recalled it while this one was offline. Your press was not applied.")
    case "taken-back": return t("Another screen took a line back while this one was offline. Your press was not applied.")
    case "gone": return t("It is not there any more. Your press was not applied.")
    default: return conflict
  }
}
