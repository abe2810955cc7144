// The attendance page: where the person stands, one confirmation for the next punch, today's punches, reminders.

import { explainPunch, recordedSentence } from "./attendance-words.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, Problem, put } from "../Shared/http.js"
import { LiveFeed } from "../Feed/live.js"
import { loading } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import * as frame from "../Cafes/order-frame.js"
import { turnToOwnLanguage } from "../People/own-language.js"
import { Reminders } from "./reminders.js"
import { every } from "../Shared/screen.js"
import { SentOnce } from "../Shared/sent-once.js"
import { confirmPrincipal, currentPrincipal, loadSession, signOut } from "../People/session.js"
import { commonTipPlaces } from "../Tips/tip-places.js"
import { tips } from "../Tips/tips.js"
import { isAboutAttendance, proposal, punchRequest, staysOpen } from "./models/attendance.js"
import { ServerClock } from "../Feed/models/server-clock.js"
import "../Feed/link-state.js"
import "./punch-day.js"
import "./punch-panel.js"
import "./reminder-bar.js"
import "./reminder-settings.js"
import "../People/who-dialog.js"

const ATTENDANCE = "/api/v1/attendance"
const TICK = 1000 // milliseconds

class AttendancePage extends HTMLElement {
  #abort = null
  #feed = null
  #today = null
  #asked = new URLSearchParams(location.search).get("reminder")
  #clock = new ServerClock(() => performance.now())
  #punches = new SentOnce(`${ATTENDANCE}/punches`, "vicinity-punch")
  #arrived = null // the reminder that came while the page was open
  #isOpen = true // whether a punch is offered
  #isSending = false
  #said = { result: null, failure: null }
  #settingFailure = null

