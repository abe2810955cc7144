// Meal accounts for finance: finds a person's balance and statement, enters corrections and lists of corrections, and confirms
// those of others.

import { AdministrationPage } from "../People/administration-page.js"
import { csv } from "../People/models/csv.js"
import { currentPerson } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { baseLocale, dayAndTime, money } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { typedAmount } from "../Shared/models/amount.js"
import { decimal } from "../Shared/models/money.js"
import { randomKey } from "../Shared/random-key.js"
import { saveTextAsFile } from "../Shared/save-as-file.js"
import { correctionTable } from "./correction-table.js"
import { explainCorrection, mistakeWords, stageWords } from "./correction-words.js"
import { COLUMNS, correctionFile, refusedLines } from "./models/correction-file.js"
import { statementTable } from "./models/statement.js"
import { movementName, statementList } from "./statement-list.js"

const ACCOUNTS = "/api/v1/accounts"
const CORRECTIONS = "/api/v1/account-corrections"
const SEARCH_PAUSE = 250 // milliseconds

class AccountsPage extends AdministrationPage {
  key = "accounts"
  #currencies = []
  #timer = null
  #isBusy = false
  #draft = null // { key, entries } that the preview shows
  #pending = h("section.stack", { "aria-labelledby": "pending-title" })
  #found = h("ul.stack", { "aria-live": "polite" })
  #account = h("section.stack")
  #list = h("section.stack", { "aria-labelledby": "list-title" })
  #preview = h("section.stack", { "aria-labelledby": "preview-title" })
  #latest = h("section.stack", { "aria-labelledby": "latest-title" })

  title() { return t("Meal accounts") }
  reason() { return t("This page is for finance.") }
  explain(error) { return explainCorrection(error) }

