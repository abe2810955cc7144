// What the pages of administration share: who may see them, the links between them, and what they show meanwhile. A page
// extends it with title(), reason(), load() and its key.

import { h, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { pageName } from "./administration-words.js"
import { explainPeople } from "./explain-people.js"
import { openPages } from "./models/administration.js"
import { currentPrincipal, loadSession } from "./session.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "./account-bar.js"

export class AdministrationPage extends HTMLElement {
  main = h("div.administration-main.stack")
  ask = h("ask-dialog")
  notice = h("notice-bar")
  signal = null // aborted when the page leaves the document
  #abort = null
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #account = h("account-bar")
  #links = h("nav.administration-links", { "aria-label": t("Administration") })

  connectedCallback() {
    this.#abort = new AbortController()
    this.signal = this.#abort.signal
    for (const name of ["signed-in", "signed-out"]) this.addEventListener(name, () => this.begin(), { signal: this.signal })
    this.addEventListener("sign-out-failed", ({ detail }) => this.notice.show(detail), { signal: this.signal })
    render(this, this.#account, this.#links, this.main, this.ask, this.notice)
    this.begin()
  }

  disconnectedCallback() {
    this.#turn += 1
    this.#abort.abort()
  }

  // Whether what began with this turn is still about the person who is signed in.
  isPresent(turn) { return turn === this.#turn }

  get turn() { return this.#turn }

  async begin() {
    const turn = ++this.#turn
    render(this.#links)
    render(this.main, loading(t("Loading the page.")))
    try {
      await loadSession()
      if (!this.isPresent(turn)) return
      this.#account.show(currentPrincipal())
      const pages = openPages(currentPrincipal())
      if (!pages.some(({ key }) => key === this.key)) return this.#refuse()
      this.#showLinks(pages)
      await this.load(turn)
    } catch (error) {
      if (this.isPresent(turn)) render(this.main, failure(explain(error), () => this.begin()))
    }
  }

  // Why a call was refused, in words; a page with problems of its own replaces it.
  explain(error) { return explainPeople(error) }

  // Runs an act of the person, and shows why it was refused. Returns what act() returned; undefined when it was refused or
  // cancelled.
  async attempt(act) {
    try {
      return await act()
    } catch (error) {
      this.notice.show(this.explain(error))
    }
  }

  #refuse() {
    if (!currentPrincipal()) return render(this.main, this.#account.invitation(this.title(), this.reason()))
    render(this.main, h("h1", { tabindex: "-1" }, this.title()), h("p", {}, this.reason()),
      h("p", {}, h("a", { href: "/order", "data-key": "order" }, t("Order lunch"))))
  }

  #showLinks(pages) {
    if (pages.length < 2) return
    render(this.#links, h("ul", {}, pages.map(({ key, address }) =>
      h("li", {}, h("a", { href: address, "data-key": `to-${key}`, "aria-current": key === this.key ? "page" : null }, pageName(key))))))
  }
}