  #parts = {
    tools: h("div.page-tools"),
    link: h("link-state"),
    offline: h("div", { role: "status" }),
    main: h("div.attendance-main.stack"),
    panel: h("punch-panel.stack"),
    day: h("punch-day.panel.stack"),
    settings: h("reminder-settings.panel.stack"),
    bar: h("reminder-bar"),
    who: h("who-dialog"),
  }
  #reminders = new Reminders(this.#parts.bar)

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    const on = (name, act) => this.addEventListener(name, ({ detail }) => act(detail), { signal })
    on("signed-in", () => this.#signedIn())
    on("punch-wanted", () => this.#offer())
    on("punch-confirmed", site => this.#punch(site))
    on("reminders-set", isOn => this.#setReminders(isOn))
    for (const name of ["online", "offline"]) addEventListener(name, () => this.#showOffline(), { signal })
    every(TICK, () => this.#tick(), signal)
    const { tools, link, offline, main, bar, who } = this.#parts
    render(this, tools, bar, link, offline, main, who, commonTipPlaces())
    this.#showOffline()
    this.#begin()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#feed?.stop()
  }

  async #begin() {
    render(this.#parts.main, loading(t("Loading your attendance.")))
    try {
      await loadSession()
    } catch (error) {
      return render(this.#parts.main, frame.trouble(explain(error), () => this.#begin()))
    }
    this.#follow()
  }

  // MARK: person

  get #person() {
    const principal = currentPrincipal()
    return principal?.kind === "person" ? principal : null
  }

  #follow() {
    this.#feed?.stop()
    this.#feed = null
    this.#today = null
    this.#showTools()
    const person = this.#person
    if (!person) return this.#askWho()
    this.#feed = new LiveFeed({
      topics: [`person/${person.id}`],
      isNumbered: true,
      loadSnapshot: () => {
        tips.mayHaveChanged()
        return this.#load()
      },
      loadChanges: changes => {
        tips.heardOf(changes)
        return changes.some(isAboutAttendance) && this.#load()
      },
      beat: now => this.#clock.set(now),
      probe: () => confirmPrincipal(person),
      refused: () => this.#begin(),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
  }

  #askWho() {
    this.#reminders.clear()
    this.#parts.link.show(null, null)
    render(this.#parts.main,
      h("h1", { tabindex: "-1" }, t("Attendance")),
      h("p", {}, t("Say who you are to clock in or out.")),
      h("button.button.primary", { type: "button", "data-key": "sign-in-first", onclick: () => this.#parts.who.open() }, t("Sign in")))
  }

  #signedIn() {
    if (turnToOwnLanguage()) return
    this.#said = { result: null, failure: null }
    this.#begin()
  }

  async #leave() {
    try {
      await signOut()
    } catch (error) {
      this.#said = { result: null, failure: explain(error) }
      return this.#show()
    }
    this.#follow()
  }

  // MARK: what the server says

  async #load() {
    const today = await get(ATTENDANCE)
    this.#clock.set(today.now)
    this.#isOpen = staysOpen(this.#isOpen, this.#today, today)
    if (this.#today && today.pending && today.pending.id !== this.#today.pending?.id) this.#arrived = today.pending.id
    this.#today = today
    this.#show()
    return today.asOf
  }

  #linkChanged() {
    if (!this.#feed) return
    const lostFor = this.#feed.lostFor
    this.#parts.link.show(this.#feed.state, lostFor === null ? null : Date.now() - lostFor)
    if (!this.#today && this.#feed.isBlind) {
      render(this.#parts.main, frame.trouble(t("The server cannot be reached. Check the network, then try again."), () => this.#begin()))
    }
  }

  // MARK: what the person does

  #offer() {
    this.#isOpen = true
    this.#said = { result: null, failure: null }
    this.#show()
    this.querySelector("[data-key=punch]").focus()
  }

  async #punch(site) {
    const body = punchRequest(this.#proposal, site, new Date().toISOString())
    this.#isSending = true
    this.#said = { result: null, failure: null }
    this.#show()
    try {
      const punch = await this.#punches.send(this.#person.id, body)
      this.#said.result = recordedSentence(punch)
      this.#forgetQuestion()
    } catch (error) {
      if (error instanceof Problem) this.#said.failure = explainPunch(error, this.#timeZone)
      if (error instanceof Problem && error.code === "unknown-reminder") this.#forgetQuestion()
      if (error instanceof Problem && error.status === 401) return this.#begin()
    } finally {
      this.#isSending = false
    }
    await this.#load().catch(() => this.#show())
    if (this.#said.result) this.querySelector("h1").focus({ preventScroll: true })
  }

  // The reminder in the address is dealt with; a reload must not ask again.
  #forgetQuestion() {
    this.#asked = null
    history.replaceState(null, "", location.pathname)
  }

  async #setReminders(isOn) {
    this.#settingFailure = null
    try {
      await put(`${ATTENDANCE}/reminders`, { on: isOn })
      if (isOn) tips.donate("clock.reminders")
    } catch (error) {
      this.#settingFailure = explainPunch(error)
    }
    await this.#load().catch(() => this.#show())
  }

  // MARK: views

  get #isUndecided() { return this.#punches.isUndecided(this.#person.id) }
  get #proposal() { return proposal(this.#today, this.#asked) }
  get #timeZone() {
    const { sites, site, punches } = this.#today
    return sites.find(({ id }) => id === site)?.timeZone ?? punches.at(-1)?.timeZone
  }

  #show() {
    if (!this.#today) return
    const { main, panel, day, settings } = this.#parts
    const offered = this.#proposal
    render(main, panel, day, settings)
    panel.show({
      today: this.#today, proposal: offered, isOpen: this.#isOpen || this.#isUndecided, timeZone: this.#timeZone, now: this.#clock.now, isSending: this.#isSending,
      isUndecided: this.#isUndecided, ...this.#said,
    })
    day.show(this.#today, this.#clock.now, this.#timeZone)
    settings.show(this.#today, this.#settingFailure)
    // The panel proposes what waited when the page was opened; what comes later may find the person further down.
    const { pending = null } = this.#today
    this.#reminders.show(pending?.id === this.#arrived ? pending : null)
  }

  #showTools() {
    const actions = { signIn: () => this.#parts.who.open(), signOut: () => this.#leave() }
    const order = h("a.button.quiet", { href: "/order", "data-key": "order" }, t("Order lunch"))
    frame.showTools(this.#parts.tools, this.#person, false, actions, order)
  }

  #showOffline() {
    render(this.#parts.offline, !navigator.onLine && h("p.notice.waiting", {}, icon("offline"),
      h("span", {}, t("You are offline. What you see may be old, and a punch needs the network."))))
  }

  #tick() {
    if (this.#today && this.#clock.isSet) this.#parts.panel.tick(this.#clock.now)
  }
}

customElements.define("attendance-page", AttendancePage)
