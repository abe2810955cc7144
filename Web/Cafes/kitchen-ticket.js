// One ticket in the kitchen. Fires "ticket-action" with { ticket, action, line }; line is null for the whole ticket; and
// "ticket-more" with { ticket } for the rarer actions.

import { emit, h, icon, render, svg } from "../Shared/dom.js"
import { date, windowTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { rankedLines } from "./allergen-lines.js"
import { mentionsAllergy, ranked } from "./models/allergen-ranks.js"
import { isComplete } from "./models/kitchen-view.js"
import { canPutBack, startsIn } from "./models/later.js"
import { age, isForLater, priorityUndoLeft } from "./models/ticket.js"

const RING = 2 * Math.PI * 15 // length of the ring's line in its own units
const SECOND = 1000 // milliseconds
const DOUBLE_TAP = 500 // milliseconds after a touch in which a second one counts as the same

class KitchenTicket extends HTMLElement {
  #entry = null
  #waiting = [] // presses that have no answer yet
  #message = null
  #guards = new Map() // until when something takes no touch: a line, the foot, or the whole ticket
  #actions = "" // the buttons at the foot
  #starts = "" // in how many minutes each line begins
  #canLower = false
  #now = 0
  #canPutBack = false
  #age = h("div.age")
  #ageText = h("span.age-text")
  #stageText = h("span.ticket-stage")
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

  // entry: { ticket, timeZone, today, stage, lines, others, stations, menu, canRaise, ages, undoUntil, undoTime }: the café's zone and the date of its
  // service day, the lines for this screen, the
  // other stations [{ name, isDone }], names of stations, items of the menu by identifier, whether this screen may give priority,
  // when tickets are late by kind of order, and how long a bump can be undone, in milliseconds. A ticket of the past (isPast)
  // has no controls. Returns whether the ticket looks different now.
  show(entry, now) {
    const before = this.#entry
    if (before?.ticket.version !== entry.ticket.version) this.#message = null
    this.#entry = entry
    const hasChanged = !before || JSON.stringify(drawn(before)) !== JSON.stringify(drawn(entry)) || before.menu !== entry.menu
    if (hasChanged) this.#draw(now)
    this.tick(now)
    return hasChanged
  }

  // The presses on this ticket that have no answer yet; their controls show that.
  showWaiting(presses) {
    this.#waiting = presses
    this.#showBusy()
  }

  // The digit that leads here, or null.
  set position(digit) { this.#position.textContent = digit ?? "" }

  get message() { return this.#message }

  // Shows the result of the last press until the ticket changes.
  set message(text) {
    this.#message = text
    this.#draw()
  }

  // Ignores touches for a moment, because a touch may have been meant for what was here before. part: "line-" and its index,
  // "foot", or "ticket" for everything.
  guard(milliseconds, part = "ticket") {
    this.#guards.set(part, Math.max(this.#guards.get(part) ?? 0, performance.now() + milliseconds))
    this.#showBusy()
    setTimeout(() => this.#showBusy(), milliseconds + 1)
  }

  #isGuarded(part) { return ["ticket", part].some(each => performance.now() < (this.#guards.get(each) ?? 0)) }

  #showBusy() {
    this.setAttribute("aria-busy", String(this.#waiting.length > 0))
    const keys = this.#waiting.map(({ action, line }) => keyOf(action, line))
    for (const button of this.querySelectorAll("button")) {
      button.toggleAttribute("data-waiting", keys.includes(button.dataset.key))
      if (button.dataset.fixed || this.#isGuarded(partOf(button.dataset.key))) button.setAttribute("aria-disabled", "true")
      else button.removeAttribute("aria-disabled")
    }
  }

  // Updates only what depends on the time.
  tick(now) {
    const { ticket, lines, ages, undoUntil, undoTime } = this.#entry
    const { minutes, level: reached } = age(ticket, now, ages)
    // The rings of all tickets go on together, once in a second.
    const { share } = age(ticket, Math.floor(now / SECOND) * SECOND, ages)
    const level = this.stage === "cancelled" || (this.stage === "done" && reached === "ageing") ? "fresh" : reached
    // Only what differs, because each change is drawn.
    if (this.dataset.level !== level) this.dataset.level = level
    const filled = `${share * RING} ${RING}`
    if (this.#ring.getAttribute("stroke-dasharray") !== filled) this.#ring.setAttribute("stroke-dasharray", filled)
    // Replaces the stage, because a longer age would take the space of a line.
    const words = this.#isComplete ? t("All made") : level === "ageing" ? t("soon late") : level === "late" ? t("late") : stageWord(this.stage)
    if (this.#stageText.textContent !== words) this.#stageText.textContent = words
    const text = tn("{count} min", "{count} min", minutes)
    if (this.#ageText.textContent !== text) this.#ageText.textContent = text
    const left = String(Math.min(1, Math.max(0, (undoUntil ?? 0) - now) / undoTime))
    if (this.#band.style.getPropertyValue("--left") !== left) this.#band.style.setProperty("--left", left)
    const hasMoved = this.#starts !== startWords(lines, now) || this.#canLower !== priorityUndoLeft(ticket, now) > 0
    if (hasMoved || this.#canPutBack !== canPutBack(ticket, now)) this.#draw(now)
  }

  #draw(now) {
    const { ticket, stage, lines, others } = this.#entry
    const { number } = ticket
    const isLeftOver = Boolean(this.#entry.today) && ticket.day < this.#entry.today
    const hadFocus = this.contains(document.activeElement)
    if (now !== undefined) {
      this.#now = now
      this.#canLower = priorityUndoLeft(ticket, now) > 0
      this.#canPutBack = canPutBack(ticket, now)
      this.#starts = startWords(lines, now)
    }
    this.dataset.stage = stage
    const open = lines.filter(({ done }) => !done)
    this.toggleAttribute("data-complete", this.#isComplete)
    this.toggleAttribute("data-early", this.#isOpen && open.length > 0 && open.every(line => startsIn(line, this.#now) > 0))
    this.setAttribute("aria-label", t("Ticket {number}, {stage}", { number, stage: stageWord(stage) }))
    const warnings = lines.filter(({ note }) => mentionsAllergy(note)).map(({ note }) => note)
    render(this,
      h("header", {},
        h("h2.ticket-number.figures", { "aria-label": number },
          this.#entry.isPast ? number : h("button.ticket-more", { type: "button", "aria-label": t("Reject or print ticket {number}", { number }), "data-key": "more", onclick: event => this.#more(event) }, number, icon("more"))),
        this.#position,
        h("div.ticket-state", {}, this.#age,
          this.#stageText)),
      isForLater(ticket) && h("p.ticket-pickup", {}, icon("clock"), h("span.figures", {}, t("For {time}", { time: windowTime(ticket.pickup.startsAt, this.#entry.timeZone) }))),
      (ticket.raisedAt || ticket.recalled || isLeftOver || ticket.name || kindWords(ticket) || this.#canPutBack) && h("p.ticket-marks", {},
        isLeftOver && h("strong.left-over", {}, icon("clock"), t("From {day}", { day: date(ticket.day) })),
        kindWords(ticket) && h("strong.ticket-kind", {}, icon("person"), kindWords(ticket)),
        ticket.name && h("strong.ticket-name.own-direction", {}, ticket.name),
        this.#canPutBack && h("strong.pulled", {}, icon("clock"), t("Started early")),
        ticket.raisedAt && h("strong.raised", {}, icon("to-front"), t("Priority")),
        ticket.recalled && h("strong.recalled", {}, icon("undo"), t("Recalled"))),
      warnings.map(note => h("p.guest-warning", {}, icon("allergen"), h("span.own-direction", {}, note))),
      h("ul.ticket-lines", {}, lines.map(line => h("li", {}, this.#line(line)))),
      others.length > 0 && h("p.also-at", {}, t("Also at: {stations}", { stations: otherWords(others) })),
      this.#message && h("p.ticket-message", { role: "alert" }, icon("information"), h("span", {}, this.#message)),
      !this.#entry.isPast && this.#footer())
    this.#showBusy()
    if (hadFocus && !this.contains(document.activeElement)) this.focus({ preventScroll: true })
  }

  // Everything is made, and the pass has not confirmed it yet.
  get #isComplete() { return isComplete(this.ticket, this.stage) }

  get #isOpen() { return this.stage === "waiting" || this.stage === "preparing" }

  #footer() {
    const buttons = this.#buttons().filter(Boolean)
    const actions = buttons.map(button => button.dataset.key).join()
    // A touch now may have been meant for the previous buttons.
    if (this.#actions !== "" && this.#actions !== actions) this.guard(DOUBLE_TAP, "foot")
    this.#actions = actions
    return h("footer", {}, buttons)
  }

  #line(line) {
    const { menu } = this.#entry
    const canPress = this.#isOpen && !this.#entry.isPast
    const minutes = this.#isOpen ? startsIn(line, this.#now) : 0
    const name = t("{quantity} × {name}", { quantity: line.quantity, name: line.name })
    return [
      this.#entry.isPast ? h("div.ticket-line", {}, this.#lineWords(line, minutes)) : h("button.ticket-line", {
        type: "button", "data-key": `line-${line.index}`, "aria-pressed": String(line.done && this.stage !== "cancelled"), "data-early": minutes > 0 ? "" : null,
        "data-fixed": canPress ? null : "true", "aria-label": line.done ? t("{line}, done", { line: name }) : minutes > 0 ? t("{line}, {time}", { line: name, time: startWord(minutes) }) : name,
        onclick: event => { if (canPress) this.#press(line.done ? "undo" : "bump", line.index, event) },
      }, this.#lineWords(line, minutes)),
      line.choices.length > 0 && h("ul.line-choices", {}, line.choices.map(choice =>
        h("li", {}, choice.quantity > 1 ? t("{name} × {quantity}", choice) : choice.name))),
      line.note && !mentionsAllergy(line.note) && h("p.line-note", {}, icon("note"), h("span.own-direction", {}, line.note)),
      h("div.line-allergens", {}, rankedLines(ranked(line, menu.get(line.item)))),
    ]
  }

  #lineWords(line, minutes) {
    const { stations, isPast } = this.#entry
    const isDone = line.done && this.stage !== "cancelled"
    return [
      h("span.line-quantity.figures", {}, String(line.quantity)),
      h("span.line-name", {}, line.name, minutes > 0 && h("small.line-start", {}, icon("clock"), startWord(minutes)), stations && h("small.line-station", {}, stations.get(line.station) ?? t("No station"))),
      isDone && icon("check"),
      isDone && isPast && h("span.hidden-visually", {}, t("Done")),
    ]
  }

  #buttons() {
    const { ticket: { number }, stage, canRaise } = this.#entry
    if (stage === "cancelled") return [this.#button("acknowledge", t("Seen"), t("Seen {number}", { number }), "primary")]
    if (stage === "done") return [this.#button("undo", t("Undo"), t("Undo {number}", { number }), "undo-button"), this.#band]
    const bump = this.#isComplete
      ? this.#button("bump", t("Confirm"), t("Confirm that {number} is complete", { number }), "primary")
      : this.#button("bump", t("Bump"), t("Bump {number}", { number }), stage === "preparing" ? "primary" : "plain")
    const priority = canRaise && this.#priorityButton()
    const back = this.#canPutBack && this.#button("put-back", t("Later again"), t("{number} later again", { number }), "plain")
    if (stage !== "waiting" || canRaise) return [bump, priority, back]
    return [this.#button("start", t("Start"), t("Start {number}", { number }), "primary"), bump, back]
  }

  #priorityButton() {
    const { number, raisedAt } = this.#entry.ticket
    if (!raisedAt) return this.#button("prioritise", t("Priority"), t("Priority for {number}", { number }), "plain")
    return this.#canLower && this.#button("undo-priority", t("Undo"), t("Undo the priority of {number}", { number }), "undo-button")
  }

  #button(action, label, name, kind) {
    return h(`button.button.${kind}`, { type: "button", "aria-label": name, "data-key": action, onclick: event => this.#press(action, null, event) }, label)
  }

  #more({ detail }) {
    if (detail === 0 || !this.#isGuarded("more")) emit(this, "ticket-more", { ticket: this.ticket })
  }

  // A press by key has no detail and acts on the focused control. A quick second touch on the same control counts as the same
  // touch.
  #press(action, line, { detail }) {
    const part = partOf(keyOf(action, line))
    if (detail > 0 && this.#isGuarded(part)) return
    if (detail > 0) this.guard(DOUBLE_TAP, part)
    emit(this, "ticket-action", { ticket: this.ticket, action, line })
  }
}

// The data-key of the control of a press.
const keyOf = (action, line) => line === null ? action : `line-${line}`

const partOf = key => key.startsWith("line-") || key === "more" ? key : "foot"

const startWords = (lines, now) => lines.map(line => startsIn(line, now)).join()
const startWord = minutes => tn("start in {count} min", "start in {count} min", minutes)

// The kind of the order, unless the pickup time already shows it; null for the usual kind.
function kindWords({ kind }) {
  switch (kind) {
    case "arrival": return t("Arriving now")
    case "walk-up": return t("At the counter")
    default: return null
  }
}

// Everything that a ticket's appearance depends on, except the time.
const drawn = ({ ticket, stage, lines, others, canRaise, stations, today }) => [ticket.version, ticket.raisedAt, ticket.recalled, stage, lines, others, canRaise, Boolean(stations), today]

function otherWords(others) {
  return others.map(({ name, isDone }) => isDone ? t("{station} (done)", { station: name }) : name).join(" · ")
}

export function stageWord(stage) {
  switch (stage) {
    case "waiting": return t("Waiting")
    case "preparing": return t("In progress")
    case "done": return t("Done")
    case "ready": return t("Ready")
    case "collected": return t("Collected")
    default: return t("Cancelled")
  }
}

customElements.define("kitchen-ticket", KitchenTicket)