  connectedCallback() {
    super.connectedCallback()
    // Another person may have entered corrections meanwhile.
    document.addEventListener("visibilitychange", () => { if (!document.hidden && this.#pending.isConnected) this.#loadCorrections(this.turn).catch(() => null) }, { signal: this.signal })
  }

  async load(turn) {
    const { cafes } = await get("/api/v1/cafes")
    if (!this.isPresent(turn)) return
    this.#currencies = [...new Set(cafes.map(({ currency }) => currency))]
    for (const part of [this.#found, this.#account, this.#preview]) render(part)
    this.#showList()
    await this.#loadCorrections(turn)
    if (!this.isPresent(turn)) return
    render(this.main,
      h("div.row.apart", {},
        h("h1", { tabindex: "-1" }, this.title()),
        h("button.button", { type: "button", "data-key": "save-balances", onclick: () => this.#saveBalances() }, t("Save all balances as CSV"))),
      this.#pending, this.#preview, this.#search(), this.#account, this.#list, this.#latest)
  }

  // MARK: One person

  #search() {
    return h("section.stack.people-find", { "aria-labelledby": "find-title" },
      h("h2", { id: "find-title" }, t("Find a person")),
      h("div.field", {},
        h("label", { for: "account-search" }, t("Name or identifier")),
        h("input", { id: "account-search", "data-key": "search", type: "search", autocomplete: "off", oninput: ({ target }) => this.#find(target.value) }),
        h("p.hint", {}, t("People see on their own page that you looked at their account."))),
      this.#found)
  }

  #find(text) {
    clearTimeout(this.#timer)
    const wanted = text.trim()
    if (wanted === "") return render(this.#found)
    this.#timer = setTimeout(() => this.attempt(async () => {
      const { turn } = this
      const { accounts, count } = await get(`${ACCOUNTS}?limit=10&search=${encodeURIComponent(wanted)}`)
      if (!this.isPresent(turn) || this.querySelector("#account-search")?.value.trim() !== wanted) return
      render(this.#found, accounts.map(account => h("li", {}, h("button.button.account-choice", {
        type: "button", "data-key": `account-${account.person}`, onclick: () => this.#open(account.person),
      }, h("span", {}, account.name, " ", h("span.muted.small", {}, account.person)), h("span.figures", {}, account.balances.map(balance => money(balance)).join(" · "))))),
      count === 0 && h("li.muted", {}, t("Nobody has this name.")),
      count > accounts.length && h("li.muted", {}, tn("{count} more person. Type more of the name.", "{count} more people. Type more of the name.", count - accounts.length)))
    }), SEARCH_PAUSE)
  }

  async #open(person) {
    const { turn } = this
    const account = await this.attempt(() => get(`${ACCOUNTS}/${encodeURIComponent(person)}`))
    if (!account || !this.isPresent(turn)) return
    this.#showAccount(account)
    this.#account.querySelector("h2").focus()
  }

  #showAccount(account) {
    const { name, person, balances, entries, next } = account
    this.#account.className = "panel stack"
    render(this.#account,
      h("div.row.apart", {},
        h("h2", { id: "account-title", tabindex: "-1" }, name, " ", h("span.muted.small.own-direction", { translate: "no" }, person)),
        entries.length > 0 && h("button.button.quiet", { type: "button", "data-key": "save-statement", onclick: () => this.#saveStatement(person) }, t("Save as CSV"))),
      balances.length === 0 ? h("p.muted", {}, t("No account yet; the first entry opens it.")) : h("ul.balances", {}, balances.map(balance => h("li.figures.balance", {}, money(balance)))),
      person === currentPerson()?.id ? h("p.muted", {}, t("Nobody enters amounts for themselves. Ask a colleague.")) : this.#entryForm(account),
      h("h3", {}, t("Statement")),
      statementList(entries, false),
      next && h("button.button", { type: "button", "data-key": "more-entries", onclick: () => this.#more(account) }, t("Show earlier entries")))
  }

  #entryForm({ person, balances }) {
    const currencies = [...new Set([...balances.map(({ currency }) => currency), ...this.#currencies])]
    const error = h("p.field-error", { id: "entry-error", role: "alert" })
    const form = h("form.stack.top-up", {
      onsubmit: event => {
        event.preventDefault()
        const { direction, amount, currency, reason } = form.elements
        const minor = typedAmount(amount.value, currency.value, baseLocale())
        const refuse = (field, words) => {
          render(error, icon("information"), h("span", {}, words))
          field.setAttribute("aria-invalid", "true")
          field.focus()
        }
        for (const field of [amount, reason]) field.removeAttribute("aria-invalid")
        if (minor === null) return refuse(amount, t("Type an amount above zero, such as 12.50."))
        if (reason.value.trim() === "") return refuse(reason, t("The reason is missing."))
        render(error)
        const entry = { person, amount: { amount: direction.value === "take" ? -minor : minor, currency: currency.value }, reason: reason.value.trim() }
        return this.#showPreview([entry], randomKey())
      },
    },
    h("h3", {}, t("Add or take away an amount")),
    h("fieldset.choices", {},
      h("legend.hidden-visually", {}, t("Add or take away an amount")),
      h("div.row", {}, [["add", t("Add")], ["take", t("Take away")]].map(([value, words]) =>
        h("label.row", {}, h("input", { type: "radio", name: "direction", value, checked: value === "add", "data-key": `direction-${value}` }), words)))),
    h("div.field", {}, h("label", { for: "entry-amount" }, t("Amount")),
      h("input", { id: "entry-amount", name: "amount", "data-key": "entry-amount", type: "text", inputmode: "decimal", autocomplete: "off", "aria-describedby": "entry-error" })),
    h("div.field", {}, h("label", { for: "entry-currency" }, t("Currency")),
      h("select", { id: "entry-currency", name: "currency" }, currencies.map(code => h("option", { value: code }, code)))),
    h("div.field", {}, h("label", { for: "entry-reason" }, t("Reason")),
      h("input", { id: "entry-reason", name: "reason", "data-key": "entry-reason", type: "text", maxlength: 200, autocomplete: "off", "aria-describedby": "entry-reason-hint entry-error" }),
      h("p.hint", { id: "entry-reason-hint" }, t("The person reads it in the statement."))),
    error,
    h("div.row", {}, h("button.button.primary", { type: "submit", "data-key": "preview" }, t("Go on"))))
    return form
  }

  async #more(account) {
    const { turn } = this
    const earlier = await this.attempt(() => get(`${ACCOUNTS}/${encodeURIComponent(account.person)}?before=${encodeURIComponent(account.next)}`))
    if (earlier && this.isPresent(turn)) this.#showAccount({ ...account, entries: [...account.entries, ...earlier.entries], next: earlier.next })
  }

  // MARK: A list

  #showList(mistakes = []) {
    const field = h("input", { id: "correction-file", "data-key": "file", type: "file", accept: ".csv,text/csv", "aria-describedby": "file-hint", onchange: ({ target }) => this.#readFile(target) })
    render(this.#list,
      h("h2", { id: "list-title" }, t("Enter a list")),
      h("div.field", {},
        h("label", { for: "correction-file" }, t("CSV file")),
        field,
        h("p.hint", { id: "file-hint" }, t("The first line names the columns {columns}. All entries are made together, or none. The same file is entered once; for another month, change the reason.", { columns: COLUMNS.join(", ") }))),
      mistakes.length > 0 && h("div.notice.alarm", { role: "alert" }, icon("information"), h("div", {},
        h("p", {}, t("Nothing was entered. Correct the file, then choose it again:")),
        h("ul.mistakes", {}, mistakes.slice(0, 100).map(mistake => h("li", {}, t("Line {line}: {mistake}", { line: mistake.line, mistake: mistakeWords(mistake) })))))))
  }

  async #readFile(field) {
    const [file] = field.files
    if (!file) return
    const bytes = await file.arrayBuffer()
    field.value = ""
    // The digest that recognises a file needs a secure context.
    if (!crypto.subtle) return this.notice.show(t("Open this page with https:// to enter a list."))
    let text
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    } catch {
      return this.notice.show(t("The file is not written in UTF-8. Save it as “CSV UTF-8”."))
    }
    const { entries, mistakes } = correctionFile(text)
    this.#showList(mistakes)
    if (mistakes.length > 0) return
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    await this.#showPreview(entries, Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join(""))
  }

  // MARK: Preview

  // entries: as they are sent, with their line number if they come from a file. key: the idempotency key.
  async #showPreview(entries, key) {
    const { turn } = this
    const body = { entries: entries.map(({ person, amount, reason }) => ({ person, amount, reason })) }
    let preview
    try {
      preview = await post(`${CORRECTIONS}/preview`, body)
    } catch (error) {
      if (!this.isPresent(turn)) return
      const lines = error instanceof Problem && entries[0].line ? refusedLines(error.body?.errors, entries) : []
      if (lines.length > 0) this.#showList(lines)
      else this.notice.show(this.explain(error))
      return
    }
    if (!this.isPresent(turn)) return
    this.#draft = { key, body }
    this.#preview.className = "panel stack"
    render(this.#preview,
      h("h2", { id: "preview-title", tabindex: "-1" }, tn("Enter this amount?", "Enter these {count} amounts?", entries.length)),
      correctionTable(preview.entries.map((entry, index) => ({ ...entry, line: entries[index].line }))),
      preview.entries.some(({ balance }) => balance.amount < 0) && h("p.notice.waiting", {}, icon("information"), h("span", {}, t("An account goes below zero. Its person can order again when it is filled."))),
      preview.needsSecondPerson && h("p.notice.waiting", {}, icon("person"), h("span", {}, t("This is above the limit: a second person of finance has to confirm it."))),
      h("div.row.apart", {},
        h("button.button", { type: "button", "data-key": "discard", onclick: () => this.#discard() }, t("Discard")),
        h("button.button.primary", { type: "button", "data-key": "enter", onclick: () => this.#enter() }, preview.needsSecondPerson ? t("Send for confirmation") : t("Enter"))))
    this.#preview.querySelector("h2").focus()
  }

  #discard() {
    this.#draft = null
    this.#preview.className = "stack"
    render(this.#preview)
    this.querySelector("h1")?.focus()
  }

  async #enter() {
    await this.#once(async turn => {
      const { key, body } = this.#draft
      const before = this.#ids
      const made = await post(CORRECTIONS, body, { "Idempotency-Key": key })
      if (!this.isPresent(turn)) return
      this.#discard()
      this.notice.show(before.has(made.id) ? repeatedWords(made) : made.stage === "pending" ? t("Sent. Somebody else of finance confirms it on this page.") : t("Entered."))
      await this.#reload(turn, made.entries)
    })
  }

  // MARK: Corrections

  #ids = new Set()

  async #loadCorrections(turn) {
    const { pending, decided } = await get(CORRECTIONS)
    if (!this.isPresent(turn)) return
    this.#ids = new Set([...pending, ...decided].map(({ id }) => id))
    render(this.#pending, pending.length > 0 && [
      h("h2", { id: "pending-title" }, t("Waits for a second person")),
      ...pending.map(correction => this.#card(correction)),
    ])
    render(this.#latest,
      h("h2", { id: "latest-title" }, t("Latest entries")),
      decided.length === 0 ? h("p.muted", {}, t("Nothing was entered yet.")) : decided.map(correction => this.#card(correction)))
  }

  #card(correction) {
    const { id, stage, madeBy, madeAt, decidedBy, decidedAt, entries } = correction
    const isOwn = madeBy.id === currentPerson()?.id
    const person = ({ id, name }) => name ?? id
    const [entry] = entries
    return h("details.panel.correction", { open: stage === "pending" },
      h("summary", {}, h("span", {}, entries.length === 1
        ? t("{amount} for {person}", { amount: money(entry.amount), person: entry.name ?? entry.person })
        : tn("List of {count} entry", "List of {count} entries", entries.length)), " ",
      h("span.state", {}, stageWords(stage)), " ",
      h("span.muted.small", {}, t("{person}, {time}", { person: person(madeBy), time: dayAndTime(madeAt) }))),
      h("div.stack", {},
        correctionTable(entries),
        decidedBy && h("p.muted.small", {}, stage === "posted"
          ? t("Confirmed by {person}, {time}.", { person: person(decidedBy), time: dayAndTime(decidedAt) })
          : t("Refused by {person}, {time}.", { person: person(decidedBy), time: dayAndTime(decidedAt) })),
        stage === "pending" && h("div.row.apart", {},
          h("button.button", { type: "button", "data-key": `refuse-${id}`, onclick: () => this.#decide(id, false) }, isOwn ? t("Take back") : t("Refuse")),
          isOwn
            ? h("p.muted", {}, t("Somebody else of finance confirms it."))
            : h("button.button.primary", { type: "button", "data-key": `confirm-${id}`, onclick: () => this.#decide(id, true) }, t("Confirm"))),
        stage === "posted" && h("div.row", {}, h("button.button.quiet", { type: "button", "data-key": `undo-${id}`, onclick: () => this.#undo(correction) }, icon("undo"), t("Enter the opposite")))))
  }

  async #decide(id, confirmed) {
    await this.#once(async turn => {
      try {
        const { stage, entries } = await post(`${CORRECTIONS}/${encodeURIComponent(id)}/decision`, { confirmed })
        if (!this.isPresent(turn)) return
        this.notice.show(stage === "posted" ? t("Entered.") : t("Nothing was entered."))
        await this.#reload(turn, entries)
      } catch (error) {
        await this.#loadCorrections(turn).catch(() => null)
        throw error
      }
    })
  }

  // Enters the opposite amounts; the correction itself stays.
  #undo({ id, entries }) {
    const opposite = entries.map(({ person, amount, reason }) => ({
      person, amount: { ...amount, amount: -amount.amount }, reason: [...t("Taken back: {reason}", { reason })].slice(0, 200).join(""),
    }))
    return this.#showPreview(opposite, `undo-${id}`)
  }

  async #reload(turn, entries) {
    await this.#loadCorrections(turn)
    const open = this.#account.querySelector("h2 .own-direction")?.textContent
    if (entries.some(({ person }) => person === open)) await this.#open(open)
  }

  // MARK: Files

  async #saveBalances() {
    await this.#once(async turn => {
      const { accounts } = await get(`${ACCOUNTS}?limit=100000`)
      if (!this.isPresent(turn)) return
      const rows = accounts.flatMap(({ person, name, balances }) => balances.map(balance => [person, name, decimal(balance), balance.currency]))
      saveTextAsFile("vicinity-meal-accounts.csv", csv([["person", "name", "balance", "currency"], ...rows]), "text/csv")
    })
  }

  async #saveStatement(person) {
    await this.#once(async turn => {
      const path = `${ACCOUNTS}/${encodeURIComponent(person)}?limit=100`
      let page = await get(path)
      const entries = [...page.entries]
      while (page.next && this.isPresent(turn)) {
        page = await get(`${path}&before=${encodeURIComponent(page.next)}`)
        entries.push(...page.entries)
      }
      if (this.isPresent(turn)) saveTextAsFile(`vicinity-meal-account-${person}.csv`, csv(statementTable(entries, movementName)), "text/csv")
    })
  }

  async #once(act) {
    if (this.#isBusy) return
    this.#isBusy = true
    await this.attempt(() => act(this.turn))
    this.#isBusy = false
  }
}

const repeatedWords = ({ stage, madeBy, madeAt }) => t("This was entered before, by {person}, {time}: {state}. Nothing was entered twice.", {
  person: madeBy.name ?? madeBy.id, time: dayAndTime(madeAt), state: stageWords(stage),
})

customElements.define("accounts-page", AccountsPage)
