// The ways to sign in of a server with accounts: by password or passkey, or by a recovery code. second: another way in stands
// above. Fires "signed-in".

import { h, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { offersPasskeys } from "./passkey-acts.js"
import "./passkey-sign-in.js"
import "./recovery-sign-in.js"
import "./sign-in-form.js"

class AccountSignIn extends HTMLElement {
  connectedCallback() {
    if (!this.firstChild) this.#showUsual()
  }

  focusInput() { this.querySelector("sign-in-form, recovery-sign-in").focusInput() }

  #showUsual() {
    render(this, h("div.stack.account-form", {},
      h("sign-in-form", { second: this.getAttribute("second") ?? undefined }),
      offersPasskeys() && h("passkey-sign-in"),
      this.#change("recovery", () => this.#showRecovery(), t("Sign in with a recovery code"))))
  }

  #showRecovery() {
    render(this, h("div.stack.account-form", {},
      h("recovery-sign-in"),
      this.#change("usual", () => this.#showUsual(), t("Sign in another way"))))
  }

  #change(key, show, words) {
    const press = () => {
      show()
      this.focusInput()
    }
    return h("button.button.quiet", { type: "button", "data-key": key, onclick: press }, words)
  }
}

customElements.define("account-sign-in", AccountSignIn)
