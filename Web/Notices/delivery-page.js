// How notices leave the server, for administrators: each way with what waits and how long it takes, and what could not be
// delivered. It names the receiver, not what the notice says.

import { AdministrationPage } from "../People/administration-page.js"
import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { dayAndTime, number } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { health } from "./models/delivery.js"
import { channelIcon, channelKindName, failureWords, noticeName } from "./notice-words.js"

const DELIVERY = "/api/v1/notices/delivery"
const REFRESH = 5_000 // milliseconds between two looks while the page is visible

class DeliveryPage extends AdministrationPage {
  key = "delivery"
  #content = h("div.stack")
  #shown = null // the answer as it was drawn, so that the same is not drawn again

  title() { return t("Delivery of notices") }
  reason() { return t("This page is for administrators.") }

  connectedCallback() {
    super.connectedCallback()
    every(REFRESH, () => { if (!document.hidden) this.#refresh() }, this.signal)
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#refresh() }, { signal: this.signal })
  }

  async load(turn) {
    const found = await get(DELIVERY)
    if (!this.isPresent(turn)) return
    this.#shown = null
    render(this.main, h("h1", { tabindex: "-1" }, t("Delivery of notices")), this.#content)
    this.#draw(found)
  }

  // Quietly: when the server does not answer, the tables stay, and the next look comes soon.
  async #refresh() {
    const { turn } = this
    if (!this.#content.isConnected) return
    const found = await get(DELIVERY).catch(() => null)
    if (found && this.isPresent(turn)) this.#draw(found)
  }

  #draw(found) {
    const shown = JSON.stringify(found)
    if (shown === this.#shown) return
    this.#shown = shown
    render(this.#content,
      this.#health(found.channels),
      h("section.stack", { "aria-labelledby": "failures-title" },
        h("h2", { id: "failures-title" }, t("What could not be delivered")),
        found.failures.length === 0
          ? h("div.empty", {}, mark(), h("p", {}, t("Everything was delivered.")))
          : this.#failures(found.failures)))
  }

  #health(channels) {
    const heads = [[t("Way"), ""], [t("State"), ""], [t("Waiting"), ".figure"], [t("Handed over"), ".figure"], [t("Failed"), ".figure"], [t("99 of 100 within"), ".figure"]]
    return h("table.records.health-table", {},
      h("thead", {}, h("tr", {}, heads.map(([name, kind]) => h(`th${kind}`, { scope: "col" }, name)))),
      h("tbody", {}, channels.map(channel => h("tr", {},
        h("th", { scope: "row" }, h("span.with-icon", {}, icon(channelIcon(channel.kind)), h("span", {}, channelKindName(channel.kind)))),
        h("td", { "data-label": t("State") }, stateMark(health(channel))),
        figure(t("Waiting"), number(channel.waiting)), figure(t("Handed over"), number(channel.handedOver)), figure(t("Failed"), number(channel.failed)),
        figure(t("99 of 100 within"), channel.p99Milliseconds === undefined ? "–" : t("{count} ms", { count: number(channel.p99Milliseconds) }))))))
  }

  #failures(failures) {
    const heads = [t("When"), t("Notice"), t("Way"), t("For whom"), t("What happened"), t("Attempts")]
    return h("table.records.log-table", {},
      h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)))),
      h("tbody", {}, failures.map(failure => h("tr", {},
        h("th.log-time", { scope: "row" }, dayAndTime(failure.at)),
        h("td", { "data-label": t("Notice") }, noticeName(failure.kind)),
        h("td", { "data-label": t("Way") }, channelKindName(failure.channel)),
        h("td", { "data-label": t("For whom") }, failure.person ?? "–"),
        h("td", { "data-label": t("What happened") }, failureWords(failure.code)),
        h("td", { "data-label": t("Attempts") }, number(failure.attempts))))))
  }
}

const figure = (label, value) => h("td.figure", { "data-label": label }, value)

function stateMark(state) {
  switch (state) {
    case "unused": return h("span.channel-state", {}, t("not used yet"))
    case "behind": return h("span.channel-state.is-waiting", {}, icon("clock"), t("behind"))
    case "failing": return h("span.channel-state.is-failing", {}, icon("allergen"), t("fails often"))
    default: return h("span.channel-state.is-working", {}, icon("check"), t("works"))
  }
}

customElements.define("delivery-page", DeliveryPage)
