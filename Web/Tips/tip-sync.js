// Exchanges one person's tips with the server: models/tip-exchange.js decides when and what, this sends it.

import { post, Problem } from "../Shared/http.js"
import { LONGEST_TIMER } from "../Shared/interval.js"
import { language } from "../Shared/messages.js"
import { fromBase64, toBase64 } from "./models/tip-bytes.js"

const LEDGER = "/api/v1/tips/ledger"

export class TipSync {
  #tips
  #exchange
  #device
  #answered
  #timer = null
  #syncing = null
  #isStopped = false
  #abort = new AbortController()

  // answered: called after each answer, with true when the catalogue must be fetched again.
  constructor({ tips, exchange, device, answered }) {
    this.#tips = tips
    this.#exchange = exchange
    this.#device = device
    this.#answered = answered
    const { signal } = this.#abort
    addEventListener("online", () => this.hurry(), { signal })
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.hurry() }, { signal })
  }

  stop() {
    this.#isStopped = true
    this.#abort.abort()
    clearTimeout(this.#timer)
  }

  // Sends when it is due.
  plan() {
    clearTimeout(this.#timer)
    const { due } = this.#exchange
    if (this.#isStopped || due === null) return
    this.#timer = setTimeout(() => this.exchange(), Math.min(Math.max(due - Date.now(), 0), LONGEST_TIMER))
  }

  // There may be news, or the network is back: sends without waiting.
  hurry() {
    this.#exchange.hurry(Date.now())
    this.plan()
  }

  // The feed reports that the person's ledger has reached a cursor.
  learned(cursor) {
    this.#exchange.learned(cursor, Date.now())
    this.plan()
  }

  // Sends the rest before the person signs out. A request that is under way lacks what has changed since it began.
  async flush() {
    await this.#syncing
    if (this.#exchange.isUnsent) await this.exchange()
  }

  // One request at a time; calls during one wait for it.
  exchange() {
    this.#syncing ??= this.#exchanged().finally(() => { this.#syncing = null })
    return this.#syncing
  }

  async #exchanged() {
    if (this.#isStopped || this.#exchange.due === null) return
    clearTimeout(this.#timer)
    try {
      const changes = this.#exchange.begin() ? toBase64(this.#tips.changes) : null
      const answer = await post(LEDGER, { device: this.#device, platform: "web", language: language(), cursor: this.#exchange.cursor, changes })
      if (!this.#isStopped) this.#take(answer)
    } catch (error) {
      if (!this.#isStopped) this.#fail(error)
    }
    this.plan()
  }

  #take(answer) {
    const hasAll = answer.changes !== null && this.#tips.joined(fromBase64(answer.changes))
    this.#exchange.answered(answer, hasAll, Date.now(), this.#tips.isCut)
    this.#tips.save()
    this.#answered()
  }

  #fail(error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) return this.#exchange.failed(Date.now())
    if (this.#exchange.refused(error.code, error.body, Date.now()) === "catalogue") this.#answered(true)
  }
}
