// The attendance page: the person's state, one confirmation for the next punch, today's punches, reminders.

import { ServerClock } from "../Feed/models/server-clock.js"
import { personFeed } from "../Feed/person-feed.js"
import { currentPerson, loadSession } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, Problem, put } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { SentOnce } from "../Shared/sent-once.js"
import { commonTipPlaces } from "../Tips/tip-places.js"
import { tips } from "../Tips/tips.js"
import { explainPunch, recordedSentence } from "./attendance-words.js"
import { DoorScan } from "./door-scan.js"
import { scanSentence } from "./reminder-words.js"
import { isAboutAttendance, Reminders } from "./reminders.js"
import { newReminder, proposal, punchRequest, staysOpen, timeZoneOf } from "./models/attendance.js"
import { offlineMark } from "./offline-mark.js"
import "../Feed/link-state.js"
import "../People/account-bar.js"
import "./punch-day.js"
import "./punch-month.js"
import "./punch-panel.js"
import "./reminder-bar.js"
import "./reminder-settings.js"
import "./shift-calendar.js"
import "./who-is-in.js"

const ATTENDANCE = "/api/v1/attendance"
const DOOR_CODES = ["door-code-expired", "unknown-door-code"]
const TICK = 1000 // milliseconds

class AttendancePage extends HTMLElement {
  #abort = null
  #feed = null
  #today = null
  #askedDay = new URLSearchParams(location.search).get("day")
  #asked = new URLSearchParams(location.search).get("reminder")
  #clock = new ServerClock(() => performance.now())
  #scan = new DoorScan()
  #punches = new SentOnce(`${ATTENDANCE}/punches`, "vicinity-punch")
  #arrived = null // the reminder that came while the page was open
  #isOpen = true // whether a punch is offered
  #isSending = false
  #said = { result: null, failure: null }
  #settingFailure = null
  #hoursSent = Promise.resolve()
  #wasLost = false // whether the link to the server was lost

