// Asks who the person is. It closes when the chooser inside fires "signed-in".

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import "./sign-in-chooser.js"

class SignInDialog extends HTMLElement {
  #dialog = null

  connectedCallback() {
    this.addEventListener("signed-in", this.#close)
  }

  disconnectedCallback() {
    this.removeEventListener("signed-in", this.#close)
    this.#close()
  }

  open() {
    this.#dialog = h("dialog", { "aria-labelledby": "who-title", onclose: () => render(this) },
      h("div.dialog-body", {},
        h("div.dialog-head", {},
          h("h2", { id: "who-title" }, t("Who are you?")),
          h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: this.#close }, icon("close"))),
        h("sign-in-chooser", { as: "person" })))
    render(this, this.#dialog)
    this.#dialog.showModal()
  }

  #close = () => this.#dialog?.close()
}

customElements.define("sign-in-dialog", SignInDialog)
