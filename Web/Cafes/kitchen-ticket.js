// One ticket in the kitchen. Fires "ticket-action" with { ticket, action, line }.

import { emit, h, icon, render, svg } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { allergenLines } from "./allergen-lines.js"
import { needsWarning } from "./models/allergens.js"
import { age, isForLater, undoLeft } from "./models/ticket.js"

const RING = 2 * Math.PI * 15 // length of the ring's line in its own units

class KitchenTicket extends HTMLElement {
  #ticket = null
  #stations = new Map()
  #timeZone = undefined
  #isSending = false
  #message = null
  #undoTime = 1 // milliseconds
  #age = h("div.age")
  #ageText = h("span.age-text")
  #ring = svg("circle", { class: "ring-filled", cx: 18, cy: 18, r: 15 })
  #band = h("div.undo-band", { "aria-hidden": "true" })

  connectedCallback() {
    this.setAttribute("role", "group")
    if (!this.hasAttribute("tabindex")) this.tabIndex = -1
    if (this.#age.childElementCount > 0) return
    const picture = svg("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" }, svg("circle", { class: "ring-empty", cx: 18, cy: 18, r: 15 }), this.#ring)
    render(this.#age, picture, this.#ageText)
  }

  get ticket() { return this.#ticket }

  // stations: names by identifier; undoTime: how long a bump can be undone, in milliseconds; timeZone: the café's.
  show(ticket, stations, undoTime, now, timeZone) {
    if (this.#ticket?.version !== ticket.version) this.#message = null
    this.#ticket = ticket
    this.#stations = stations
    this.#undoTime = undoTime
    this.#timeZone = timeZone
    this.#draw()
    this.tick(now)
  }

  set isSending(value) {
    this.#isSending = value
    if (this.#ticket) this.#draw()
  }

  get message() { return this.#message }

  // The result of the last press, until the ticket changes.
  set message(text) {
    this.#message = text
    this.#draw()
  }

  // Updates only what depends on the time.
  tick(now) {
    const { minutes, share, level } = age(this.#ticket, now)
    this.dataset.level = level
    this.#ring.setAttribute("stroke-dasharray", `${share * RING} ${RING}`)
    const text = ageText(minutes, level)
    if (this.#ageText.textContent !== text) this.#ageText.textContent = text
    this.#band.style.setProperty("--left", Math.min(1, undoLeft(this.#ticket, now) / this.#undoTime))
  }

  #draw() {
    const ticket = this.#ticket
    const { number, stage } = ticket
    const hadFocus = this.contains(document.activeElement)
    this.dataset.stage = stage
    this.setAttribute("aria-label", t("Ticket {number}, {stage}", { number, stage: stageWord(stage) }))
    this.setAttribute("aria-busy", String(this.#isSending))
    render(this,
      h("header", {}, h("h2.ticket-number.figures", {}, number), this.#age),
      h("p.ticket-stage", {}, stageWord(stage), ticket.recalled && h("strong.recalled", {}, icon("undo"), t("Recalled"))),
      isForLater(ticket) && h("p.ticket-pickup", {}, icon("clock"), h("span.figures", {}, t("For {time}", { time: clockTime(ticket.pickup.startsAt, this.#timeZone) }))),
      h("ul.ticket-lines", {}, ticket.lines.map(line => h("li", {}, this.#line(line)))),
      this.#message && h("p.ticket-message", { role: "alert" }, icon("information"), h("span", {}, this.#message)),
      h("footer", {}, this.#buttons()))
    if (hadFocus && !this.contains(document.activeElement)) this.focus({ preventScroll: true })
  }

  #line(line) {
    const canPress = this.#ticket.stage === "waiting" || this.#ticket.stage === "preparing"
    const name = t("{quantity} × {name}", { quantity: line.quantity, name: line.name })
    return [
      h("button.ticket-line", {
        type: "button", "data-key": `line-${line.index}`, "aria-pressed": String(line.done), "aria-disabled": canPress ? null : "true",
        "aria-label": line.done ? t("{line}, done", { line: name }) : name,
        onclick: () => { if (canPress) this.#press(line.done ? "undo" : "bump", line.index) },
      },
      h("span.line-quantity.figures", {}, String(line.quantity)),
      h("span.line-name", {}, line.name),
      line.done && icon("check")),
      line.choices.length > 0 && h("ul.line-choices", {}, line.choices.map(choice =>
        h("li", {}, choice.quantity > 1 ? t("{name} × {quantity}", choice) : choice.name))),
      line.note && h("p.line-note", {}, icon("note"), h("span.own-direction", {}, line.note)),
      h("div.line-allergens", {}, needsWarning(line.allergens) && allergenLines(line.allergens, t("Allergens unknown"))),
      line.station && h("p.line-station", {}, this.#stations.get(line.station) ?? line.station),
    ]
  }

  #buttons() {
    const { number, stage } = this.#ticket
    if (stage === "done") return [this.#button("undo", t("Undo"), t("Undo {number}", { number }), "undo-button"), this.#band]
    const bump = this.#button("bump", t("Bump"), t("Bump {number}", { number }), stage === "preparing" ? "primary" : "plain")
    if (stage !== "waiting") return [bump]
    return [this.#button("start", t("Start"), t("Start {number}", { number }), "primary"), bump]
  }

  #button(action, label, name, kind) {
    return h(`button.button.${kind}`, {
      type: "button", "aria-label": name, "data-key": action, "aria-disabled": this.#isSending ? "true" : null, onclick: () => this.#press(action),
    }, label)
  }

  #press(action, line = null) {
    if (!this.#isSending) emit(this, "ticket-action", { ticket: this.#ticket, action, line })
  }
}

function ageText(minutes, level) {
  const time = tn("{count} min", "{count} min", minutes)
  return level === "late" ? t("{time}, late", { time }) : time
}

export function stageWord(stage) {
  switch (stage) {
    case "waiting": return t("Waiting")
    case "preparing": return t("In the making")
    case "done": return t("Done")
    case "ready": return t("Ready")
    case "collected": return t("Collected")
    default: return t("Cancelled")
  }
}

customElements.define("kitchen-ticket", KitchenTicket)