  #parts = {
    account: h("account-bar"),
    link: h("link-state"),
    offline: h("div", { role: "status" }),
    main: h("div.attendance-main.stack"),
    panel: h("punch-panel.stack"),
    day: h("punch-day.panel.stack"),
    month: h("punch-month.panel.stack"),
    settings: h("reminder-settings.panel.stack"),
    who: h("who-is-in.panel.stack", { hidden: true }),
    calendar: h("shift-calendar.panel"),
    bar: h("reminder-bar"),
  }
  #reminders = new Reminders(this.#parts.bar)

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    const on = (name, act) => this.addEventListener(name, ({ detail }) => act(detail), { signal })
    on("signed-in", () => this.#signedIn())
    on("signed-out", () => this.#signedOut())
    on("sign-out-failed", sentence => this.#say({ failure: sentence }))
    on("punch-wanted", () => this.#offer())
    on("punch-confirmed", site => this.#punch(site))
    on("other-punch", ({ site, act }) => this.#punch(site, act))
    on("reminders-set", isOn => this.#setReminders(isOn))
    on("hours-wanted", wishes => this.#setHours(wishes))
    addEventListener("hashchange", () => this.#scanned(), { signal })
    for (const name of ["online", "offline"]) addEventListener(name, () => this.#showOffline(), { signal })
    addEventListener("online", () => this.#sendKept(), { signal })
    every(TICK, () => this.#tick(), signal)
    const { account, link, offline, main, bar } = this.#parts
    render(this, account, bar, link, offline, main, commonTipPlaces())
    this.#showOffline()
    if (/^\d{4}-\d{2}-\d{2}$/.test(this.#askedDay ?? "")) this.#parts.month.openDay(this.#askedDay)
    this.#begin()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#feed?.stop()
  }

  async #begin() {
    render(this.#parts.main, loading(t("Loading your attendance.")))
    await this.#scan.take()
    try {
      await loadSession()
    } catch (error) {
      return render(this.#parts.main, failure(explain(error), () => this.#begin()))
    }
    this.#follow()
  }

  // MARK: person

  #follow() {
    this.#feed?.stop()
    this.#feed = null
    this.#today = null
    const person = currentPerson()
    this.#parts.account.show(person, h("a.button.quiet", { href: "/order", "data-key": "order" }, t("Order lunch")))
    if (!person) return this.#invite()
    this.#feed = personFeed(person, {
      isNumbered: true,
      loadSnapshot: () => this.#load(),
      loadChanges: changes => changes.some(isAboutAttendance) && this.#load(),
      beat: now => this.#clock.set(now),
      refused: () => this.#begin(),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
  }

  #invite() {
    const { account, link, main } = this.#parts
    this.#reminders.clear()
    link.show(null)
    const scan = this.#scan.current(null)
    render(main, this.#scanTrouble(), scan && h("p.notice", {}, icon("door"), h("span", {}, scanSentence(scan))),
      account.invitation(t("Attendance"), t("Sign in to clock in or out.")))
  }

  #signedIn() {
    this.#said = { result: null, failure: null }
    this.#begin()
  }

  // The next person must not see what this one looked at or began to edit.
  #signedOut() {
    this.#parts.month = h("punch-month.panel.stack")
    this.#follow()
  }

  // Another code was scanned while the page is open.
  async #scanned() {
    await this.#scan.take()
    this.#isOpen = true
    if (this.#today) this.#say({})
    else if (!currentPerson()) this.#invite()
  }

  #scanTrouble() {
    const { failure } = this.#scan
    return failure && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, explainPunch(failure)))
  }

  // MARK: what the server says

  async #load() {
    const today = await get(ATTENDANCE)
    this.#clock.set(today.now)
    this.#isOpen = staysOpen(this.#isOpen, this.#today, today)
    this.#arrived = newReminder(this.#today, today)?.id ?? this.#arrived
    this.#today = today
    this.#show()
    this.#parts.month.load(today)
    this.#parts.who.load()
    this.#parts.calendar.load()
    return today.asOf
  }

  #linkChanged() {
    if (!this.#feed) return
    this.#parts.link.show(this.#feed)
    const isBack = this.#wasLost && !this.#feed.isLost
    this.#wasLost = this.#feed.isLost
    if (isBack) this.#sendKept()
    if (!this.#today && this.#feed.isLost) {
      render(this.#parts.main, failure(t("The server cannot be reached. Check the network, then try again."), () => this.#begin()))
    }
  }

  // MARK: what the person does

  #offer() {
    this.#isOpen = true
    this.#say({})
    this.querySelector("[data-key=punch]").focus()
  }

  #say({ result = null, failure = null }) {
    this.#said = { result, failure }
    this.#show()
  }

  // act: what is punched in place of the proposal.
  async #punch(site, act = null) {
    const body = { ...punchRequest(act ?? this.#proposal, site, new Date().toISOString()), ...act, ...offlineMark() }
    this.#isSending = true
    this.#say({})
    try {
      const punch = await this.#punches.send(currentPerson().id, body, () => ({ "Sent-At": new Date().toISOString() }))
      this.#said.result = recordedSentence(punch)
      this.#scan.forget()
      this.#forgetQuestion()
    } catch (error) {
      if (error instanceof Problem) this.#said.failure = explainPunch(error, this.#timeZone)
      if (error instanceof Problem && error.code === "unknown-reminder") this.#forgetQuestion()
      if (error instanceof Problem && DOOR_CODES.includes(error.code)) this.#scan.forget()
      if (error instanceof Problem && error.status === 401) return this.#begin()
    } finally {
      this.#isSending = false
    }
    await this.#load().catch(() => this.#show())
    if (this.#said.result) this.querySelector("h1").focus({ preventScroll: true })
  }

  // Sends a punch that was made offline when the connection is back; it counts from the time of the press. Tries once for each
  // return of the connection, so that a failing server does not get endless retries.
  #sendKept() {
    if (currentPerson() && this.#today && !this.#isSending && this.#isUndecided) this.#punch(this.#today.site)
  }

  // The reminder in the address is answered; a reload must not ask again.
  #forgetQuestion() {
    this.#asked = null
    history.replaceState(null, "", location.pathname)
  }

  #setReminders(isOn) {
    return this.#set(async () => {
      await put(`${ATTENDANCE}/reminders`, { on: isOn })
      if (isOn) tips.donate("clock.reminders")
    })
  }

  // Several changes may be on their way: the server gets them in their order.
  #setHours(wishes) {
    this.#hoursSent = this.#hoursSent.then(() => this.#set(() => put(`${ATTENDANCE}/hours`, wishes)))
  }

  async #set(send) {
    this.#settingFailure = null
    try {
      await send()
    } catch (error) {
      this.#settingFailure = explainPunch(error)
    }
    await this.#load().catch(() => this.#show())
  }

  // MARK: views

  get #isUndecided() { return this.#punches.isUndecided(currentPerson().id) }
  get #proposal() {
    return { ...proposal(this.#today, this.#asked), scan: this.#scan.current(this.#clock.isSet ? this.#clock.now : null) }
  }
  get #timeZone() { return timeZoneOf(this.#today) }

  #show() {
    if (!this.#today) return
    const { main, panel, day, who, month, settings, calendar } = this.#parts
    const offered = this.#proposal
    render(main, this.#scanTrouble(), panel, day, who, month, settings, calendar)
    panel.show({
      today: this.#today, proposal: offered, isOpen: this.#isOpen || this.#isUndecided, timeZone: this.#timeZone, now: this.#clock.now, isSending: this.#isSending,
      isUndecided: this.#isUndecided, ...this.#said,
    })
    day.show(this.#today, this.#clock.now, this.#timeZone)
    settings.show(this.#today, this.#timeZone, this.#settingFailure)
    // The panel proposes the reminder that waited when the page opened; the bar shows a later one, because the person may have
    // scrolled down.
    const { pending = null } = this.#today
    this.#reminders.show(pending?.id === this.#arrived ? pending : null)
  }

  #showOffline() {
    render(this.#parts.offline, !navigator.onLine && h("p.notice.waiting", {}, icon("offline"),
      h("span", {}, t("You are offline, and what you see may be old. One punch is kept and sent later; it counts from when you make it."))))
  }

  #tick() {
    if (!this.#today || !this.#clock.isSet) return
    this.#parts.panel.tick(this.#clock.now)
    this.#parts.month.tick(this.#clock.now)
  }
}

customElements.define("attendance-page", AttendancePage)
