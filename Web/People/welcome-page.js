// Lets a person choose a password by the link of an invitation, and signs them in.

import { h, icon, render } from "../Shared/dom.js"
import { post, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { explainAccount } from "./explain-account.js"
import { forgetLinkToken, takeLinkToken } from "./link-token.js"
import { passwordFault } from "./models/new-password.js"
import { nextAddress } from "./models/next-address.js"
import "./password-field.js"

const INVITATION = "/api/v1/invitation"
const TOKEN = "vicinity-invitation-link"

class WelcomePage extends HTMLElement {
  #token = null
  #isSending = false
  #main = h("div.stack.set-up-page")

  connectedCallback() {
    // Another link, in the same tab.
    addEventListener("hashchange", this.#begin)
    render(this, this.#main)
    this.#begin()
  }

  disconnectedCallback() { removeEventListener("hashchange", this.#begin) }

  #begin = () => {
    this.#token = takeLinkToken(TOKEN)
    if (this.#token !== null) this.#look()
    else this.#showNoLink(t("This page needs the link of an invitation."))
  }

  async #look() {
    render(this.#main, loading(t("Checking the link.")))
    try {
      this.#show(await post(`${INVITATION}/check`, { token: this.#token }))
    } catch (error) {
      if (!this.#isOver(error)) render(this.#main, failure(explainAccount(error), () => this.#look()))
    }
  }

  // Whether the link does not work, which the page then says. A text that is no token is refused as an invalid request.
  #isOver(error) {
    if (!(error instanceof Problem) || !["link-invalid", "invalid-request"].includes(error.code)) return false
    forgetLinkToken(TOKEN)
    this.#showNoLink(t("This link does not work any more. It was used, has expired, or a later link replaced it."))
    return true
  }

  #showNoLink(reason) {
    render(this.#main,
      h("h1", {}, t("Choose a password")),
      h("p.notice.waiting", { role: "alert" }, icon("information"), h("span", {}, reason)),
      h("p", {}, t("Ask an administrator for a new link. If you have a password, you can sign in.")),
      h("div.row", {}, h("a.button", { href: "/sign-in" }, t("Sign in"))))
  }

  #show({ name, signInName }) {
    const trouble = h("p.field-error", { id: "welcome-trouble", role: "alert" })
    const password = h("password-field", { label: t("Password"), autocomplete: "new-password", "described-by": "password-rule" })
    const button = h("button.button.primary", { type: "submit" }, t("Continue"))
    const refuse = error => {
      render(trouble, icon("information"), h("span", {}, explainAccount(error)))
      if (error.code === "weak-password") password.markWrong(trouble.id)
      password.focusInput()
    }
    const submit = async event => {
      event.preventDefault()
      if (this.#isSending) return
      render(trouble)
      const fault = passwordFault(password.value, signInName)
      if (fault !== null) return refuse(new Problem(422, { code: "weak-password", errors: [{ code: fault }] }))
      this.#isSending = true
      button.setAttribute("aria-disabled", "true")
      try {
        await this.#accept(password.value)
      } catch (error) {
        if (!this.#isOver(error)) refuse(error)
      } finally {
        this.#isSending = false
        button.removeAttribute("aria-disabled")
      }
    }
    render(this.#main,
      h("h1", {}, t("Choose a password")),
      h("p", {}, t("Hello {name}, choose the password with which you sign in.", { name })),
      h("form.panel.stack", { onsubmit: submit },
        // Password managers keep the name with the password.
        h("div.field", {},
          h("label", { for: "welcome-name" }, t("E-mail or staff number")),
          h("input", { id: "welcome-name", type: "text", name: "username", value: signInName, readonly: true, autocomplete: "username", dir: "auto" })),
        h("div.stack.tight", {}, password,
          h("p.hint.muted.small", { id: "password-rule" }, t("At least 10 characters, not a common password, and without your name. Blanks are allowed."))),
        trouble,
        h("div.row", {}, button)))
    password.focusInput()
  }

  async #accept(password) {
    const { principal } = await post(INVITATION, { token: this.#token, password })
    forgetLinkToken(TOKEN)
    location.assign(nextAddress(null, principal, location))
  }
}

customElements.define("welcome-page", WelcomePage)
