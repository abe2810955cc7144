// A café as its managers change it: the menu, the hours and rules, what was published, and today. Changes go into a draft that
// others see too; publishing puts all of them in force at once.

import { AdministrationPage } from "../People/administration-page.js"
import { currentPrincipal } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, Problem } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { CafeDraft } from "./cafe-draft.js"
import { differenceWords } from "./difference-words.js"
import { manageSentence } from "./models/manage-problems.js"
import { differences } from "./models/differences.js"
import { merge } from "./models/merge.js"
import "./history-list.js"
import "./menu-editor.js"
import "./menu-preview.js"
import "./rules-editor.js"
import "./today-panel.js"

const PARTS = ["menu", "hours", "today", "history"]
const SHOWN_DIFFERENCES = 200

class ManagePage extends AdministrationPage {
  key = "manage"
  #draft = null
  #state = h("section.manage-state", { "aria-labelledby": "manage-state-title" })
  #parts = h("nav.manage-parts", { "aria-label": t("Parts of the page") })
  #content = h("div.manage-content")
  #preview = h("menu-preview")
  #shown = null

  title() { return t("Your café") }
  reason() { return t("This page is for managers of a café.") }
  explain(error) { return (error instanceof Problem ? manageSentence(error) : null) ?? explain(error) }

