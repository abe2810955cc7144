// A café now: what is sold out, what is paused, and how much longer orders take. Changes hold at once and end with the service day.

import "../Cafes/pace-dialog.js"
import "../Cafes/sold-out-dialog.js"
import { scopeName } from "../Cafes/pace-words.js"
import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"

class TodayPanel extends HTMLElement {
  #draft = null
  #page = null
  #soldOut = h("sold-out-dialog")
  #pace = h("pace-dialog")
  #body = h("div.stack")

  show(draft, page) {
    this.#draft = draft
    this.#page = page
    render(this, h("h2.hidden-visually", {}, t("Today")), this.#body, this.#soldOut, this.#pace)
    render(this.#body, loading(t("Loading the page.")))
    // A dialog that closes may have changed something.
    this.addEventListener("close", () => this.refresh(), { capture: true })
    return this.refresh()
  }

  get #cafe() { return { id: this.#id, timeZone: this.#draft.timeZone } }
  get #path() { return this.#draft.address }
  get #id() { return decodeURIComponent(this.#path.split("/").at(-1)) }

  async refresh() {
    try {
      const [pace, soldOut, menu, cafe] = await Promise.all(["/pace", "/sold-out", "/menu", ""].map(rest => get(`${this.#path}${rest}`)))
      if (this.isConnected) this.#draw(pace, soldOut, menu, cafe)
    } catch (error) {
      render(this.#body, failure(this.#page.explain(error), () => this.refresh()))
    }
  }

  #draw(pace, soldOut, menu, cafe) {
    const stations = new Map(cafe.stations.map(({ id, name }) => [id, name]))
    const things = [...soldOut.items, ...soldOut.choices]
    const paused = pace.pauses.map(({ scope, until }) => t("{name}, until {time}", { name: scopeName(scope, stations), time: clockTime(until, this.#draft.timeZone) }))
    render(this.#body,
      h("section.panel.stack", { "aria-labelledby": "today-sold-out" },
        h("h3", { id: "today-sold-out" }, t("Sold out")),
        things.length === 0
          ? h("p.muted", {}, t("Nothing is sold out."))
          : h("ul.differences", {}, things.map(({ name, until }) => h("li", {}, t("{name}, until {time}", { name, time: clockTime(until, this.#draft.timeZone) })))),
        h("div.row", {}, h("button.button", { type: "button", "data-key": "today-sold-out", onclick: () => this.#soldOut.open(this.#cafe, menu.sections.flatMap(({ items }) => items)) }, icon("close"), t("Mark as sold out …")))),
      h("section.panel.stack", { "aria-labelledby": "today-pace" },
        h("h3", { id: "today-pace" }, t("Pause and delay")),
        pace.delay && h("p", {}, tn("Orders take about {count} min longer now.", "Orders take about {count} min longer now.", pace.delay.minutes)),
        paused.length > 0 && h("ul.differences", {}, paused.map(words => h("li", {}, words))),
        !pace.delay && paused.length === 0 && h("p.muted", {}, t("The café takes orders as usual.")),
        h("div.row", {}, h("button.button", { type: "button", "data-key": "today-pace", onclick: () => this.#pace.open(this.#cafe, stations) }, icon("clock"), t("Pause or delay …")))),
      h("p.muted", {}, t("This holds at once, without publishing, and ends with the service day.")),
      h("div.row", {},
        h("a.button", { href: `/report?${new URLSearchParams({ cafe: this.#id })}`, "data-key": "today-report" }, t("Reports")),
        h("a.button", { href: `/replay?${new URLSearchParams({ cafe: this.#id })}`, "data-key": "today-replay" }, icon("clock"), t("Look back at the last 24 hours"))))
  }
}

customElements.define("today-panel", TodayPanel)
