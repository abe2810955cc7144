// Sends the order of a kiosk until there is an answer, and waits for a payment on the guest's phone. While either is undecided, the
// visit does not end (C95).

import { Problem, Unreachable } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { randomKey } from "../Shared/random-key.js"
import { abandonOrder, followOrder, placeOrder } from "./kiosk-server.js"
import { stateWords } from "./kiosk-words.js"
import { kioskOrder, Stage } from "./models/kiosk-visit.js"

const RETRY = 3000 // milliseconds
const LOOK = 2000 // milliseconds between two looks at a payment
const LONG = 6000 // milliseconds of waiting before the page says so

export class KioskOrdering {
  #page
  #sentAt = null
  #isAbandoning = false

  // page: { visit, cafe, isOpen, opened(), refused(problem), show(), announce(words) }.
  constructor(page) { this.#page = page }

  forget() {
    this.#sentAt = null
    this.#isAbandoning = false
  }

  get isWaitingLong() { return this.#sentAt !== null && performance.now() - this.#sentAt > LONG }
  get isAbandoning() { return this.#isAbandoning }

  // kind: a way to pay; badge: { number, pin }, or null.
  async send(quote, kind, badge = null) {
    const { visit } = this.#page
    visit.send(kioskOrder(visit, quote.total, kind, badge), randomKey, quote.pickup?.soonest ?? null)
    this.#sentAt = performance.now()
    this.#page.opened()
    while (visit.attempt !== null && this.#isPresent(visit)) {
      try {
        visit.placed(await placeOrder(visit.attempt))
      } catch (error) {
        if (error instanceof Unreachable || !(error instanceof Problem) || (error.status >= 500 && error.code !== "sign-in-busy")) {
          await pause(RETRY)
          continue
        }
        visit.refused()
        this.#page.refused(error)
      }
      this.#sentAt = null
      this.#page.opened()
    }
    if (visit.stage === Stage.card) await this.#waitForCard(visit)
    if (visit.stage === Stage.done) await this.#follow(visit)
  }

  // The guest pays in another way, or goes: what was not paid is paid no more.
  async abandon() {
    const { visit } = this.#page
    if (visit.stage !== Stage.card || this.#isAbandoning) return
    this.#isAbandoning = true
    this.#page.show()
    try {
      this.#decide(visit, await abandonOrder(visit.order.id))
    } catch {
      // The payment ends by itself; the page goes on to look.
    }
    this.#isAbandoning = false
    this.#page.show()
  }

  async #waitForCard(visit) {
    while (visit.stage === Stage.card && this.#isPresent(visit)) {
      await pause(LOOK)
      if (visit.stage !== Stage.card || !this.#isPresent(visit)) return
      const followed = await followOrder(visit.order.id).catch(() => null)
      if (followed) this.#decide(visit, followed)
    }
  }

  // A guest who stays sees that the money was taken, and hears when it is ready. An employee's order is followed on their own page.
  async #follow(visit) {
    if (visit.order.payment === "account") return
    while (visit.stage === Stage.done && this.#isPresent(visit)) {
      await pause(LOOK)
      if (visit.stage !== Stage.done || !this.#isPresent(visit)) return
      const followed = await followOrder(visit.order.id).catch(() => null)
      if (!followed || followed.stage === visit.order.stage || !this.#isPresent(visit)) continue
      visit.order = { ...visit.order, stage: followed.stage }
      this.#page.show()
      this.#page.announce(stateWords(followed.stage, this.#page.cafe.name))
    }
  }

  #decide(visit, { stage }) {
    if (visit.stage !== Stage.card || stage === "placed" || !this.#isPresent(visit)) return
    if (!visit.decided(stage)) this.#page.refused(null)
    this.#page.opened()
  }

  #isPresent(visit) { return this.#page.isOpen && visit === this.#page.visit }
}

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

// What the guest reads when a payment was not made.
export function notPaidWords() { return t("The payment was not made, and nothing was ordered. If money was on its way, it goes back by itself. Your basket is still here.") }
