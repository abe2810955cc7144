// How many recovery codes the person has left, and a button that makes new ones. show(notice, failure), then reload().

import { h, icon, render } from "../Shared/dom.js"
import { get, post } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { proved } from "./proof.js"
import "./recovery-codes-dialog.js"

const CODES = "/api/v1/recovery-codes"
const FEW = 3 // codes that are left

class YourRecoveryCodes extends HTMLElement {
  #notice = null
  #state = h("p")
  #button = h("button.button", { type: "button", "data-key": "make-codes", onclick: () => this.#make() })
  #hint = h("p.muted.small")
  #dialog = h("recovery-codes-dialog")
  #turn = 0

  // notice: the page's bar; failure: the node of the section's loader.
  show(notice, failure) {
    this.#notice = notice
    render(this, h("section.panel.stack", { "aria-labelledby": "recovery-title" },
      h("h2", { id: "recovery-title" }, t("Recovery codes")),
      h("p", {}, t("When you have lost your device or forgotten your password, a recovery code lets you in, once. Keep them on paper or where you keep your passwords.")),
      this.#state,
      h("div.row", {}, this.#button), this.#hint, failure), this.#dialog)
  }

  forget() {
    this.#turn += 1
    this.#dialog.close()
    for (const part of [this, this.#state, this.#button, this.#hint]) render(part)
  }

  // Throws what http.js throws.
  async reload() {
    const turn = this.#turn
    const { left, madeAt } = await get(CODES)
    if (turn !== this.#turn) return
    this.#state.className = left <= FEW ? "notice waiting" : "notice ready"
    render(this.#state, icon(left <= FEW ? "information" : "check"), h("span", {}, left === 0
      ? t("You have no recovery codes.")
      : tn("{count} code is left. Made {time}.", "{count} codes are left. Made {time}.", left, { time: dayAndTime(madeAt) })))
    render(this.#button, left === 0 ? t("Make recovery codes") : t("Make new codes"))
    render(this.#hint, left > 0 && t("New codes replace the ones that you have; those stop working."))
  }

  async #make() {
    if (this.#button.ariaDisabled === "true") return
    this.#button.ariaDisabled = "true"
    const turn = this.#turn
    try {
      const made = await proved(() => post(CODES))
      if (made !== undefined && turn === this.#turn) this.#dialog.open(made.codes)
    } catch (error) {
      this.#notice.show(explainAccount(error))
    } finally {
      this.#button.ariaDisabled = null
    }
    await this.reload().catch(() => null)
  }
}

customElements.define("your-recovery-codes", YourRecoveryCodes)
