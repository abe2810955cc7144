// Signs in: in the demo by a choice of name, else by the ways of accounts, or a screen by its code. as="person", "kitchen",
// "board", "kiosk", "entrance" or "any". next: where somebody goes who signs in with the provider, which leaves this page; by
// default they come back. Fires "signed-in".

import { emit, h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { explainAccount } from "./explain-account.js"
import { keepFragment } from "./kept-fragment.js"
import { providerAddress } from "./models/provider-address.js"
import { rolesText } from "./role-words.js"
import { SCREEN_ICONS } from "./screen-icons.js"
import { signIn } from "./session.js"
import "./account-sign-in.js"
import "./pairing-code.js"

const KITCHEN_ROLES = ["cook", "expo", "manager"]
const SCREENS = ["kitchen", "board", "kiosk", "entrance"]

class SignInChooser extends HTMLElement {
  #answer = null

  connectedCallback() {
    this.#load()
  }

  async #load() {
    render(this, loading(t("Connecting to the server.")))
    try {
      this.#answer = await get("/api/v1/sign-in")
      this.#show()
    } catch (error) {
      render(this, this.#trouble(explainAccount(error)), this.#retry())
    }
  }

  #show() {
    if (this.#answer.mode === "demo") return render(this, this.#note(), this.#devices(), this.#people())
    if (SCREENS.includes(this.#as)) return render(this, h("pairing-code", { purpose: this.#as }))
    const { provider } = this.#answer
    const form = h("account-sign-in", { second: provider ? "" : undefined })
    render(this, provider && this.#provider(provider), form)
    if (!provider) form.focusInput()
  }

  #note() { return !SCREENS.includes(this.#as) && h("p.muted", {}, t("Nothing is checked: in this demo a choice of name signs you in.")) }

  // The way through the person's organisation, if this server knows one.
  #provider(provider) {
    const next = this.getAttribute("next") ?? location.pathname + location.search
    return h("div.provider", {},
      h("a.button.primary.wide", { href: providerAddress(provider.address, next), onclick: keepFragment }, icon("person"), t("Sign in with {name}", { name: provider.name })),
      h("p.or", {}, t("or")))
  }

  get #as() { return this.getAttribute("as") ?? "any" }

  #people() {
    if (this.#as === "kiosk") return null // which is a device only
    const needsKitchen = this.#as === "kitchen" || this.#as === "board"
    const people = this.#answer.people.filter(({ roles }) => !needsKitchen || roles.some(role => KITCHEN_ROLES.includes(role)))
    if (people.length === 0) return null
    const cards = people.map(({ id, name, roles }) =>
      this.#card({ person: id }, name, rolesText(roles), h("span.initials", { "aria-hidden": "true" }, initials(name))))
    return this.#group(needsKitchen ? t("A person who works in the kitchen") : t("A person"), cards)
  }

  #devices() {
    if (this.#as === "person") return null
    const devices = this.#answer.devices.filter(({ role }) => this.#as === "any" || role === this.#as)
    if (devices.length === 0) return null
    const cards = devices.map(({ id, name, role }) =>
      this.#card({ device: id }, name, null, h("span.initials", {}, icon(SCREEN_ICONS[role]))))
    return this.#group(t("A screen on the wall"), cards)
  }

  #group(title, cards) {
    return h("section.stack", {}, h("h2", {}, title), h("ul.people", {}, cards.map(card => h("li", {}, card))))
  }

  #card(choice, name, detail, picture) {
    return h("button.person", { type: "button", onclick: () => this.#choose(choice) },
      picture, h("strong", {}, name), detail && h("span.muted.small", {}, detail))
  }

  async #choose(choice) {
    try {
      emit(this, "signed-in", await signIn(choice))
    } catch (error) {
      this.prepend(this.#trouble(explainAccount(error)))
    }
  }

  #trouble(text) {
    return h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, text))
  }

  #retry() {
    return h("button.button", { type: "button", onclick: () => this.#load() }, t("Try again"))
  }
}

function initials(name) {
  return name.split(/\s+/).map(word => [...word][0]).slice(0, 2).join("")
}

customElements.define("sign-in-chooser", SignInChooser)
