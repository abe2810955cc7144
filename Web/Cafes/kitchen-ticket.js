// One ticket in the kitchen. Fires "ticket-action" with { ticket, action, line }; line is null for the whole ticket; and
// "ticket-print" with { ticket }.

import { emit, h, icon, render, svg } from "../Shared/dom.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { rankedLines } from "./allergen-lines.js"
import { mentionsAllergy, ranked } from "./models/allergen-ranks.js"
import { age, isForLater, priorityUndoLeft } from "./models/ticket.js"

const RING = 2 * Math.PI * 15 // length of the ring's line in its own units
const DOUBLE_TAP = 500 // milliseconds after a touch in which a second one counts as the same

class KitchenTicket extends HTMLElement {
  #entry = null
  #isSending = false
  #message = null
  #guardedUntil = 0
  #canLower = false
  #age = h("div.age")
  #ageText = h("span.age-text")
  #ring = svg("circle", { class: "ring-filled", cx: 18, cy: 18, r: 15 })
  #band = h("div.undo-band", { "aria-hidden": "true" })
  #position = h("kbd.ticket-key", { "aria-hidden": "true" })

  connectedCallback() {
    this.setAttribute("role", "group")
    if (!this.hasAttribute("tabindex")) this.tabIndex = -1
    if (this.#age.childElementCount > 0) return
    const picture = svg("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" }, svg("circle", { class: "ring-empty", cx: 18, cy: 18, r: 15 }), this.#ring)
    render(this.#age, picture, this.#ageText)
  }

  get ticket() { return this.#entry?.ticket ?? null }
  // The stage of what this screen makes of the ticket.
  get stage() { return this.#entry.stage }
  get lines() { return this.#entry.lines }

  // entry: { ticket, timeZone, stage, lines, others, stations, menu, canRaise, undoUntil, undoTime }: the café's zone, the lines for this screen, the
  // other stations [{ name, isDone }], names of stations, items of the menu by identifier, whether this screen may give priority,
  // and how long a bump can be undone, in milliseconds. Returns whether the ticket looks different now.
  show(entry, now) {
    const before = this.#entry
    if (before?.ticket.version !== entry.ticket.version) this.#message = null
    this.#entry = entry
    const hasChanged = !before || JSON.stringify(drawn(before)) !== JSON.stringify(drawn(entry)) || before.menu !== entry.menu
    if (hasChanged) this.#draw(now)
    this.tick(now)
    return hasChanged
  }

  set isSending(value) {
    this.#isSending = value
    this.#showBusy()
  }

  // The digit that leads here, or null.
  set position(digit) { this.#position.textContent = digit ?? "" }

  get message() { return this.#message }

  // The result of the last press, until the ticket changes.
  set message(text) {
    this.#message = text
    this.#draw()
  }

  // Takes no touch for a moment: what has just come here may not be what the finger was meant for.
  guard(milliseconds) {
    this.#guardedUntil = Math.max(this.#guardedUntil, performance.now() + milliseconds)
    this.#showBusy()
    setTimeout(() => this.#showBusy(), milliseconds + 1)
  }

  get #isGuarded() { return performance.now() < this.#guardedUntil }

  #showBusy() {
    this.setAttribute("aria-busy", String(this.#isSending))
    const isQuiet = this.#isSending || this.#isGuarded
    for (const button of this.querySelectorAll("button")) {
      if (isQuiet || button.dataset.fixed) button.setAttribute("aria-disabled", "true")
      else button.removeAttribute("aria-disabled")
    }
  }

  // Updates only what depends on the time.
  tick(now) {
    const { ticket, undoUntil, undoTime } = this.#entry
    const { minutes, share, level } = age(ticket, now)
    this.dataset.level = ticket.stage === "cancelled" ? "fresh" : level
    this.#ring.setAttribute("stroke-dasharray", `${share * RING} ${RING}`)
    const text = ageText(minutes, level)
    if (this.#ageText.textContent !== text) this.#ageText.textContent = text
    this.#band.style.setProperty("--left", Math.min(1, Math.max(0, (undoUntil ?? 0) - now) / undoTime))
    if (this.#canLower !== priorityUndoLeft(ticket, now) > 0) this.#draw(now)
  }

  #draw(now) {
    const { ticket, stage, lines, others } = this.#entry
    const { number } = ticket
    const hadFocus = this.contains(document.activeElement)
    if (now !== undefined) this.#canLower = priorityUndoLeft(ticket, now) > 0
    this.dataset.stage = stage
    this.setAttribute("aria-label", t("Ticket {number}, {stage}", { number, stage: stageWord(stage) }))
    const warnings = lines.filter(({ note }) => mentionsAllergy(note)).map(({ note }) => note)
    render(this,
      h("header", {},
        h("h2.ticket-number.figures", {}, number), this.#position,
        h("button.button.quiet.ticket-print", { type: "button", "aria-label": t("Print ticket {number} again", { number }), "data-key": "print", onclick: event => this.#print(event) }, icon("printer")),
        h("div.ticket-state", {}, this.#age,
          h("span.ticket-stage", {}, stageWord(stage)))),
      isForLater(ticket) && h("p.ticket-pickup", {}, icon("clock"), h("span.figures", {}, t("For {time}", { time: clockTime(ticket.pickup.startsAt, this.#entry.timeZone) }))),
      (ticket.raisedAt || ticket.recalled) && h("p.ticket-marks", {},
        ticket.raisedAt && h("strong.raised", {}, icon("to-front"), t("Priority")),
        ticket.recalled && h("strong.recalled", {}, icon("undo"), t("Recalled"))),
      warnings.map(note => h("p.guest-warning", {}, icon("allergen"), h("span.own-direction", {}, note))),
      h("ul.ticket-lines", {}, lines.map(line => h("li", {}, this.#line(line)))),
      others.length > 0 && h("p.also-at", {}, t("Also at: {stations}", { stations: otherWords(others) })),
      this.#message && h("p.ticket-message", { role: "alert" }, icon("information"), h("span", {}, this.#message)),
      h("footer", {}, this.#buttons()))
    this.#showBusy()
    if (hadFocus && !this.contains(document.activeElement)) this.focus({ preventScroll: true })
  }

  #line(line) {
    const { stage, stations, menu } = this.#entry
    const canPress = stage === "waiting" || stage === "preparing"
    const name = t("{quantity} × {name}", { quantity: line.quantity, name: line.name })
    return [
      h("button.ticket-line", {
        type: "button", "data-key": `line-${line.index}`, "aria-pressed": String(line.done && stage !== "cancelled"),
        "data-fixed": canPress ? null : "true", "aria-label": line.done ? t("{line}, done", { line: name }) : name,
        onclick: event => { if (canPress) this.#press(line.done ? "undo" : "bump", line.index, event) },
      },
      h("span.line-quantity.figures", {}, String(line.quantity)),
      h("span.line-name", {}, line.name, stations && h("small.line-station", {}, stations.get(line.station) ?? t("No station"))),
      line.done && stage !== "cancelled" && icon("check")),
      line.choices.length > 0 && h("ul.line-choices", {}, line.choices.map(choice =>
        h("li", {}, choice.quantity > 1 ? t("{name} × {quantity}", choice) : choice.name))),
      line.note && !mentionsAllergy(line.note) && h("p.line-note", {}, icon("note"), h("span.own-direction", {}, line.note)),
      h("div.line-allergens", {}, rankedLines(ranked(line, menu.get(line.item)))),
    ]
  }

  #buttons() {
    const { ticket: { number }, stage, canRaise } = this.#entry
    if (stage === "cancelled") return [this.#button("acknowledge", t("Seen"), t("Seen {number}", { number }), "primary")]
    if (stage === "done") return [this.#button("undo", t("Undo"), t("Undo {number}", { number }), "undo-button"), this.#band]
    const bump = this.#button("bump", t("Bump"), t("Bump {number}", { number }), stage === "preparing" ? "primary" : "plain")
    const priority = canRaise && this.#priorityButton()
    if (stage !== "waiting" || canRaise) return [bump, priority]
    return [this.#button("start", t("Start"), t("Start {number}", { number }), "primary"), bump]
  }

  #priorityButton() {
    const { number, raisedAt } = this.#entry.ticket
    if (!raisedAt) return this.#button("prioritise", t("Priority"), t("Priority for {number}", { number }), "plain")
    return this.#canLower && this.#button("undo-priority", t("Undo"), t("Undo the priority of {number}", { number }), "undo-button")
  }

  #button(action, label, name, kind) {
    return h(`button.button.${kind}`, { type: "button", "aria-label": name, "data-key": action, onclick: event => this.#press(action, null, event) }, label)
  }

  #print({ detail }) {
    if (this.#isSending || (detail > 0 && this.#isGuarded)) return
    if (detail > 0) this.guard(DOUBLE_TAP)
    emit(this, "ticket-print", { ticket: this.ticket })
  }

  // A press by key has no detail, and hits what has the focus.
  #press(action, line, { detail }) {
    if (this.#isSending || (detail > 0 && this.#isGuarded)) return
    if (detail > 0) this.guard(DOUBLE_TAP)
    emit(this, "ticket-action", { ticket: this.ticket, action, line })
  }
}

// What the look of a ticket depends on, besides the time.
const drawn = ({ ticket, stage, lines, others, canRaise, stations }) => [ticket.version, ticket.raisedAt, ticket.recalled, stage, lines, others, canRaise, Boolean(stations)]

function otherWords(others) {
  return others.map(({ name, isDone }) => isDone ? t("{station} (done)", { station: name }) : name).join(" · ")
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
