// What the pages of cafés and of sites share: a part of the campus file as a draft. Changes go into the draft that others see
// too; publishing puts all of them in force at once. A page extends it with thing(turn), parts(), partName(part), partTag(part),
// differences(before, after), words(entry), none() and heading(thing).

import { AdministrationPage } from "../People/administration-page.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { Problem } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { announce, isUnannounced } from "./announce.js"
import { CampusDraft } from "./campus-draft.js"
import { manageSentence } from "./models/manage-problems.js"
import { isEqual, merge, onlyAt } from "./models/merge.js"
import "./history-list.js"

const SHOWN_DIFFERENCES = 200
// The data-key of the row of a thing, such as "spot-north" or "gateway-spot-ear".
const RETURNED_KEYS = [(thing, id) => `${thing}-${id}`, (thing, id) => `${thing}-spot-${id}`, (thing, id) => `${thing}--${id}`]

export class DraftPage extends AdministrationPage {
  #draft = null
  #state = h("section.manage-state", { "aria-labelledby": "manage-state-title" })
  #parts = h("nav.manage-parts", { "aria-label": t("Parts of the page") })
  #content = h("div.manage-content")
  #shown = null
  #gaveWay = false // whether the person kept the other change when both changed the same
  #hasNothing = false // whether nothing of this person's change is left then

