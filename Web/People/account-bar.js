// Who is signed in on a page, and the ways to sign in and out. Fires "signed-in", "signed-out", and "sign-out-failed" with the
// sentence that says why.

import { emit, h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { t } from "../Shared/messages.js"
import { linkName } from "./administration-words.js"
import { openPages } from "./models/administration.js"
import { changeToOwnLanguage } from "./own-language.js"
import { signOut } from "./session.js"
import "../Notices/notice-bell.js"
import "../Notices/push-device.js"
import "./sign-in-dialog.js"

class AccountBar extends HTMLElement {
  #tools = h("div.page-tools")
  #dialog = h("sign-in-dialog")

  connectedCallback() {
    this.addEventListener("signed-in", this.#changeLanguage)
    render(this, this.#tools, this.#dialog)
  }

  disconnectedCallback() {
    this.removeEventListener("signed-in", this.#changeLanguage)
  }

  // principal: who is signed in, or null. links: what else the page offers here. After signing in or out by keyboard the focus
  // stays in the bar, although the pressed button is gone.
  show(principal, ...links) {
    const hadFocus = this.#tools.contains(document.activeElement)
    render(this.#tools,
      principal && h("span.who", {}, icon("person"), principal.name),
      h("div.tool-buttons", {},
        !principal && this.#button("sign-in", () => this.askWho(), icon("person"), t("Sign in")),
        ...links,
        this.#administration(principal),
        principal && this.#button("leave", () => this.#signOut(), t("Sign out"))))
    if (hadFocus && !this.#tools.contains(document.activeElement)) {
      this.#tools.querySelector("button, a")?.focus({ preventScroll: true })
    }
  }

  // People, screens and the security log, where the person may see one of them. Each of the pages leads to the others.
  #administration(principal) {
    const pages = openPages(principal)
    if (pages.length === 0 || pages.some(({ address }) => address === location.pathname)) return null
    return h("a.button.quiet", { href: pages[0].address, "data-key": "administration" }, linkName(pages))
  }

  // Opens the dialog in which the person says who they are.
  askWho() { this.#dialog.open() }

  // What a page shows instead of its content to somebody who is not signed in.
  invitation(title, reason) {
    return [
      h("h1", { tabindex: "-1" }, title),
      h("p", {}, reason),
      h("button.button.primary", { type: "button", "data-key": "sign-in-first", onclick: () => this.askWho() }, t("Sign in")),
    ]
  }

  #button(key, onclick, ...content) {
    return h("button.button.quiet", { type: "button", "data-key": key, onclick }, ...content)
  }

  async #signOut() {
    try {
      await signOut()
    } catch (error) {
      return emit(this, "sign-out-failed", explain(error))
    }
    emit(this, "signed-out")
  }

  // The page hears of the sign-in only when it stays: in the person's own language it is loaded again.
  #changeLanguage = event => { if (changeToOwnLanguage()) event.stopPropagation() }
}

customElements.define("account-bar", AccountBar)
