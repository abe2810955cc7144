// A field for a password, with a button that shows and hides it. label, autocomplete ("current-password" or "new-password")
// and described-by are attributes.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

let count = 0

class PasswordField extends HTMLElement {
  #input = null
  #toggle = null

  connectedCallback() {
    if (this.#input) return
    const id = `password-${++count}`
    this.#input = h("input", {
      id, type: "password", name: "password", required: true, spellcheck: "false", autocapitalize: "none",
      autocomplete: this.getAttribute("autocomplete") ?? "current-password", "aria-describedby": this.getAttribute("described-by"),
    })
    this.#toggle = h("button.button.quiet.reveal", { type: "button", "aria-pressed": "false", "aria-controls": id,
      "aria-label": t("Show the password"), onclick: () => this.#show(this.#input.type === "password") })
    render(this, h("div.field", {},
      h("label", { for: id }, this.getAttribute("label")),
      h("div.password-line", {}, this.#input, this.#toggle)))
    this.#show(false)
  }

  get value() { return this.#input?.value ?? "" }

  clear() {
    this.#input.value = ""
    this.#show(false)
  }

  focusInput() { this.#input.focus() }

  // Marks the field as wrong until it is changed. id: of the sentence that says why.
  markWrong(id) {
    this.#input.setAttribute("aria-invalid", "true")
    this.#input.setAttribute("aria-errormessage", id)
    this.#input.addEventListener("input", () => this.#input.removeAttribute("aria-invalid"), { once: true })
  }

  #show(isShown) {
    this.#input.type = isShown ? "text" : "password"
    this.#toggle.setAttribute("aria-pressed", String(isShown))
    render(this.#toggle, icon(isShown ? "eye-closed" : "eye"))
  }
}

customElements.define("password-field", PasswordField)
