// The call for help of a kiosk: calls the staff, takes the call back, and notices that somebody is coming.

import { t } from "../Shared/messages.js"
import { explain } from "./explain.js"
import { callHelp, loadKiosk } from "./kiosk-server.js"

export class KioskHelp {
  #acts
  state = "none" // "none", "called" or "coming"

  // acts: { say(words), show() }.
  constructor(acts) { this.#acts = acts }

  // calledAt: what the server knows.
  take(calledAt) { if (calledAt && this.state === "none") this.state = "called" }

  // Nobody needs to come any more to the guest who has gone; a call that nobody has answered stays.
  forget() { if (this.state === "coming") this.state = "none" }

  async toggle() {
    const isWanted = this.state === "none"
    this.state = isWanted ? "called" : "none"
    this.#acts.show()
    try {
      await callHelp(isWanted)
      this.#acts.say(isWanted ? t("The staff have been called to this kiosk.") : t("The call is taken back."))
    } catch (error) {
      this.state = isWanted ? "none" : "called"
      this.#acts.say(isWanted ? t("The call did not get through. Please ask at the counter.") : explain(error))
    }
    this.#acts.show()
  }

  // Looks whether somebody is coming.
  async look() {
    if (this.state !== "called") return
    const offer = await loadKiosk().catch(() => null)
    if (!offer || offer.helpCalledAt || this.state !== "called") return
    this.state = "coming"
    this.#acts.say(t("Somebody is coming to help you."))
    this.#acts.show()
  }
}
