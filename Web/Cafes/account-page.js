// The person's meal account: the balances, the top-up by card, and the statement, which can be printed and saved.

import { personFeed } from "../Feed/person-feed.js"
import { csv } from "../People/models/csv.js"
import { currentPerson, loadSession } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"
import { explain } from "./explain.js"
import { statementTable } from "./models/statement.js"
import { movementName, statementList } from "./statement-list.js"
import "../Feed/link-state.js"
import "../People/account-bar.js"
import "../Shared/notice-bar.js"
import "./top-up-form.js"

const ACCOUNT = "/api/v1/account"
const FILLED = "#filled" // the payment page leads back here

class AccountPage extends HTMLElement {
  #abort = null
  #feed = null
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #account = null // as the server has it, with every page of the statement that was loaded
  #isBusy = false
  #parts = {
    account: h("account-bar"),
    link: h("link-state"),
    main: h("div.stack"),
    head: h("div.stack"),
    form: h("top-up-form"),
    statement: h("section.stack", { "aria-labelledby": "statement-title" }),
    notice: h("notice-bar"),
  }

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    const { account, link, main, notice } = this.#parts
    render(this, account, link, main, notice)
    this.addEventListener("sign-out-failed", ({ detail }) => notice.show(detail), { signal })
    this.addEventListener("signed-out", () => this.#begin(), { signal })
    this.addEventListener("signed-in", () => this.#begin(), { signal })
    this.#begin()
  }

  disconnectedCallback() {
    this.#turn += 1
    this.#feed?.stop()
    this.#abort.abort()
  }

  async #begin() {
    const turn = ++this.#turn
    const { link, main } = this.#parts
    this.#feed?.stop()
    this.#account = null
    link.show(null)
    render(main, loading(t("Loading your meal account.")))
    try {
      await loadSession()
      if (turn === this.#turn) this.#enter(currentPerson(), turn)
    } catch (error) {
      if (turn === this.#turn) render(main, failure(explain(error), () => this.#begin()))
    }
  }

  #enter(person, turn) {
    const { account, link, main } = this.#parts
    account.show(person)
    if (person === null) return render(main, account.invitation(t("Meal account"), t("Sign in to see your meal account.")))
    this.#feed = personFeed(person, {
      isNumbered: false,
      loadSnapshot: () => this.#load(turn),
      loadChanges: changes => (changes.some(({ kind }) => kind === "account" || kind === "order") ? this.#load(turn) : null),
      refused: () => this.#begin(),
      changed: () => link.show(this.#feed),
    })
    this.#feed.start()
  }

  async #load(turn) {
    try {
      const loaded = await get(ACCOUNT)
      if (turn !== this.#turn) return
      this.#account = loaded
      this.#show()
    } catch (error) {
      if (turn === this.#turn && this.#account === null) render(this.#parts.main, failure(explain(error), () => this.#begin()))
      throw error
    }
  }

  #show() {
    const { main, head, form, statement, notice } = this.#parts
    const { balances, reserved, topUps } = this.#account
    render(head,
      h("h1", { tabindex: "-1" }, t("Meal account")),
      balances.length === 0
        ? h("p", {}, t("You have no meal account yet."), " ", topUps.length > 0 && t("The first amount that you pay in opens it."))
        : h("ul.balances", {}, balances.map(balance => h("li.figures.balance", {}, money(balance)))),
      reserved.filter(({ amount }) => amount !== 0).map(amount =>
        h("p.muted", {}, t("{amount} of it is set aside for orders that wait.", { amount: money(amount) }))))
    form.show(topUps)
    this.#showStatement()
    render(main, head, topUps.length > 0 && form, statement)
    if (location.hash === FILLED) {
      history.replaceState(null, "", location.pathname)
      notice.show(t("Your payment has arrived in your meal account."))
    }
  }

  #showStatement() {
    const { entries, next } = this.#account
    render(this.#parts.statement,
      h("div.row.apart", {},
        h("h2", { id: "statement-title" }, t("Statement")),
        entries.length > 0 && h("div.row.not-printed", {},
          h("button.button.quiet", { type: "button", "data-key": "print", onclick: () => print() }, icon("print"), t("Print")),
          h("button.button.quiet", { type: "button", "data-key": "save-csv", onclick: () => this.#save() }, t("Save as CSV")))),
      statementList(entries),
      next && h("button.button.not-printed", { type: "button", "data-key": "more", onclick: () => this.#more() }, t("Show earlier entries")))
  }

  async #more() {
    await this.#try(async turn => {
      const earlier = await get(`${ACCOUNT}?before=${encodeURIComponent(this.#account.next)}`)
      if (turn !== this.#turn) return
      this.#account = { ...this.#account, entries: [...this.#account.entries, ...earlier.entries], next: earlier.next }
      this.#showStatement()
    })
  }

  // Saves the whole statement, including the pages that are not shown.
  async #save() {
    await this.#try(async turn => {
      let page = await get(`${ACCOUNT}?limit=100`)
      const entries = [...page.entries]
      while (page.next && turn === this.#turn) {
        page = await get(`${ACCOUNT}?limit=100&before=${encodeURIComponent(page.next)}`)
        entries.push(...page.entries)
      }
      if (turn === this.#turn) saveTextAsFile("vicinity-meal-account.csv", csv(statementTable(entries, movementName)), "text/csv")
    })
  }

  async #try(action) {
    if (this.#isBusy) return
    this.#isBusy = true
    const turn = this.#turn
    try {
      await action(turn)
    } catch (error) {
      if (turn === this.#turn) this.#parts.notice.show(explain(error))
    }
    this.#isBusy = false
  }
}

customElements.define("account-page", AccountPage)
