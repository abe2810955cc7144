// Asks for the password once more where an act needs a proof of the last ten minutes; somebody who came by the provider signs in
// there once more.

import { h, icon, render } from "../Shared/dom.js"
import { post, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { providerAddress } from "./models/provider-address.js"
import { cameByProvider } from "./session.js"
import "./password-field.js"

const PROOF = "/api/v1/session/proof"
const PROVIDER = "/sign-in/provider"

// Runs act(), and once more after the person has shown who they are if the server asks for that. Returns what act() returns,
// or undefined when the person cancels; throws what act() throws.
export async function proved(act) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "proof-needed") throw error
  }
  return await presentDialog().ask() ? act() : undefined
}

function presentDialog() {
  const present = document.querySelector("proof-dialog")
  if (present) return present
  const made = h("proof-dialog")
  document.body.append(made)
  return made
}

class ProofDialog extends HTMLElement {
  #asking = null

  disconnectedCallback() {
    this.querySelector("dialog")?.close()
  }

  // Whether the person showed who they are. Acts that ask at the same time share one dialog.
  ask() {
    this.#asking ??= (cameByProvider() ? this.#send() : this.#open()).finally(() => { this.#asking = null })
    return this.#asking
  }

  // Asks whether to leave the page for the provider.
  #send() {
    const address = providerAddress(PROVIDER, location.pathname + location.search, { again: true })
    const dialog = h("dialog", { "aria-labelledby": "proof-title", "aria-describedby": "proof-reason" },
      h("div.dialog-body", {},
        this.#head(() => dialog.close()),
        h("p", { id: "proof-reason" }, t("You signed in a while ago. Sign in through your organisation once more, then do this again.")),
        h("div.row", {},
          h("a.button.primary", { href: address }, t("Sign in again")),
          h("button.button", { type: "button", onclick: () => dialog.close() }, t("Cancel")))))
    render(this, dialog)
    return new Promise(resolve => {
      dialog.addEventListener("close", () => {
        render(this)
        resolve(false)
      })
      dialog.showModal()
    })
  }

  #head(close) {
    return h("div.dialog-head", {},
      h("h2", { id: "proof-title" }, t("Is it still you?")),
      h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: close }, icon("close")))
  }

  #open() {
    const password = h("password-field", { label: t("Password"), autocomplete: "current-password" })
    const trouble = h("p.field-error", { id: "proof-trouble", role: "alert" })
    const confirm = h("button.button.primary", { type: "submit" }, t("Continue"))
    let isProved = false
    const dialog = h("dialog", { "aria-labelledby": "proof-title", "aria-describedby": "proof-reason" },
      h("form.dialog-body", {
        onsubmit: async event => {
          event.preventDefault()
          if (confirm.ariaDisabled === "true") return
          confirm.ariaDisabled = "true"
          render(trouble)
          try {
            await post(PROOF, { password: password.value })
            isProved = true
            dialog.close()
          } catch (error) {
            render(trouble, icon("information"), h("span", {}, explainAccount(error)))
            password.clear()
            password.markWrong(trouble.id)
            password.focusInput()
          } finally {
            confirm.ariaDisabled = null
          }
        },
      },
        this.#head(() => dialog.close()),
        h("p", { id: "proof-reason" }, t("You signed in a while ago. Enter your password once more to go on.")),
        password,
        trouble,
        h("div.row", {},
          confirm,
          h("button.button", { type: "button", onclick: () => dialog.close() }, t("Cancel")))))
    render(this, dialog)
    return new Promise(resolve => {
      dialog.addEventListener("close", () => {
        render(this)
        resolve(isProved)
      })
      dialog.showModal()
      password.focusInput()
    })
  }
}

customElements.define("proof-dialog", ProofDialog)
