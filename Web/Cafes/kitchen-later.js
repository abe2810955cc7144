// The later tickets: a button with their number and the time of the next one, and the list that it opens.

import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { clockTime, number } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { linesIn } from "./models/kitchen-view.js"
import { laterOf } from "./models/later.js"
import "./later-drawer.js"

export class KitchenLater {
  #entries = [] // [{ ticket, lines }], the next one first, with the lines of this screen
  cafe = null
  nextEntry = Infinity // when the next ticket of any screen enters the line
  button = h("button.button.later-button", { type: "button", "data-key": "later", onclick: () => this.open() })
  drawer = h("later-drawer")

  open() {
    const coming = async () => (await get(`/api/v1/cafes/${this.cafe.id}/coming`)).orders
    this.drawer.open(this.#entries, this.cafe, coming)
  }

  // tickets: all that are in work; coming: how many orders wait for their people and have no ticket yet.
  show(tickets, view, stations, coming, now) {
    const later = laterOf(tickets, now)
    this.nextEntry = Math.min(...later.map(({ releasedAt }) => Date.parse(releasedAt)))
    this.#entries = later.map(ticket => ({ ticket, lines: linesIn(view, ticket, stations) })).filter(({ lines }) => lines.length > 0)
    const next = this.#entries[0]?.ticket.releasedAt
    const time = next && clockTime(next, this.cafe.timeZone)
    const words = [
      next ? t("{count} later, next at {time}", { count: this.#entries.length, time }) : t("Later"),
      coming > 0 && tn("{count} order on the way", "{count} orders on the way", coming),
    ]
    this.button.setAttribute("aria-label", words.filter(Boolean).join(" · "))
    render(this.button, h("span", {}, t("Later")),
      next && h("span.view-count.figures", {}, `${this.#entries.length} · ${time}`),
      coming > 0 && h("span.coming.figures", {}, icon("person"), number(coming)))
    this.drawer.show(this.#entries)
  }
}
