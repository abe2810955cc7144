// The kiosks of a café where a guest waits for help. Answering one tells the guest that somebody is coming.

import { get, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"

export class HelpCalls {
  #path = null
  #calls = []
  #changed

  // changed: called when the calls have changed.
  constructor(changed) { this.#changed = changed }

  // As kitchen-notices.js shows them.
  get notices() {
    return this.#calls.map(({ kiosk, name }) => ({
      kind: "help-call", icon: "bell", text: t("{kiosk}: a guest needs help.", { kiosk: name }), action: { label: t("I am going"), perform: () => this.#answer(kiosk) },
    }))
  }

  // Loads the calls of a café. Returns whether there is one that was not there before.
  async load(cafe) {
    this.#path = `/api/v1/cafes/${encodeURIComponent(cafe)}/help-calls`
    const { calls } = await get(this.#path)
    const known = new Set(this.#calls.map(({ kiosk }) => kiosk))
    this.#set(calls)
    return calls.some(({ kiosk }) => !known.has(kiosk))
  }

  clear() { this.#set([]) }

  #set(calls) {
    this.#calls = calls
    this.#changed()
  }

  // The change comes back through the feed as well; a call that could not be answered stays.
  async #answer(kiosk) {
    const isAnswered = await remove(`${this.#path}/${encodeURIComponent(kiosk)}`).then(() => true, () => false)
    if (isAnswered) this.#set(this.#calls.filter(call => call.kiosk !== kiosk))
  }
}
