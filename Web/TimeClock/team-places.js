// How a month stands at each place: open, or closed for good until two people reopen it. Fires "places-changed" when something was
// done, and "places-refused" with the error.

import { currentPrincipal } from "../People/session.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { post, Problem, remove } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { missingCount, monthName } from "./month-words.js"
import { stateOf } from "./models/places.js"

const CLOSINGS = "/api/v1/attendance/closings"

class TeamPlaces extends HTMLElement {
  #places = []
  #asking = null // the place of which somebody is writing why it should be reopened
  #ask = null

  // places: as the server lists them, with their timeZone; ask: the page's ask-dialog.
  show(places, ask) {
    this.#places = places
    this.#ask = ask
    if (!places.some(({ site }) => site === this.#asking)) this.#asking = null
    this.#draw()
  }

  #draw() {
    render(this, this.#places.length > 0 && h("ul.places", { "aria-label": t("Places") }, this.#places.map(place => this.#place(place))))
  }

  #place(place) {
    const { site, name, closing } = place
    const state = stateOf(place, currentPrincipal()?.id)
    return h("li.place", { "data-place": site },
      h("div.place-words", {},
        h("strong", {}, name), " ",
        h(closing ? "span.with-icon" : "span.with-icon.muted", {}, icon(closing ? "check" : "clock"), h("span", {}, sentence(place, state))),
        closing?.reopening && h("p.small", {}, t("{person} asks to reopen it: {time}.", { person: closing.reopening.askedBy.name, time: dayAndTime(closing.reopening.askedAt, place.timeZone) }), " ", `“${closing.reopening.reason}”`)),
      this.#asking === site && state === "closed" ? this.#reasonForm(place) : this.#acts(place, state))
  }

  #acts(place, state) {
    const { site, name, closing } = place
    const button = (key, words, act, isPrimary = false) => h(isPrimary ? "button.button.primary" : "button.button", {
      type: "button", "data-key": `${key}-${site}`, "aria-label": t("{action}: {place}", { action: words, place: name }), onclick: act,
    }, words)
    switch (state) {
      case "ready": return button("close", t("Close the month"), () => this.#close(place))
      case "closed": return button("ask", t("Ask to reopen"), () => this.#begin(site))
      case "asked-by-me": return h("div.row", {}, h("span.muted", {}, t("Somebody else has to agree.")), button("keep", t("Take back"), () => this.#send(() => remove(reopening(closing)), `ask-${site}`)))
      case "asked": return h("div.row", {},
        button("agree", t("Reopen"), () => this.#send(() => post(`${reopening(closing)}/agreement`), `close-${site}`)),
        button("keep", t("Leave it closed"), () => this.#send(() => remove(reopening(closing)), `ask-${site}`)))
      default: return null
    }
  }

  async #close({ site, name, month, missing }) {
    const names = { month: monthName(month), place: name }
    const answer = await this.#ask.ask({
      title: t("Close {month} in {place}?", names),
      text: t("What counts now counts for good. Corrections are not taken any more, and two people are needed to reopen it."),
      content: missing > 0 ? h("p.with-icon.day-missing", {}, icon("information"), h("span", {}, missingCount(missing), " ", t("A stretch without its end counts nothing."))) : [],
      options: [{ value: true, label: t("Close the month"), isPrimary: true }, { value: null, label: t("Cancel") }],
    })
    if (answer) await this.#send(() => post(CLOSINGS, { site, month, acceptMissing: missing > 0 }), `ask-${site}`)
  }

  #begin(site) {
    this.#asking = site
    this.#draw()
    this.#focus("reopening-reason")
  }

  #reasonForm({ site, closing }) {
    const error = h("p.field-error", { id: "reopening-error", role: "alert" })
    return h("form.stack.place-form", {
      onsubmit: event => {
        event.preventDefault()
        const { reason } = event.target.elements
        if (reason.value.trim() !== "") return this.#send(() => post(reopening(closing), { reason: reason.value.trim() }), `keep-${site}`)
        render(error, icon("information"), h("span", {}, t("The reason is missing.")))
        reason.setAttribute("aria-invalid", "true")
        reason.focus()
      },
    },
    h("div.field", {}, h("label", { for: "reopening-reason" }, t("Why it should be reopened. The person who agrees reads this.")),
      h("textarea", { id: "reopening-reason", name: "reason", rows: 2, maxlength: 500, "data-key": "reopening-reason", "aria-describedby": "reopening-error" }), error),
    h("div.row", {},
      h("button.button.primary", { type: "submit", "data-key": "send-reopening" }, t("Ask to reopen")),
      h("button.button.quiet", { type: "button", "data-key": "drop-reopening", onclick: () => this.#drop(site) }, t("Cancel"))))
  }

  #drop(site) {
    this.#asking = null
    this.#draw()
    this.#focus(`ask-${site}`)
  }

  // next: the key of what has the focus afterwards.
  async #send(act, next) {
    try {
      await act()
      this.#asking = null
    } catch (error) {
      emit(this, "places-refused", error)
      if (!(error instanceof Problem) || error.status >= 500) return
    }
    emit(this, "places-changed", () => this.#focus(next))
  }

  #focus(key) { this.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus() }
}

const reopening = ({ id }) => `${CLOSINGS}/${encodeURIComponent(id)}/reopening`

function sentence({ month, closing, waiting, running, missing, timeZone }, state) {
  switch (state) {
    case "ready": return missing > 0 ? t("Open. {missing}.", { missing: missingCount(missing) }) : t("Open, and nothing is missing.")
    case "not-over": return t("Open until {month} is over.", { month: monthName(month) })
    case "waiting": return tn("Open. {count} correction has to be decided first.", "Open. {count} corrections have to be decided first.", waiting)
    case "running": return tn("Open. {count} person is still clocked in.", "Open. {count} people are still clocked in.", running)
    default: return t("Closed by {person}: {time}.", { person: closing.closedBy.name, time: dayAndTime(closing.closedAt, timeZone) })
  }
}

customElements.define("team-places", TeamPlaces)
