// Clocks one person in or out at the tablet of an entrance: badge and PIN, then one press (W60). The result stays for seconds, and then
// nothing of the person is left. Fires "visit-ended" when the tablet may show its code again.

import "../Cafes/kiosk-badge.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { post, Problem } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { explainPunch, recordedSentence, stateSentence } from "./attendance-words.js"
import { actsOf, IDLE, RESULT } from "./models/entrance-visit.js"

const VISITS = "/api/v1/entrance-visits"

class EntranceVisit extends HTMLElement {
  #badge = h("kiosk-badge")
  #visit = null
  #timeZone = null
  #timer = null
  #isSending = false

  connectedCallback() {
    this.#badge.words = {
      title: t("Clock in or out with your badge"),
      text: t("Hold your badge to the reader, or type its number. Then type your PIN."),
    }
    this.addEventListener("badge-entered", this.#entered)
    for (const name of ["pointerdown", "keydown"]) this.addEventListener(name, this.#touched)
  }

  disconnectedCallback() {
    clearTimeout(this.#timer)
    this.removeEventListener("badge-entered", this.#entered)
    for (const name of ["pointerdown", "keydown"]) this.removeEventListener(name, this.#touched)
    this.#clear()
  }

  // typed: what a reader has typed already; timeZone: of the entrance.
  begin(typed, timeZone) {
    this.#timeZone = timeZone
    this.#badge.open()
    this.#badge.begin(typed)
    this.#showBadge()
    this.#wait(IDLE)
  }

  #touched = () => { if (this.#timer !== null && !this.dataset.result) this.#wait(IDLE) }

  #entered = ({ detail }) => this.#recognise(detail)

  #showBadge() {
    render(this, h("div.entrance-visit.stack", {}, this.#badge, this.#row(this.#button("cancel", t("Cancel"), () => this.#end()))))
    this.#badge.focusField()
  }

  async #recognise(badge) {
    if (this.#isSending) return
    this.#isSending = true
    try {
      this.#visit = await post(VISITS, badge)
    } catch (error) {
      if (!this.isConnected) return
      this.#badge.open(troubleOf(error))
      return this.#badge.focusField()
    } finally {
      this.#isSending = false
    }
    if (!this.isConnected) return this.#clear()
    this.#badge.forget()
    this.#ask(null)
    this.#wait(IDLE)
  }

  #ask(failure) {
    const { name } = this.#visit
    render(this, h("div.entrance-visit.stack", {},
      h("h1", { tabindex: "-1" }, name),
      h("p.lead", {}, stateSentence(this.#visit, this.#timeZone)),
      failure && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, failure)),
      h("div.entrance-acts", {}, actsOf(this.#visit).map((act, index) => this.#button(`act-${act.kind}`, actName(act), () => this.#punch(act), index === 0))),
      this.#row(this.#button("cancel", t("Cancel"), () => this.#end()))))
    this.querySelector("[data-key^=act-]")?.focus()
  }

  async #punch({ kind, forgotOut }) {
    if (this.#isSending) return
    this.#isSending = true
    let punch
    try {
      punch = await post(`${VISITS}/${this.#visit.visit}/punch`, { kind, forgotOut })
    } catch (error) {
      if (!this.isConnected) return
      return this.#ask(failureOf(error, this.#timeZone))
    } finally {
      this.#isSending = false
    }
    if (!this.isConnected) return
    this.dataset.result = kind
    render(this, h("div.entrance-visit.stack", { role: "status" },
      icon("check"),
      h("h1", {}, this.#visit.name),
      h("p.lead", {}, recordedSentence(punch)),
      this.#row(this.#button("done", t("Done"), () => this.#end()))))
    this.querySelector("[data-key=done]").focus()
    this.#wait(RESULT)
  }

  #button(key, words, act, isPrimary = false) {
    return h(isPrimary ? "button.button.primary" : "button.button", { type: "button", "data-key": key, onclick: act }, words)
  }

  #row(...buttons) { return h("div.row", {}, buttons) }

  #wait(time) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), time)
  }

  #end() {
    clearTimeout(this.#timer)
    this.#timer = null
    this.#clear()
    emit(this, "visit-ended")
  }

  #clear() {
    delete this.dataset.result
    this.#visit = null
    this.#badge.forget()
    render(this)
  }
}

const actName = ({ kind, forgotOut }) => {
  if (forgotOut) return t("I forgot. Clock in for today")
  return kind === "in" ? t("Clock in") : kind === "break" ? t("Start a break") : t("Clock out")
}

function troubleOf(error) {
  if (!(error instanceof Problem)) return explain(error)
  switch (error.code) {
    case "wrong-badge-or-pin": return t("Badge or PIN is wrong. Try again, or set your PIN on the page “Your data”.")
    case "too-many-pins": return tn("Too many wrong tries. The badge works again in {count} minute. Your phone works now.", "Too many wrong tries. The badge works again in {count} minutes. Your phone works now.", Math.ceil((error.retryAfter ?? 300) / 60))
    case "badge-blocked": return t("This badge is blocked. Unblock it on the page “Your data”, or scan the code with your phone.")
    default: return explain(error)
  }
}

const failureOf = (error, timeZone) =>
  error instanceof Problem && error.code === "entrance-visit-over" ? t("The minute is over. Begin again with your badge.") : explainPunch(error, timeZone)

customElements.define("entrance-visit", EntranceVisit)