  get draft() { return this.#draft }

  explain(error) { return (error instanceof Problem ? manageSentence(error) : null) ?? explain(error) }

  connectedCallback() {
    super.connectedCallback()
    addEventListener("hashchange", () => this.#showPart(), { signal: this.signal })
    // Another tab or person may have changed the draft while this page was out of sight.
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#lookAgain() }, { signal: this.signal })
  }

  async load(turn) {
    const { things, key } = await this.things()
    if (!this.isPresent(turn)) return
    const wanted = new URLSearchParams(location.search).get(key)
    const thing = things.find(({ id }) => id === wanted) ?? things[0]
    if (!thing) return render(this.main, h("h1", { tabindex: "-1" }, this.title()), h("p", {}, this.none()))
    const draft = new CampusDraft(`/api/v1/${key}s/${encodeURIComponent(thing.id)}`, clash => this.#decide(clash))
    draft.addEventListener("changed", () => this.#showState())
    draft.addEventListener("caught-up", ({ detail }) => this.#tellCaughtUp(detail.clashes))
    this.#draft = null
    await draft.load()
    if (!this.isPresent(turn)) return
    this.#draft = draft
    this.#shown = null
    render(this.main,
      h("div.manage-head", {}, h("h1", { tabindex: "-1" }, this.heading(thing)), things.length > 1 && this.#choice(things, thing, key)),
      this.#state, this.#parts, this.#content, this.extra())
    this.#showState()
    this.#showPart()
  }

  // What stands below the parts.
  extra() { return null }

  #choice(things, thing, key) {
    const choose = ({ target }) => location.assign(`${location.pathname}?${key}=${encodeURIComponent(target.value)}${location.hash}`)
    return h("div.field", {}, h("label", { for: "manage-choice" }, this.choiceName()),
      h("select", { id: "manage-choice", onchange: choose }, things.map(({ id, name }) => h("option", { value: id, selected: id === thing.id }, name))))
  }

  // Saves a change, and offers to take it back. Returns undefined when it failed, after saying why.
  change(words, change) {
    return this.attempt(async () => {
      const before = this.#draft.part
      const pressed = document.activeElement?.dataset.key
      this.#gaveWay = this.#hasNothing = false
      const other = await this.#draft.change(change)
      const saved = this.#draft.part
      // What others changed since stays.
      const undo = async () => {
        if (await this.change(null, part => merge(saved, before, part).merged)) this.#focusReturned(pressed, saved)
      }
      const action = words && { label: t("Undo"), perform: undo }
      if (this.#hasNothing) this.notice.hide()
      else if (other !== null) this.notice.show(t("{name} changed the draft too. Both changes are in it.", { name: other || t("Somebody") }), action)
      else if (words) this.notice.show(words, action)
      else this.notice.hide()
      const view = this.#content.firstElementChild
      if (this.#gaveWay && view?.giveWay) view.giveWay()
      else view?.refresh?.()
      return true
    })
  }

  // The button of an undo is gone after its press. What came back gets the focus: its row, or else the control that changed it.
  #focusReturned(pressed, saved) {
    const returned = this.differences(saved, this.#draft.part).filter(({ kind }) => kind === "added").flatMap(({ thing, id }) => RETURNED_KEYS.map(key => key(thing, id)))
    const found = [...returned, pressed].filter(Boolean).map(key => this.#content.querySelector(`[data-key="${CSS.escape(key)}"]`)).find(Boolean)
    const target = found ?? this.querySelector("h1")
    target?.closest("details")?.setAttribute("open", "")
    target?.focus()
  }

  // Both changed the same: people decide, and nothing is overwritten before.
  async #decide({ name, clashes, before, mine, theirs }) {
    const who = name || t("Somebody")
    const list = (title, part) => h("section", {}, h("h3", {}, title), this.#list(this.differences(before, onlyAt(before, part, clashes))))
    const answer = await this.ask.ask({
      title: t("{name} changed the same", { name: who }),
      text: t("Both changes began from the same draft. Yours is not saved yet. What does not touch stays from both."),
      content: [list(t("Your change"), mine), list(t("The other change"), theirs)],
      options: [
        { value: "theirs", label: t("Keep the other change"), isPrimary: true },
        { value: "mine", label: t("Put mine in its place") },
      ],
    })
    this.#gaveWay = answer !== "mine"
    this.#hasNothing = this.#gaveWay && isEqual(merge(before, theirs, mine).merged, theirs)
    return this.#gaveWay ? "theirs" : "mine"
  }

  #tellCaughtUp(clashes) {
    this.notice.show(clashes.length > 0
      ? t("Something was published meanwhile, and touches your draft. Look at the list of changes before you publish.")
      : t("Something was published meanwhile. Your draft goes on from there."))
  }

  #list(entries) {
    return h("ul.differences", {},
      entries.slice(0, SHOWN_DIFFERENCES).map(entry => h("li", {}, this.words(entry))),
      entries.length > SHOWN_DIFFERENCES && h("li", {}, t("and more")))
  }

  #showState() {
    const draft = this.#draft
    if (!draft) return
    const { mistakes } = draft
    const entries = draft.isChanged ? this.differences(draft.inForce, draft.part) : []
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
        this.acts(mistakes.length > 0),
        draft.isChanged && h("button.button", { type: "button", "data-key": "discard", onclick: () => this.#discard() }, t("Discard")),
        draft.isChanged && h("button.button.primary", { type: "button", "data-key": "publish", disabled: mistakes.length > 0, onclick: () => this.#publish() }, t("Publish …"))),
      mistakes.length > 0 && h("details.manage-mistakes", {}, h("summary", {}, t("Mistakes")),
        h("ul", {}, mistakes.slice(0, SHOWN_DIFFERENCES).map(({ detail }) => h("li", { dir: "auto", lang: "en" }, detail)))))
  }

  #showPart() {
    if (!this.#draft) return
    const parts = this.parts()
    const wanted = parts.includes(location.hash.slice(1)) ? location.hash.slice(1) : parts[0]
    render(this.#parts, h("ul", {}, parts.map(part =>
      h("li", {}, h("a", { href: `#${part}`, "data-key": `part-${part}`, "aria-current": part === wanted ? "true" : null }, this.partName(part))))))
    if (this.#shown === wanted) return
    this.#shown = wanted
    const view = document.createElement(this.partTag(wanted))
    render(this.#content, view)
    view.show(this.#draft, this)
  }

  async #lookAgain() {
    if (!this.#draft || document.querySelector("dialog[open]")) return
    await this.#draft.load().catch(() => {})
    this.#content.firstElementChild?.refresh?.()
  }

  // Buttons beside those of the draft; isWrong: whether it has mistakes.
  acts() { return null }

  async #discard() {
    const { part } = this.#draft
    const isDiscarded = await this.attempt(async () => {
      try {
        await this.#draft.discard()
        return true
      } catch (error) {
        if (!(error instanceof Problem && error.code === "stale-draft")) throw error
        await this.#draft.load()
        this.#content.firstElementChild?.refresh?.()
        this.notice.show(t("{name} changed the draft meanwhile. Nothing is discarded. Look at the list of changes again.", { name: this.#draft.changedBy || t("Somebody") }))
      }
    })
    if (isDiscarded === undefined) return
    this.#content.firstElementChild?.refresh?.()
    this.notice.show(t("The changes are discarded."), {
      label: t("Undo"),
      perform: async () => { if (await this.change(null, () => part)) this.querySelector("[data-key=publish]")?.focus() },
    })
    this.querySelector("h1")?.focus({ preventScroll: true })
  }

  // meanwhile: what happened since people looked at the list of changes, in a sentence.
  async #publish(meanwhile = null) {
    // Waits until the last field is saved, so that people publish what they see.
    await this.#draft.settled
    if (await this.#content.firstElementChild?.finish?.() === false) return
    const entries = this.differences(this.#draft.inForce, this.#draft.part)
    const answer = await this.ask.ask({
      title: t("Publish these changes?"),
      text: this.effect(),
      content: [meanwhile && h("p.notice.waiting", { role: "status" }, icon("information"), h("span", {}, meanwhile)), this.#list(entries)].filter(Boolean),
      options: [{ value: "publish", label: t("Publish"), isPrimary: true }, { value: "keep", label: t("Not yet") }],
    })
    if (answer !== "publish") return
    let isStale = false
    const isDone = await this.#putInForce(() => this.#draft.publish().catch(error => {
      isStale = error instanceof Problem && error.code === "stale-draft"
      if (!isStale) throw error
      return null
    }))
    this.#content.firstElementChild?.refresh?.()
    // Another person's change is in the draft now. People see it before they publish it.
    if (isStale && this.#draft.isChanged && this.#draft.mistakes.length === 0) return this.#publish(this.#changedMeanwhile)
    if (isStale) return this.notice.show(this.#changedMeanwhile)
    if (!isDone) return
    this.notice.show(t("It is in force."), { label: t("What was published"), perform: () => { location.hash = "#history" } })
    this.querySelector("h1")?.focus({ preventScroll: true })
  }

  get #changedMeanwhile() {
    return t("{name} changed the draft meanwhile. Look at the list of changes again before you publish.", { name: this.#draft.changedBy || t("Somebody") })
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
    const isDone = await this.#putInForce(() => this.#draft.returnTo(number))
    if (isDone) this.notice.show(t("It is in force."))
    return isDone === true
  }

  // Returns whether the draft is in force; undefined when it was refused. Offers to announce new data collection first.
  #putInForce(act) {
    return this.attempt(async () => {
      try {
        await act()
        return true
      } catch (error) {
        if (!isUnannounced(error)) throw error
        const words = await announce(error, this.ask, () => this.siteName())
        if (words) this.notice.show(words)
        return false
      }
    })
  }

  list(entries) { return this.#list(entries) }
}
