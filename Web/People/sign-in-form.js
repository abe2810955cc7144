// Signs in by name and password. second: another way in stands above. Fires "signed-in" with the principal.

import { emit, h, icon, render } from "../Shared/dom.js"
import { post } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { signIn } from "./session.js"
import "./password-field.js"

let count = 0

class SignInForm extends HTMLElement {
  #name = null
  #password = null
  #trouble = null
  #button = null
  #isSending = false
  #forgotten = null

  connectedCallback() {
    if (this.#name) return
    const id = `sign-in-${++count}`
    this.#name = h("input", {
      id: `${id}-name`, name: "username", type: "text", required: true, maxlength: 128, autocomplete: "username webauthn", autocapitalize: "none",
      spellcheck: "false", dir: "auto",
    })
    this.#password = h("password-field", { label: t("Password"), autocomplete: "current-password" })
    this.#trouble = h("p.field-error", { id: `${id}-trouble`, role: "alert" })
    this.#forgotten = h("p.muted", { role: "status" })
    this.#button = h(this.hasAttribute("second") ? "button.button.wide" : "button.button.primary.wide", { type: "submit" }, t("Sign in"))
    render(this, h("form.stack.account-form", { onsubmit: event => this.#submit(event) },
      h("div.field", {}, h("label", { for: this.#name.id }, t("E-mail or staff number")), this.#name),
      this.#password, this.#trouble, this.#button,
      h("button.button.quiet", { type: "button", "data-key": "forgotten", onclick: () => this.#forget() }, t("Forgot your password?")),
      this.#forgotten))
  }

  // The answer is the same whether there is an account or not, so that nobody learns who has one.
  async #forget() {
    const name = this.#name.value.trim()
    if (name === "") {
      render(this.#forgotten, t("Type your e-mail address above first."))
      return this.#name.focus()
    }
    try {
      await post("/api/v1/password-links", { name })
      render(this.#forgotten, t("If {name} is the e-mail address of an account, a link to choose a new password is on its way. It works for one hour.", { name }))
    } catch (error) {
      render(this.#forgotten, error.code === "mail-not-configured"
        ? t("This server sends no mail. Ask an administrator for a new link.")
        : explainAccount(error))
    }
  }

  focusInput() { this.#name.focus({ preventScroll: true }) }

  async #submit(event) {
    event.preventDefault()
    if (this.#isSending) return
    this.#send(true)
    render(this.#trouble)
    try {
      const principal = await signIn({ name: this.#name.value.trim(), password: this.#password.value })
      this.#password.clear()
      emit(this, "signed-in", principal)
    } catch (error) {
      this.#refused(error)
    } finally {
      this.#send(false)
    }
  }

  #refused(error) {
    // The server refuses a text that is nobody's name as an invalid request.
    if (error.code === "invalid-request") error.code = "wrong-credentials"
    render(this.#trouble, icon("information"), h("span", {}, explainAccount(error)))
    if (error.code !== "wrong-credentials") return
    this.#password.clear()
    this.#password.markWrong(this.#trouble.id)
    this.#password.focusInput()
  }

  #send(isSending) {
    this.#isSending = isSending
    if (isSending) this.#button.setAttribute("aria-disabled", "true")
    else this.#button.removeAttribute("aria-disabled")
  }
}

customElements.define("sign-in-form", SignInForm)
