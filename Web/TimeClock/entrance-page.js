// The tablet at an entrance: once it is paired, it shows a code that changes, and that a phone scans to clock in or out. Without the
// server the code goes away. When somebody revokes the tablet, it shows its pairing code again within seconds.

import { ScreenAwake } from "../Cafes/screen-awake.js"
import { explainAccount } from "../People/explain-account.js"
import { currentPrincipal, loadSession } from "../People/session.js"
import { h, icon, render, svg } from "../Shared/dom.js"
import { get, Problem } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { DoorCodeMachine } from "./models/door-code.js"
import { firstOf } from "./models/entrance-visit.js"
import "../People/pairing-code.js"
import "./entrance-visit.js"

const RETRY = 3000 // milliseconds until the server is asked again at first
const TICK = 1000 // milliseconds

class EntrancePage extends HTMLElement {
  #machine = new DoorCodeMachine()
  #awake = new ScreenAwake()
  #abort = null
  #timer = null
  #shown = null // what is on the page: "code", "visit", "lost", "pairing" or "trouble"
  #visit = h("entrance-visit")
  #picture = h("div.door-picture")
  #time = h("p.door-time.figures")
  #left = h("progress.door-left", { max: "1", value: "1", "aria-hidden": "true" })

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.addEventListener("signed-in", () => this.#look(), { signal })
    // A reader of badges types the number, and ends it with Enter.
    document.addEventListener("keydown", event => this.#typed(event), { signal })
    this.addEventListener("visit-ended", () => this.#leaveVisit(), { signal })
    every(TICK, () => this.#tick(), signal)
    this.#awake.connect()
    render(this, loading(t("Connecting to the server.")))
    this.#look()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#awake.disconnect()
    clearTimeout(this.#timer)
  }

  async #look() {
    clearTimeout(this.#timer)
    const { signal } = this.#abort
    let wait = RETRY
    try {
      await loadSession()
      if (signal.aborted) return
      if (!isPaired()) return this.#pair()
      const answer = await get("/api/v1/door-code")
      if (signal.aborted) return
      this.#machine.given(answer, performance.now())
      wait = this.#machine.wait(performance.now())
      this.#show()
    } catch (error) {
      if (signal.aborted) return
      if (this.#machine.answer === null) this.#fail(error)
      else this.#tick()
    }
    this.#timer = setTimeout(() => this.#look(), wait)
  }

  #typed(event) {
    const first = this.#shown === "code" ? firstOf(event) : null
    if (first === null) return
    event.preventDefault()
    this.#beginVisit(first)
  }

  #beginVisit(typed = "") {
    this.#shown = "visit"
    render(this, this.#visit)
    this.#visit.begin(typed, this.#machine.answer.site.timeZone)
  }

  #leaveVisit() {
    this.#shown = null
    if (this.#machine.isLost(performance.now())) return this.#lose()
    this.#show()
  }

  #show() {
    // Somebody is at the tablet; the code comes back when they are done.
    if (this.#shown === "visit") return
    const { entrance, site, picture } = this.#machine.answer
    if (this.#shown !== "code") {
      this.#shown = "code"
      this.dataset.open = ""
      render(this, h("div.door", {},
        h("div.door-words", {},
          this.#time,
          h("h1", {}, t("Scan to clock in or out")),
          h("p.lead", {}, t("Hold the camera of your phone at the picture. You confirm on your phone.")),
          h("div.row", {}, h("button.button", { type: "button", "data-key": "badge", onclick: () => this.#beginVisit() }, icon("person"), t("Use badge and PIN"))),
          h("p.muted", {}, entrance.name === site.name ? site.name : t("{entrance}, {site}", { entrance: entrance.name, site: site.name }))),
        h("figure.door-code", {}, this.#picture, this.#left)))
    }
    const { side, path } = picture
    render(this.#picture, svg("svg", {
      viewBox: `0 0 ${side} ${side}`, "shape-rendering": "crispEdges", role: "img",
      "aria-label": t("A QR code for the camera of a phone. It changes every half minute."),
    }, svg("path", { class: "door-light", d: `M0 0h${side}v${side}H0z` }), svg("path", { class: "door-dark", d: path })))
    this.#tick()
  }

  #tick() {
    const now = performance.now()
    if (this.#shown === "code" && this.#machine.isLost(now)) return this.#lose()
    if (this.#shown !== "code") return
    this.#left.value = this.#machine.left(now)
    this.#time.textContent = clockTime(this.#machine.time(now), this.#machine.answer.site.timeZone)
  }

  #lose() {
    const { site } = this.#machine.answer
    this.#shown = "lost"
    render(this, h("div.door.is-lost", { role: "alert" },
      h("div.door-words", {},
        icon("offline"),
        h("h1", {}, t("This screen has lost the server")),
        h("p.lead", {}, t("Since {time}.", { time: clockTime(this.#machine.heardAt, site.timeZone) }), " ", t("There is no code to scan now. Try the attendance page on your phone.")),
        h("p.muted", {}, t("It keeps trying and catches up by itself.")))))
  }

  #pair() {
    delete this.dataset.open
    this.#machine.forget()
    if (this.#shown === "pairing") return
    this.#shown = "pairing"
    const stranger = currentPrincipal()
    render(this, h("div.screen-setup.stack", {},
      h("h1", {}, t("Pair this entrance tablet")),
      h("p", {}, t("Once paired, it shows a code that people scan at this door to clock in or out.")),
      stranger && h("p.notice", {}, icon("information"),
        h("span", {}, t("{name} is signed in in this browser. Pairing replaces that sign-in.", { name: stranger.name }))),
      h("pairing-code", { purpose: "entrance" })))
  }

  #fail(error) {
    this.#shown = "trouble"
    const isProblem = error instanceof Problem
    const words = isProblem ? explainAccount(error) : t("The server cannot be reached. This screen keeps trying.")
    render(this, h("div.empty", { role: "alert" }, icon(isProblem ? "information" : "offline"), h("p", {}, words)))
  }
}

const isPaired = () => currentPrincipal()?.kind === "device" && currentPrincipal().role === "entrance"

customElements.define("entrance-page", EntrancePage)