  connectedCallback() {
    super.connectedCallback()
    addEventListener("hashchange", () => this.#showPart(), { signal: this.signal })
    // Another tab or person may have changed the draft while this page was out of sight.
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#lookAgain() }, { signal: this.signal })
  }

  async load(turn) {
    const { cafes } = await get("/api/v1/managed-cafes")
    if (!this.isPresent(turn)) return
    const wanted = new URLSearchParams(location.search).get("cafe")
    const cafe = cafes.find(({ id }) => id === wanted) ?? cafes[0]
    if (!cafe) return render(this.main, h("h1", { tabindex: "-1" }, this.title()), h("p", {}, t("You manage no café yet.")))
    const draft = new CafeDraft(cafe.id, clash => this.#decide(clash))
    draft.addEventListener("changed", () => this.#showState())
    draft.addEventListener("caught-up", ({ detail }) => this.#tellCaughtUp(detail.clashes))
    this.#draft = null
    await draft.load()
    if (!this.isPresent(turn)) return
    this.#draft = draft
    this.#shown = null
    render(this.main,
      h("div.manage-head", {},
        h("h1", { tabindex: "-1" }, t("Menu and hours, {cafe}", { cafe: cafe.name })),
        cafes.length > 1 && this.#choice(cafes, cafe)),
      this.#state, this.#parts, this.#content, this.#preview)
    this.#showState()
    this.#showPart()
  }

  #choice(cafes, cafe) {
    const choose = ({ target }) => location.assign(`/manage?cafe=${encodeURIComponent(target.value)}${location.hash}`)
    return h("div.field", {}, h("label", { for: "manage-cafe" }, t("Café")),
      h("select", { id: "manage-cafe", onchange: choose }, cafes.map(({ id, name }) => h("option", { value: id, selected: id === cafe.id }, name))))
  }

  // Saves a change, and offers to take it back. Returns undefined when it failed, after saying why.
  change(words, change) {
    return this.attempt(async () => {
      const before = this.#draft.part
      const other = await this.#draft.change(change)
      const saved = this.#draft.part
      // What others changed since stays.
      const undo = () => this.change(null, part => merge(saved, before, part).merged)
      const action = words && { label: t("Undo"), perform: undo }
      if (other !== null) this.notice.show(t("{name} changed the draft too. Both changes are in it.", { name: other || t("Somebody") }), action)
      else if (words) this.notice.show(words, action)
      else this.notice.hide()
      this.#content.firstElementChild?.refresh?.()
      return true
    })
  }

  // Both changed the same: people decide, and nothing is overwritten before.
  async #decide({ name, before, mine, theirs }) {
    const who = name || t("Somebody")
    const list = (title, part) => h("section", {}, h("h3", {}, title), this.#list(differences(before, part)))
    const answer = await this.ask.ask({
      title: t("{name} changed the same", { name: who }),
      text: t("Both changes began from the same draft. Yours is not saved yet. What does not touch stays from both."),
      content: [list(t("Your change"), mine), list(t("The other change"), theirs)],
      options: [
        { value: "theirs", label: t("Keep the other change"), isPrimary: true },
        { value: "mine", label: t("Put mine in its place") },
      ],
    })
    return answer ?? "theirs"
  }

  #tellCaughtUp(clashes) {
    this.notice.show(clashes.length > 0
      ? t("The café was published meanwhile, and touches your draft. Look at the list of changes before you publish.")
      : t("The café was published meanwhile. Your draft goes on from there."))
  }

  #list(entries) {
    const { languages, currency } = this.#draft
    return h("ul.differences", {},
      entries.slice(0, SHOWN_DIFFERENCES).map(entry => h("li", {}, differenceWords(entry, { languages, currency }))),
      entries.length > SHOWN_DIFFERENCES && h("li", {}, t("and more")))
  }

  #showState() {
    const draft = this.#draft
    if (!draft) return
    const { mistakes } = draft
    const entries = draft.isChanged ? differences(draft.inForce, draft.part) : []
    const count = entries.length
    const who = draft.changedBy && draft.changedAt && t("Last change by {name}, {time}.", { name: draft.changedBy, time: dayAndTime(draft.changedAt) })
    render(this.#state,
      h("div.manage-state-words", {},
        h("h2", { id: "manage-state-title" }, draft.isChanged
          ? tn("{count} change is not published", "{count} changes are not published", Math.max(1, count))
          : t("Everything is published")),
        draft.isChanged && who && h("p.muted.small", {}, who),
        mistakes.length > 0 && h("p.field-error", {}, icon("information"), h("span", {}, tn("{count} mistake keeps it from being published.", "{count} mistakes keep it from being published.", mistakes.length)))),
      h("div.row.manage-acts", {},
        h("button.button", { type: "button", "data-key": "preview", disabled: mistakes.length > 0, onclick: () => this.#showPreview() }, t("Preview")),
        draft.isChanged && h("button.button", { type: "button", "data-key": "discard", onclick: () => this.#discard() }, t("Discard")),
        draft.isChanged && h("button.button.primary", { type: "button", "data-key": "publish", disabled: mistakes.length > 0, onclick: () => this.#publish() }, t("Publish …"))),
      mistakes.length > 0 && h("details.manage-mistakes", {}, h("summary", {}, t("Mistakes")),
        h("ul", {}, mistakes.slice(0, SHOWN_DIFFERENCES).map(({ detail }) => h("li", { dir: "auto", lang: "en" }, detail)))))
  }

  #showPart() {
    if (!this.#draft) return
    // Who only administers does not work in the kitchen.
    const isManager = (currentPrincipal()?.grants ?? []).some(grant => grant.split("@")[0] === "manager")
    const parts = PARTS.filter(part => part !== "today" || isManager)
    const wanted = parts.includes(location.hash.slice(1)) ? location.hash.slice(1) : "menu"
    render(this.#parts, h("ul", {}, parts.map(part =>
      h("li", {}, h("a", { href: `#${part}`, "data-key": `part-${part}`, "aria-current": part === wanted ? "true" : null }, partName(part))))))
    if (this.#shown === wanted) return
    this.#shown = wanted
    const tag = { menu: "menu-editor", hours: "rules-editor", today: "today-panel", history: "history-list" }[wanted]
    const view = document.createElement(tag)
    render(this.#content, view)
    view.show(this.#draft, this)
  }

  async #lookAgain() {
    if (!this.#draft || document.querySelector("dialog[open]")) return
    await this.#draft.load().catch(() => {})
    this.#content.firstElementChild?.refresh?.()
  }

  async #showPreview() {
    const menu = await this.attempt(() => this.#draft.preview())
    if (menu) this.#preview.open(menu, { timeZone: this.#draft.timeZone })
  }

  async #discard() {
    const { part } = this.#draft
    if (await this.attempt(async () => (await this.#draft.discard(), true)) === undefined) return
    this.#content.firstElementChild?.refresh?.()
    this.notice.show(t("The changes are discarded."), { label: t("Undo"), perform: () => this.change(null, () => part) })
    this.querySelector("h1")?.focus({ preventScroll: true })
  }

  async #publish() {
    const entries = differences(this.#draft.inForce, this.#draft.part)
    const answer = await this.ask.ask({
      title: t("Publish these changes?"),
      text: t("Open menus show them within seconds. Orders that were placed stay as they are."),
      content: [this.#list(entries)],
      options: [{ value: "publish", label: t("Publish"), isPrimary: true }, { value: "keep", label: t("Not yet") }],
    })
    if (answer !== "publish") return
    const isDone = await this.attempt(async () => (await this.#draft.publish(), true))
    this.#content.firstElementChild?.refresh?.()
    if (!isDone) return
    this.notice.show(t("It is in force."), { label: t("What was published"), perform: () => { location.hash = "#history" } })
    this.querySelector("h1")?.focus({ preventScroll: true })
  }

  // Puts an earlier part in force again. Called by the list of what was published.
  async returnTo(number, entries) {
    const answer = await this.ask.ask({
      title: t("Return to this?"),
      text: t("It is in force again at once, as a new entry of the list. Your draft stays a draft."),
      content: [this.#list(entries)],
      options: [{ value: "return", label: t("Return to it"), isPrimary: true }, { value: "keep", label: t("Keep what is in force") }],
    })
    if (answer !== "return") return false
    const isDone = await this.attempt(async () => (await this.#draft.returnTo(number), true))
    if (isDone) this.notice.show(t("It is in force."))
    return isDone === true
  }

  list(entries) { return this.#list(entries) }
}

function partName(part) {
  switch (part) {
    case "menu": return t("Menu")
    case "hours": return t("Hours and rules")
    case "today": return t("Today")
    default: return t("What was published")
  }
}

customElements.define("manage-page", ManagePage)
