// Shows what Vicinity keeps about the signed-in person, for how long, what they allow, and who looked; lets them choose language
// and formats, export everything, and erase it.

import { personFeed } from "../Feed/person-feed.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, remove } from "../Shared/http.js"
import { day } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { saveAsFile } from "../Shared/save-as-file.js"
import { SectionLoader } from "../Shared/section-loader.js"
import { commonTipPlaces } from "../Tips/tip-places.js"
import { tips } from "../Tips/tips.js"
import { figuresOf, lookWords, partName } from "./kept-words.js"
import { cardsOf, looksByDay } from "./models/kept-parts.js"
import { cameByProvider, currentPerson, hasRole, isDemo, loadSession } from "./session.js"
import "../Cafes/your-favourites.js"
import "../Feed/link-state.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "../Tips/seen-tips.js"
import "./account-bar.js"
import "./data-announcements.js"
import { remainder } from "./your-whole-data.js"
import "./your-kiosk-badge.js"
import "./your-passkeys.js"
import "./your-password.js"
import "./your-preferences.js"
import "./your-recovery-codes.js"
import "./your-sessions.js"
import "./your-wearables.js"

const TIPS = "/api/v1/tips"
const OWN_DATA = "/api/v1/own-data"
const LEAVES = ["attendance.setting", "presence.following"] // changes of what the person allows

