// Signs in with a name and a recovery code. Fires "signed-in".

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { signIn } from "./session.js"

class RecoverySignIn extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return
    const name = h("input", { id: "recovery-name", type: "text", required: true, maxlength: 128, autocomplete: "username", autocapitalize: "none", spellcheck: "false", dir: "auto" })
    const code = h("input", {
      id: "recovery-code", type: "text", required: true, maxlength: 64, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", dir: "ltr",
      "aria-describedby": "recovery-hint", oninput: () => code.removeAttribute("aria-invalid"),
    })
    const trouble = h("p.field-error", { id: "recovery-trouble", role: "alert" })
    const button = h("button.button.primary.wide", { type: "submit" }, t("Sign in"))
    const submit = async event => {
      event.preventDefault()
      if (button.ariaDisabled === "true") return
      button.ariaDisabled = "true"
      render(trouble)
      try {
        emit(this, "signed-in", await signIn({ name: name.value.trim(), recoveryCode: code.value }))
      } catch (error) {
        render(trouble, icon("information"), h("span", {}, explain(error)))
        if (isWrong(error)) {
          code.setAttribute("aria-invalid", "true")
          code.setAttribute("aria-errormessage", trouble.id)
        }
        code.focus()
      } finally {
        button.ariaDisabled = null
      }
    }
    render(this, h("form.stack.account-form", { onsubmit: submit },
      h("p", { id: "recovery-hint" }, t("A recovery code has 16 letters and digits. You made it in “Your data”, and each code works once.")),
      h("div.field", {}, h("label", { for: name.id }, t("E-mail or staff number")), name),
      h("div.field", {}, h("label", { for: code.id }, t("Recovery code")), code),
      trouble, button))
  }

  focusInput() { this.querySelector("input").focus({ preventScroll: true }) }
}

const isWrong = ({ code }) => code === "wrong-credentials" || code === "invalid-request"

const explain = error => (isWrong(error)
  ? t("The name and the recovery code do not belong together, or the code was used before. Check both, or try another code.")
  : explainAccount(error))

customElements.define("recovery-sign-in", RecoverySignIn)
