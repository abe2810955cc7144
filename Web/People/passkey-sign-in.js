// A button that signs in with a passkey; passkeys also come in the list below the field for the name. Fires "signed-in". A page
// shows it only where offersPasskeys().

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { explainPasskey, isCancelled, signInByPasskey } from "./passkey-acts.js"
import { canAutofill } from "./passkeys.js"

const RENEWAL = 4 * 60_000 // milliseconds; the server's challenge lives five minutes

class PasskeySignIn extends HTMLElement {
  #stop = null // stops the autofill
  #timer = null
  #button = h("button.button.wide", { type: "button", "data-key": "passkey", onclick: () => this.#press() }, icon("key"), t("Sign in with a passkey"))
  #words = h("div", { role: "alert" })

  connectedCallback() {
    render(this, this.#button, this.#words)
    this.#offer()
  }

  disconnectedCallback() { this.#withdraw() }

  async #press() {
    if (this.#button.ariaDisabled === "true") return
    this.#withdraw()
    this.#button.ariaDisabled = "true"
    render(this.#words)
    try {
      emit(this, "signed-in", await signInByPasskey())
      return
    } catch (error) {
      this.#say(error)
    } finally {
      this.#button.ariaDisabled = null
    }
    this.#offer()
  }

  // Offers passkeys in the field for the name, until the page is left or the button is pressed.
  async #offer() {
    this.#withdraw()
    const controller = this.#stop = new AbortController()
    if (!await canAutofill() || controller.signal.aborted || !this.isConnected) return
    this.#timer = setTimeout(() => this.#offer(), RENEWAL)
    try {
      emit(this, "signed-in", await signInByPasskey({ isAutofill: true, signal: controller.signal }))
    } catch (error) {
      // Nobody has asked for anything before a passkey is chosen.
      if (controller.signal.aborted || isCancelled(error) || error.code === undefined) return
      this.#say(error)
      this.#offer()
    }
  }

  #withdraw() {
    clearTimeout(this.#timer)
    this.#stop?.abort()
    this.#stop = null
  }

  #say(error) {
    const sentence = explainPasskey(error)
    if (sentence === null) return
    render(this.#words, isCancelled(error) ? h("p.muted", {}, sentence) : h("p.field-error", {}, icon("information"), h("span", {}, sentence)))
  }
}

customElements.define("passkey-sign-in", PasskeySignIn)