class YourDataPage extends HTMLElement {
  #abort = null
  #feed = null
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #leaves = null // what the person allows, as leaves() finds it
  #data = null // what is kept about the person, as the server says; null while it is not known
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
    preferences: h("your-preferences"),
    announcements: h("data-announcements"),
    wearables: h("your-wearables"),
    badge: h("your-kiosk-badge"),
    whole: h("your-whole-data"),
    looks: h("div.stack"),
  }
  #sections = {
    leaves: new SectionLoader("leaves-again", () => this.#loadLeaves(this.#turn)),
    seen: new SectionLoader("seen-again", () => this.#reloadLooks(this.#turn)),
    announcements: new SectionLoader("announcements-again", () => this.#parts.announcements.reload()),
    wearables: new SectionLoader("wearables-again", () => this.#parts.wearables.reload()),
    badge: new SectionLoader("badge-again", () => this.#parts.badge.reload()),
    sessions: new SectionLoader("sessions-again", () => this.#parts.sessions.reload()),
    passkeys: new SectionLoader("passkeys-again", () => this.#parts.passkeys.reload()),
    recovery: new SectionLoader("recovery-again", () => this.#parts.recovery.reload()),
    data: new SectionLoader("data-again", () => this.#loadData(this.#turn)),
  }

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    for (const name of ["signed-in", "signed-out"]) this.addEventListener(name, () => this.#begin(), { signal })
    this.addEventListener("erased", ({ detail }) => this.#bidFarewell(detail), { signal })
    // Dates and amounts are written in another way now.
    this.addEventListener("preferences-changed", () => this.#load(this.#turn).catch(() => null), { signal })
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
    const { announcements, favourites, sessions, passkeys, password, recovery, preferences, wearables, badge, whole, looks } = this.#parts
    for (const part of [announcements, favourites, sessions, passkeys, password, recovery, preferences, wearables, badge, whole]) part.forget()
    render(looks)
    this.#data = null
    this.#leaves = null
  }

  // The account has ended.
  #bidFarewell(parts) {
    this.#turn += 1
    this.#unfollow()
    this.#forget()
    this.#parts.account.show(null)
    render(this.#parts.main,
      h("h1", { tabindex: "-1" }, t("Your data is erased")),
      h("p.lead", {}, t("Your account has ended, and you are signed out everywhere.")),
      h("section.panel.stack", {}, remainder(parts, t("This stayed, because it had to:"))))
    this.querySelector("h1").focus({ preventScroll: true })
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
    const [seen, { attendance, following }, data] = await Promise.all([answer(`${TIPS}/seen`), leaves(), answer(OWN_DATA)])
    if (turn !== this.#turn) return
    if (seen.error && attendance.error && following.error) throw seen.error
    for (const look of Object.values(this.#sections)) look.reset()
    this.#leaves = { attendance, following }
    this.#data = data.error ? null : data
    const closed = attendance.error ?? following.error
    if (closed) this.#sections.leaves.fail(closed)
    this.#show({ seen })
    this.#showKept()
    this.#showLooks()
    if (data.error) this.#sections.data.fail(data.error)
  }

  async #loadData(turn) {
    const data = await get(OWN_DATA)
    if (turn !== this.#turn) return
    this.#data = data
    this.#showKept()
    this.#showLooks()
  }

  async #loadLeaves(turn) {
    const { attendance, following } = await leaves()
    const error = attendance.error ?? following.error
    if (error) throw error
    if (turn !== this.#turn) return
    this.#leaves = { attendance, following }
    this.#showKept()
  }

  #lookAtSessions() {
    const { sessions } = this.#sections
    sessions.reload().catch(error => sessions.fail(error))
  }

  async #lookAtFavourites(turn) {
    if (turn === this.#turn && this.#parts.favourites.isConnected) await this.#parts.favourites.reload()
  }

  async #reloadLooks(turn) {
    const seen = await get(`${TIPS}/seen`)
    if (turn === this.#turn && this.#parts.tips.isConnected) this.#showSeen(seen)
  }

  #showSeen(seen) {
    render(this.#parts.tips, this.#parts.seen, this.#sections.seen.node)
    this.#parts.seen.show(seen)
  }

  #invite() {
    const { account, main } = this.#parts
    render(main, account.invitation(t("Your data"), t("Sign in to see what is kept about you.")))
  }

  #showAccount() {
    this.#parts.account.show(currentPerson(), h("a.button.quiet", { href: "/order", "data-key": "order" }, t("Order lunch")))
  }

  #show({ seen }) {
    render(this.#parts.main,
      h("h1", { tabindex: "-1" }, t("Your data")),
      h("p.lead", {}, t("This is what Vicinity keeps about you, and for how long. Your position is not kept: it is compared in your own page and sent nowhere.")),
      this.#parts.announcements, this.#sections.announcements.node,
      h("section.stack", { "aria-labelledby": "kept-title" }, h("h2", { id: "kept-title" }, t("What is kept")), this.#parts.kept, this.#sections.leaves.node),
      this.#parts.wearables,
      h("section.panel.stack", { "aria-labelledby": "seen-title" },
        h("h2", { id: "seen-title" }, t("Tips you have seen")), this.#parts.tips),
      h("section.panel.stack", { "aria-labelledby": "looks-title" },
        h("h2", { id: "looks-title" }, t("Who looked at your data")), this.#parts.looks, this.#sections.data.node),
      this.#parts.favourites,
      hasRole("employee") && this.#parts.badge,
      this.#parts.preferences,
      this.#parts.sessions,
      !isDemo() && !cameByProvider() && [this.#parts.passkeys, this.#parts.password, this.#parts.recovery],
      this.#control(),
      this.#parts.whole,
      hasRole("administrator") && h("p", {}, h("a", { href: "/tip-statistics" }, t("Tips in numbers, for administrators"))))
    if (seen.error) this.#showNoTips(seen.error)
    else this.#showSeen(seen)
    const { favourites, sessions, password, preferences, whole, ask, notice } = this.#parts
    favourites.show(ask, notice)
    preferences.show(notice)
    whole.show(ask, notice)
    sessions.show(notice, this.#sections.sessions.node)
    this.#lookAtSessions()
    this.#showAnnouncements()
    this.#showWearables()
    if (hasRole("employee")) this.#showBadge()
    password.show(notice, () => {
      this.#lookAtSessions()
      // The first password makes the last passkey removable.
      this.#sections.passkeys.reload().catch(() => null)
    })
    if (!isDemo()) this.#showWaysIn()
  }

  #showWearables() {
    const { wearables } = this.#sections
    this.#parts.wearables.show(wearables.node)
    wearables.reload().catch(error => wearables.fail(error))
  }

  #showAnnouncements() {
    const { announcements } = this.#sections
    announcements.reload().catch(error => announcements.fail(error))
  }

  #showBadge() {
    const { badge } = this.#sections
    this.#parts.badge.show(this.#parts.notice, this.#parts.ask, badge.node)
    badge.reload().catch(error => badge.fail(error))
  }

  #showWaysIn() {
    const { notice, ask, passkeys, recovery } = this.#parts
    passkeys.show(notice, ask, this.#sections.passkeys.node)
    recovery.show(notice, this.#sections.recovery.node)
    for (const look of [this.#sections.passkeys, this.#sections.recovery]) look.reload().catch(error => look.fail(error))
  }

  // Reading data about somebody else is recorded, and the person sees by whom.
  #showLooks() {
    if (!this.#data) return render(this.#parts.looks)
    const lines = looksByDay(this.#data.looks, day)
    render(this.#parts.looks,
      h("p", {}, t("When somebody else reads data about you, it is recorded here for a year. Cooks see your order’s number, not your name.")),
      lines.length === 0
        ? h("p.muted", {}, t("Nobody else has looked at your data."))
        : h("ul.looks.stack", {}, lines.map(look => h("li", {}, lookWords(look)))))
  }

  // Nor may the tips of the person before stay.
  #showNoTips(error) {
    render(this.#parts.tips, this.#sections.seen.node)
    this.#sections.seen.fail(error)
  }

  #showKept() {
    const { attendance, following } = this.#leaves
    const [isReminded, isFollowed] = [attendance.reminders?.on ?? null, following.following ?? null]
    this.#parts.wearables.showPurposes({ isReminded, isFollowed })
    const cards = cardsOf(this.#data?.parts ?? [])
    const days = this.#data?.identityDays
    const card = (name, sign, title, words, link, isOn) =>
      kept(sign, title, words, { link, isOn, figures: figuresList(cards[name] ?? [], days) })
    // Few people have these.
    const ifKept = (name, ...content) => cards[name].length > 0 && card(name, ...content)
    render(this.#parts.kept,
      card("orders", "basket", t("Orders and meal account"), t("What you ordered, when, where, and what you paid, as on a receipt."), { address: "/order#orders", label: t("Look at your orders") }),
      card("favourites", "favourite", t("Favourites"), t("The menu items that you have marked, until you unmark them, so that they come first on all your devices."), { address: "/order#menu", label: t("Look at the menu") }),
      card("punches", "clock", t("Clocking in and out"), t("Each punch with its time and site, as your working time."), { address: "/attendance", label: t("Look at today") }),
      card("reminders", "door", t("Reminders at the door"), t("With reminders on: your arrivals and departures, for one day, for you alone. With reminders off: nothing."),
        { address: "/attendance", label: t("Change it") }, isReminded),
      card("following", "pin", t("The café you are in"), t("With following on: that beacons heard your device at a café, for one day, for you alone. With following off: nothing."),
        { address: "/order#cafes", label: t("Change it") }, isFollowed),
      ifKept("wearables", "key", t("Badges and phones"), t("By which gateways hear you, for what you agree to and for nothing else."), { address: "#wearables-title", label: t("Look at them") }),
      card(null, "kitchen", t("The café you have chosen"), t("Which café you chose last, or how the page finds one, in this browser only, so that its menu comes first. Signing out deletes it."),
        { address: "/order#cafes", label: t("Change it") }),
      card("tips", "information", t("Tips"), t("Which tips you have seen, how often and for how long, and which features you have used, so that no tip comes twice. A year after your last visit it is deleted.")),
      card("account", "person", t("Your account"), t("Your name, how you sign in, your roles, and the language and formats that you chose."), { address: "#preferences-title", label: t("Change language and formats") }),
      card("sessions", "board", t("Sign-ins"), t("Where you are signed in: program, network address and time."), { address: "#sessions-title", label: t("Look at your sign-ins") }),
      card("notices", "note", t("Notices"), t("What you were told in the last month, by which devices and addresses, and how that went."), { address: "/notice-settings", label: t("Choose how notices reach you") }),
      card("log", "list", t("Security log"), t("When you signed in and out, and changes of your roles and passwords, so that misuse is found.")),
      card("looks", "eye", t("Who looked at your data"), t("Who read data about you, for a year, for you alone."), { address: "#looks-title", label: t("See who looked") }),
      ifKept("office", "again", t("Your work on this server"), t("Screens that you paired and tips that you published.")),
      ifKept("others", "unknown", t("Besides"), t("What a newer version of the server keeps.")),
      card(null, "offline", t("In this browser only"), t("How often you were near a café where you have not ordered, but not which one, so that a tip can mention it. It is sent nowhere. Signing out, or erasing what is kept for tips, deletes it.")))
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
function kept(sign, name, words, { link = null, isOn = null, figures = null }) {
  return h("div.kept-kind", {},
    h("dt", {}, icon(sign), h("span", {}, name), isOn !== null && h(isOn ? "span.leave.is-on" : "span.leave", {}, isOn ? t("On") : t("Off"))),
    h("dd", {}, h("p", {}, words), figures, link && h("p", {}, h("a", { href: link.address, "data-key": sign }, link.label))))
}

// What there is at present: how much, since when, until when. Null when there is nothing.
function figuresList(parts, identityDays) {
  if (parts.length === 0) return null
  return h("ul.figures-list", {}, parts.map(part => h("li", {},
    parts.length > 1 && [h("strong", {}, partName(part.name)), ": "], figuresOf(part, identityDays))))
}

customElements.define("your-data-page", YourDataPage)
