// Notices that the guest of a kiosk has gone: hears touches and keys, asks "Are you still there?", and then starts over (C94). While
// the result of an order or a payment is not known, it does neither (C95).

import { every } from "../Shared/interval.js"
import { t } from "../Shared/messages.js"
import { IdleWatch } from "./models/kiosk-idle.js"

const TICK = 250 // milliseconds

export class KioskQuiet {
  #page
  #dialogs
  #watch = new IdleWatch(performance.now())

  // page: { visit, voice, isOpen, reset() }; dialogs: a KioskDialogs.
  constructor(page, dialogs) {
    this.#page = page
    this.#dialogs = dialogs
  }

  listen(signal) {
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, event => this.#touched(event), { signal, capture: true })
    // A screen reader presses without a pointer and without a key.
    addEventListener("click", event => { if (event.detail === 0) this.#touched(event) }, { signal, capture: true })
    every(TICK, () => this.#tick(), signal)
  }

  // A step was made, or another guest is there.
  begin() { this.#watch.reset(performance.now()) }

  #touched(event) {
    if (!this.#page.isOpen) return
    const wasWarning = this.#watch.isWarning
    if (event.target.closest?.("[data-over]")) return
    this.#watch.touched(performance.now())
    if (!wasWarning) return
    event.preventDefault()
    event.stopPropagation()
    this.#dialogs.closeWarning()
  }

  #tick() {
    if (!this.#page.isOpen) return
    const { isFresh, isUndecided } = this.#page.visit
    const { kind, seconds } = this.#watch.tick(performance.now(), { isFresh, isUndecided })
    if (kind === "reset") this.#page.reset()
    else if (kind !== "warn") this.#dialogs.closeWarning()
    else if (this.#dialogs.warn(seconds, () => this.#page.reset())) this.#page.voice.say(t("Are you still there?"))
  }
}
