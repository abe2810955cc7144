// Asks for the password or a passkey once more where an act needs a proof of the last ten minutes; somebody who came by the
// provider signs in there once more.

import { h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { providerAddress } from "./models/provider-address.js"
import { explainPasskey, isCancelled, offersPasskeys, proveByPasskey } from "./passkey-acts.js"
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

// By what the person can show who they are, in this browser.
async function waysToProve() {
  try {
    const { passkeys, password } = await get("/api/v1/passkeys")
    return { password, passkey: passkeys.length > 0 && offersPasskeys() }
  } catch {
    return { password: true, passkey: false }
  }
}

class ProofDialog extends HTMLElement {
  #asking = null
  #isProved = false
  #trouble = h("div", { id: "proof-trouble", role: "alert" })

  disconnectedCallback() {
    this.querySelector("dialog")?.close()
  }

  // Whether the person showed who they are. Acts that ask at the same time share one dialog.
  ask() {
    const asked = () => cameByProvider() ? this.#send() : waysToProve().then(ways => this.#open(ways))
    this.#asking ??= asked().finally(() => { this.#asking = null })
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

  #open(ways) {
    this.#isProved = false
    render(this.#trouble)
    const close = () => dialog.close()
    const dialog = h("dialog", { "aria-labelledby": "proof-title", "aria-describedby": "proof-reason" },
      h("div.dialog-body", {},
        this.#head(close),
        h("p", { id: "proof-reason" }, reason(ways)),
        this.#trouble,
        ways.passkey && this.#passkeyButton(close),
        ways.password ? this.#passwordForm(close, !ways.passkey) : h("div.row", {}, this.#cancel(close))))
    render(this, dialog)
    return new Promise(resolve => {
      dialog.addEventListener("close", () => {
        render(this)
        resolve(this.#isProved)
      })
      dialog.showModal()
      dialog.querySelector("[data-key=prove], password-field input")?.focus()
    })
  }

  #cancel(close) { return h("button.button", { type: "button", onclick: close }, t("Cancel")) }

  #passkeyButton(close) {
    const button = h("button.button.primary", {
      type: "button", "data-key": "prove",
      onclick: () => this.#prove(close, button, proveByPasskey, error => {
        const sentence = explainPasskey(error, { isProof: true })
        if (sentence !== null) this.#say(sentence, !isCancelled(error))
      }),
    }, icon("key"), t("Use your passkey"))
    return button
  }

  #passwordForm(close, isPrimary) {
    const password = h("password-field", { label: t("Password"), autocomplete: "current-password" })
    const confirm = h(isPrimary ? "button.button.primary" : "button.button", { type: "submit" }, t("Continue"))
    const submit = event => {
      event.preventDefault()
      this.#prove(close, confirm, () => post(PROOF, { password: password.value }), error => {
        this.#say(explainAccount(error), true)
        password.clear()
        password.markWrong(this.#trouble.id)
        password.focusInput()
      })
    }
    return h("form.stack", { onsubmit: submit }, password, h("div.row", {}, confirm, this.#cancel(close)))
  }

  async #prove(close, button, prove, refused) {
    if (button.ariaDisabled === "true") return
    button.ariaDisabled = "true"
    render(this.#trouble)
    try {
      await prove()
      this.#isProved = true
      close()
    } catch (error) {
      refused(error)
    } finally {
      button.ariaDisabled = null
    }
  }

  #say(sentence, isError) {
    render(this.#trouble, isError ? h("p.field-error", {}, icon("information"), h("span", {}, sentence)) : h("p.muted", {}, sentence))
  }
}

function reason({ password, passkey }) {
  if (password && passkey) return t("You signed in a while ago. Use your passkey, or enter your password, to go on.")
  if (password) return t("You signed in a while ago. Enter your password once more to go on.")
  if (passkey) return t("You signed in a while ago. Use your passkey once more to go on.")
  return t("You signed in a while ago. To go on, sign out and sign in again.")
}

customElements.define("proof-dialog", ProofDialog)
