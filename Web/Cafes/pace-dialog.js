// Pauses the café, a station or a way to order, and adds minutes to the promised times. Open menus follow. Fires "pace-changed" with
// the new state.

import { emit, h, icon, render } from "../Shared/dom.js"
import { get, post } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { explain } from "./explain.js"
import { DELAYS, pauseOf, SPANS, undoOf } from "./models/pace.js"
import { endOf } from "./models/sold-out.js"
import { scopeName } from "./pace-words.js"

class PaceDialog extends HTMLElement {
  #dialog = null
  #cafe = null
  #stations = null
  #pace = null
  #span = SPANS[0]
  #undo = null // the request that undoes the last change
  #error = null
  #isSending = false
  #body = h("div.dialog-body")

  disconnectedCallback() { this.#dialog?.close() }

  // stations: names by identifier.
  async open(cafe, stations) {
    this.#cafe = cafe
    this.#stations = stations
    this.#pace = null
    this.#undo = null
    this.#dialog = h("dialog.pace-dialog", { "aria-labelledby": "pace-title", onclose: () => render(this) }, this.#body)
    render(this, this.#dialog)
    this.#draw()
    this.#dialog.showModal()
    await this.#send(() => get(this.#path))
  }

  // Another screen may have changed something.
  show(pace) {
    if (!this.#dialog?.open || this.#isSending) return
    this.#pace = pace
    this.#draw()
  }

  get #path() { return `/api/v1/cafes/${this.#cafe.id}/pace` }

  async #send(request) {
    this.#isSending = true
    this.#draw()
    try {
      this.#pace = await request()
      this.#error = null
      emit(this, "pace-changed", this.#pace)
    } catch (error) {
      this.#error = explain(error)
    }
    this.#isSending = false
    if (this.#dialog.open) this.#draw()
  }

  #change(change) {
    if (this.#isSending) return
    this.#undo = undoOf(change, this.#pace)
    this.#send(() => post(this.#path, change))
  }

  #takeBack() {
    if (this.#isSending) return
    const change = this.#undo
    this.#undo = null
    this.#send(() => post(this.#path, change))
  }

  #draw() {
    render(this.#body,
      h("div.dialog-head", {},
        h("h2", { id: "pace-title" }, t("Pause and delay")),
        h("button.button.quiet.round", { type: "button", "data-key": "close", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, icon("close"))),
      this.#error && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, this.#error)),
      this.#pace ? this.#content() : !this.#error && loading(t("Loading what is paused.")))
    this.#body.setAttribute("aria-busy", String(this.#isSending))
  }

  #content() {
    const { scopes, delay, dayEndsAt } = this.#pace
    return h("div.stack", {},
      h("p", {}, t("Open menus say at once what is paused or takes longer. Everything ends with the service day, at {time}.", { time: this.#time(dayEndsAt) })),
      h("button.button.undo-button", {
        type: "button", "data-key": "undo", hidden: this.#undo === null, onclick: () => this.#takeBack(),
      }, icon("undo"), t("Undo")),
      h("h3", { id: "pace-delay" }, t("Orders take longer")),
      h("div.row", { role: "group", "aria-labelledby": "pace-delay" }, DELAYS.map(minutes => h("button.button", {
        type: "button", "data-key": `delay-${minutes}`, "aria-pressed": String((delay?.minutes ?? 0) === minutes),
        onclick: () => this.#change({ delayMinutes: minutes, until: null }),
      }, minutes === 0 ? t("As usual") : tn("+ {count} min", "+ {count} min", minutes)))),
      h("h3", {}, t("Take no orders")),
      h("div.row", { role: "group", "aria-label": t("For how long") }, SPANS.map(span => h("button.button", {
        type: "button", "data-key": `span-${span}`, "aria-pressed": String(span === this.#span),
        onclick: () => {
          this.#span = span
          this.#draw()
        },
      }, span === null ? t("Until I resume") : tn("For {count} minute", "For {count} minutes", span)))),
      h("ul.sold-out-list", {}, scopes.map(scope => this.#scope(scope))))
  }

  #scope(scope) {
    const pause = pauseOf(this.#pace, scope)
    return h("li", {}, h("button.button.sold-out-thing", {
      type: "button", "data-key": scope, "aria-pressed": String(Boolean(pause)),
      onclick: () => this.#change(pause ? { scope, paused: false } : { scope, paused: true, until: endOf(this.#span, this.#pace.now) }),
    },
    h("span", {}, scopeName(scope, this.#stations)),
    pause && h("span.small", {}, icon("close"), t("Paused until {time}", { time: this.#time(pause.until) }))))
  }

  #time(instant) { return clockTime(instant, this.#cafe.timeZone) }
}

customElements.define("pace-dialog", PaceDialog)
