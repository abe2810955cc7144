// A screen that works only once it is paired. purpose="entrance". It shows its code, then its name and café, and
// its code again within seconds when somebody revokes it.

import { get, Problem } from "../Shared/http.js"
import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { explainUnready } from "./explain-account.js"
import { currentPrincipal, loadSession } from "./session.js"
import "./pairing-code.js"

const LOOK = 3000 // milliseconds between two looks at the session

class PairedScreen extends HTMLElement {
  #timer = null
  #isConnected = false
  #shown = null
  #trouble = h("p.pairing-status", { role: "status" })

  connectedCallback() {
    this.#isConnected = true
    this.addEventListener("signed-in", this.#decide)
    render(this, loading(t("Connecting to the server.")))
    this.#look()
  }

  disconnectedCallback() {
    this.#isConnected = false
    this.#shown = null
    clearTimeout(this.#timer)
    this.removeEventListener("signed-in", this.#decide)
  }

  get #purpose() { return this.getAttribute("purpose") }
  get #isPaired() { return currentPrincipal()?.kind === "device" && currentPrincipal().role === this.#purpose }

  async #look() {
    let trouble = null
    try {
      // While the code shows, the code finds out by itself.
      if (this.#shown === null || this.#isPaired) await loadSession()
    } catch (error) {
      trouble = error
    }
    if (!this.#isConnected) return
    if (trouble === null || this.#shown !== null) await this.#decide().catch(error => { trouble ??= error })
    if (!this.#isConnected) return
    if (trouble !== null && this.#shown === null) render(this, this.#failure(trouble))
    render(this.#trouble, trouble === null ? null : [icon("offline"), h("span", {}, t("The server cannot be reached. This screen keeps trying."))])
    this.#timer = setTimeout(() => this.#look(), LOOK)
  }

  #decide = async () => {
    const principal = currentPrincipal()
    const wanted = this.#isPaired ? `${principal.id} ${principal.name}` : "code"
    if (wanted === this.#shown) return
    const content = this.#isPaired ? this.#card(principal, await this.#cafe(principal)) : this.#code(principal)
    if (!this.#isConnected) return
    this.#shown = wanted
    render(this, content)
  }

  async #cafe({ cafe }) {
    const { cafes } = await get("/api/v1/cafes")
    return cafes.find(({ id }) => id === cafe)?.name ?? null
  }

  #card({ name }, cafe) {
    return h("div.paired-screen.panel.stack", {},
      h("span.initials", { "aria-hidden": "true" }, icon("door")),
      h("h1", {}, cafe ?? name),
      cafe && h("p.lead", {}, name),
      h("p", {}, t("This screen is paired. What it will do here comes with a later version.")),
      this.#trouble)
  }

  #code(stranger) {
    return h("div.screen-setup.stack", {},
      h("h1", {}, t("Pair this entrance tablet")),
      stranger && h("p.notice", {}, icon("information"),
        h("span", {}, t("{name} is signed in in this browser. Pairing replaces that sign-in.", { name: stranger.name }))),
      h("pairing-code", { purpose: this.#purpose }))
  }

  #failure(error) {
    const isProblem = error instanceof Problem
    const words = isProblem ? explainUnready(error) : t("The server cannot be reached. This screen keeps trying.")
    return h("div.empty", { role: "alert" }, icon(isProblem ? "information" : "offline"), h("p", {}, words))
  }
}

customElements.define("paired-screen", PairedScreen)
