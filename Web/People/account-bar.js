// Who is signed in on a page, and the ways to sign in and out. With the class "folds" it is a part of the header on a phone: the
// page's own buttons stand in its row as icons, and the rest in its menu. Fires "signed-in", "signed-out", and "sign-out-failed" with the
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

const PHONE = "(max-width: 47.99em)"

class AccountBar extends HTMLElement {
  #tools = h("div.page-tools")
  #menu = h("div.menu-person")
  #dialog = h("sign-in-dialog")
  #window = matchMedia(PHONE)
  #draw = () => {}

  connectedCallback() {
    this.addEventListener("signed-in", this.#changeLanguage)
    this.#window.addEventListener("change", this.#place)
    this.#place()
  }

  disconnectedCallback() {
    this.removeEventListener("signed-in", this.#changeLanguage)
    this.#window.removeEventListener("change", this.#place)
    this.#tools.remove()
    this.#menu.remove()
  }

  get #isFolded() { return this.classList.contains("folds") && this.#window.matches }

  #place = () => {
    const isFolded = this.#isFolded
    render(this, !isFolded && this.#tools, this.#dialog)
    this.#tools.classList.toggle("in-header", isFolded)
    if (isFolded) document.querySelector(".page-header notice-bell").before(this.#tools)
    document.getElementById("site-menu")?.prepend(this.#menu)
    this.#draw()
  }

  // principal: who is signed in, or null. links: what else the page offers here. After signing in or out by keyboard the focus
  // stays in the bar, although the pressed button is gone.
  show(principal, ...links) {
    this.#draw = () => this.#show(principal, links)
    this.#draw()
  }

  #show(principal, links) {
    const hadFocus = this.#tools.contains(document.activeElement) || this.#menu.contains(document.activeElement)
    const isFolded = this.#isFolded
    const who = principal && h("span.who", {}, icon("person"), principal.name)
    const own = [this.#administration(principal), principal && this.#button("leave", () => this.#signOut(), t("Sign out"))]
    render(this.#tools, !isFolded && who,
      h("div.tool-buttons", {},
        !principal && this.#button("sign-in", () => this.askWho(), icon("person"), h("span.tool-label", {}, t("Sign in"))),
        ...links,
        ...(isFolded ? [] : own)))
    render(this.#menu, isFolded && principal && [who, h("div.tool-buttons", {}, own)])
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
