// Shows what Vicinity keeps about the signed-in person, for how long, and what they allow; exports and erases what is kept for
// tips.

import { personFeed } from "../Feed/person-feed.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, remove } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { saveAsFile } from "../Shared/save-as-file.js"
import { SectionLoader } from "../Shared/section-loader.js"
import { commonTipPlaces } from "../Tips/tip-places.js"
import { tips } from "../Tips/tips.js"
import { cameByProvider, currentPerson, hasRole, isDemo, loadSession } from "./session.js"
import "../Cafes/your-favourites.js"
import "../Feed/link-state.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "../Tips/seen-tips.js"
import "./account-bar.js"
import "./your-passkeys.js"
import "./your-password.js"
import "./your-recovery-codes.js"
import "./your-sessions.js"

const TIPS = "/api/v1/tips"
const LEAVES = ["attendance.setting", "presence.following"] // changes of what the person allows

class YourDataPage extends HTMLElement {
  #abort = null
  #feed = null
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #parts = {
    account: h("account-bar"),
    link: h("link-state"),
    main: h("div.your-data-main.stack"),
    kept: h("dl.kept"),
    ask: h("ask-dialog"),
    notice: h("notice-bar"),
    tips: h("div.stack"),
    seen: h("seen-tips"),
    favourites: h("your-favourites"),
    sessions: h("your-sessions"),
    passkeys: h("your-passkeys"),
    password: h("your-password"),
    recovery: h("your-recovery-codes"),
  }
  #sections = {
    leaves: new SectionLoader("leaves-again", () => this.#loadLeaves(this.#turn)),
    seen: new SectionLoader("seen-again", () => this.#lookAgain(this.#turn)),
    sessions: new SectionLoader("sessions-again", () => this.#parts.sessions.reload()),
    passkeys: new SectionLoader("passkeys-again", () => this.#parts.passkeys.reload()),
    recovery: new SectionLoader("recovery-again", () => this.#parts.recovery.reload()),
  }

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    for (const name of ["signed-in", "signed-out"]) this.addEventListener(name, () => this.#begin(), { signal })
    this.addEventListener("sign-out-failed", ({ detail }) => this.#parts.notice.show(detail), { signal })
    // The server learns a moment later what was seen on the page before.
    addEventListener("tips-exchanged", () => this.#sections.seen.reload().catch(() => null), { signal })
    const { account, link, main, ask, notice } = this.#parts
    render(this, account, link, main, ask, notice, commonTipPlaces())
    this.#begin()
  }

  disconnectedCallback() {
    this.#turn += 1
    this.#unfollow()
    this.#forget()
    this.#abort.abort()
  }

  async #begin() {
    const turn = ++this.#turn
    this.#unfollow()
    this.#forget()
    render(this.#parts.main, loading(t("Loading what is kept about you.")))
    try {
      await loadSession()
      if (turn !== this.#turn) return
      this.#showAccount()
      if (!currentPerson()) return this.#invite()
      tips.donate("data.opened")
      await this.#load(turn)
      if (turn === this.#turn) this.#follow(turn)
    } catch (error) {
      if (turn === this.#turn) render(this.#parts.main, failure(explain(error), () => this.#begin()))
    }
  }

  // Nothing of the person before stays.
  #forget() {
    for (const look of Object.values(this.#sections)) look.reset()
    const { favourites, sessions, passkeys, password, recovery } = this.#parts
    for (const part of [favourites, sessions, passkeys, password, recovery]) part.forget()
  }

  // Another device or page may change this data.
  #follow(turn) {
    this.#feed = personFeed(currentPerson(), {
      isNumbered: false,
      loadSnapshot: () => eachOf(
        this.#sections.seen.reload(), this.#sections.leaves.reload(), this.#sections.sessions.reload(), this.#lookAtFavourites(turn)),
      loadChanges: async changes => {
        const isOf = (...kinds) => changes.some(({ kind }) => kinds.includes(kind))
        await eachOf(
          isOf("tips") && this.#sections.seen.reload(),
          isOf("favourites") && this.#lookAtFavourites(turn),
          isOf(...LEAVES) && this.#sections.leaves.reload())
      },
      refused: () => this.#begin(),
      changed: () => this.#parts.link.show(this.#feed),
    })
    this.#feed.start()
  }

  #unfollow() {
    this.#feed?.stop()
    this.#feed = null
    this.#parts.link.show(null)
  }

  // A failed section shows its failure; the others are shown.
  async #load(turn) {
    const [seen, { attendance, following }, kept] = await Promise.all([answer(`${TIPS}/seen`), leaves(), answer(`${TIPS}/export`)])
    if (turn !== this.#turn) return
    if (seen.error && attendance.error && following.error) throw seen.error
    for (const look of Object.values(this.#sections)) look.reset()
    this.#showKept(attendance, following)
    const closed = attendance.error ?? following.error
    if (closed) this.#sections.leaves.fail(closed)
    this.#show({ seen, asked: kept.askedBy ?? [] })
  }

  async #loadLeaves(turn) {
    const { attendance, following } = await leaves()
    const error = attendance.error ?? following.error
    if (error) throw error
    if (turn === this.#turn) this.#showKept(attendance, following)
  }

  #lookAtSessions() {
    const { sessions } = this.#sections
    sessions.reload().catch(error => sessions.fail(error))
  }

  async #lookAtFavourites(turn) {
    if (turn === this.#turn && this.#parts.favourites.isConnected) await this.#parts.favourites.lookAgain()
  }

  async #lookAgain(turn) {
    const seen = await get(`${TIPS}/seen`)
    if (turn === this.#turn && this.#parts.tips.isConnected) this.#showSeen(seen)
  }

  #showSeen(seen) {
    render(this.#parts.tips, this.#parts.seen, this.#sections.seen.node)
    this.#parts.seen.show(seen)
  }

  #invite() {
    const { account, main } = this.#parts
    render(main, account.invitation(t("Your data"), t("Say who you are to see what is kept about you.")))
  }

  #showAccount() {
    this.#parts.account.show(currentPerson(), h("a.button.quiet", { href: "/order", "data-key": "order" }, t("Order lunch")))
  }

  #show({ seen, asked }) {
    render(this.#parts.main,
      h("h1", { tabindex: "-1" }, t("Your data")),
      h("p.lead", {}, t("This is what Vicinity keeps about you, and for how long. Your position is not kept: it is compared in your own page and sent nowhere.")),
      h("section.stack", { "aria-labelledby": "kept-title" }, h("h2", { id: "kept-title" }, t("What is kept")), this.#parts.kept, this.#sections.leaves.node),
      h("section.panel.stack", { "aria-labelledby": "seen-title" },
        h("h2", { id: "seen-title" }, t("Tips you have seen")), this.#parts.tips),
      asked.length > 0 && this.#asked(asked),
      this.#parts.favourites,
      this.#parts.sessions,
      !isDemo() && !cameByProvider() && [this.#parts.passkeys, this.#parts.password, this.#parts.recovery],
      this.#control(),
      hasRole("administrator") && h("p", {}, h("a", { href: "/tip-statistics" }, t("Tips in numbers, for administrators"))))
    if (seen.error) this.#showNoTips(seen.error)
    else this.#showSeen(seen)
    const { favourites, sessions, password, ask, notice } = this.#parts
    favourites.show(ask, notice)
    sessions.show(notice, this.#sections.sessions.node)
    this.#lookAtSessions()
    password.show(notice, () => {
      this.#lookAtSessions()
      // The first password makes the last passkey removable.
      this.#sections.passkeys.reload().catch(() => null)
    })
    if (!isDemo()) this.#showWaysIn()
  }

  #showWaysIn() {
    const { notice, ask, passkeys, recovery } = this.#parts
    passkeys.show(notice, ask, this.#sections.passkeys.node)
    recovery.show(notice, this.#sections.recovery.node)
    for (const look of [this.#sections.passkeys, this.#sections.recovery]) look.reload().catch(error => look.fail(error))
  }

  // Administrators can ask why a person is shown a tip. The person sees who has asked.
  #asked(asked) {
    return h("section.panel.stack", { "aria-labelledby": "asked-title" },
      h("h2", { id: "asked-title" }, t("Who has asked about you")),
      h("ul.stack", {}, asked.map(({ administrator, tip, at }) => h("li", {},
        t("{administrator} asked why you see the tip “{tip}”, or why not: {time}.", { administrator, tip, time: dayAndTime(at) })))))
  }

  // Nor may the tips of the person before stay.
  #showNoTips(error) {
    render(this.#parts.tips, this.#sections.seen.node)
    this.#sections.seen.fail(error)
  }

  #showKept({ reminders }, { following }) {
    const [isReminded, isFollowed] = [reminders?.on ?? null, following ?? null]
    render(this.#parts.kept,
      kept("basket", t("Orders and meal account"), t("What you ordered, when, where, and what you paid, as on a receipt."), { address: "/order#orders", label: t("Look at your orders") }),
      kept("favourite", t("Favourites"), t("The menu items that you have marked, until you unmark them, so that they come first on all your devices."), { address: "/order#menu", label: t("Look at the menu") }),
      kept("clock", t("Clocking in and out"), t("Each punch with its time and site, as your working time."), { address: "/attendance", label: t("Look at today") }),
      kept("door", t("Reminders at the door"), t("With reminders on: your arrivals and departures, for one day, for you alone. With reminders off: nothing."),
        { address: "/attendance", label: t("Change it") }, isReminded),
      kept("pin", t("The café you are in"), t("With following on: that beacons heard your device at a café, for one day, for you alone. With following off: nothing."),
        { address: "/order#cafes", label: t("Change it") }, isFollowed),
      kept("kitchen", t("The café you have chosen"), t("Which café you chose last, or how the page finds one, in this browser only, so that its menu comes first. Signing out deletes it."),
        { address: "/order#cafes", label: t("Change it") }),
      kept("information", t("Tips"), t("Which tips you have seen, how often and for how long, and which features you have used, so that no tip comes twice. A year after your last visit it is deleted.")),
      kept("offline", t("In this browser only"), t("How often you were near a café where you have not ordered, but not which one, so that a tip can mention it. It is sent nowhere. Signing out, or erasing what is kept for tips, deletes it.")))
  }

  #control() {
    return h("section.panel.stack", { "aria-labelledby": "control-title" },
      h("h2", { id: "control-title" }, t("What is kept for tips")),
      h("p", {}, t("You can save it as a file, or erase it. Erasing deletes it from the server and this browser at once, and from your other devices when they next reach the server; tips may then appear again.")),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "export", onclick: () => this.#export() }, icon("list"), t("Save as a file")),
        h("button.button", { type: "button", "data-key": "erase", onclick: () => this.#erase() }, icon("close"), t("Erase it"))))
  }

  async #export() {
    try {
      saveAsFile("vicinity-tips.json", await get(`${TIPS}/export`))
    } catch (error) {
      this.#parts.notice.show(explain(error))
    }
  }

  async #erase() {
    const answer = await this.#parts.ask.ask({
      title: t("Erase what is kept for tips?"),
      text: t("The list of tips you have seen is erased on all your devices. This cannot be undone. Orders, meal account and punches stay; so does, for a year, the list of administrators who asked about you."),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "erase", label: t("Erase it for good") }],
    })
    if (answer !== "erase") return
    try {
      await remove(`${TIPS}/ledger`)
      await tips.erase()
      this.#parts.notice.show(t("What was kept for tips is erased."))
    } catch (error) {
      this.#parts.notice.show(explain(error))
    }
    await this.#load(this.#turn).catch(() => null)
    this.querySelector("h1").focus({ preventScroll: true })
  }
}

const answer = path => get(path).catch(error => ({ error }))

// Waits for all of them. Throws when the server did not answer, so that the feed asks again.
async function eachOf(...looks) {
  const failure = (await Promise.allSettled(looks)).find(({ status }) => status === "rejected")
  if (failure) throw failure.reason
}

// What the person allows.
async function leaves() {
  const [attendance, following] = await Promise.all([answer("/api/v1/attendance"), answer("/api/v1/presence/following")])
  return { attendance, following }
}

// isOn: whether the person allows it; null when it needs no consent, or is not known.
function kept(sign, name, words, link = null, isOn = null) {
  return h("div.kept-kind", {},
    h("dt", {}, icon(sign), h("span", {}, name), isOn !== null && h(isOn ? "span.leave.is-on" : "span.leave", {}, isOn ? t("On") : t("Off"))),
    h("dd", {}, h("p", {}, words), link && h("p", {}, h("a", { href: link.address, "data-key": sign }, link.label))))
}

customElements.define("your-data-page", YourDataPage)
