// The gateways that the person runs: how they are, what they hear that is nobody's badge, and how to add one.

import { AdministrationPage } from "../People/administration-page.js"
import { timeSince } from "../People/models/time-since.js"
import { proved } from "../People/proof.js"
import { h, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { number, relativeTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { clockWords, stateAdvice, stateName } from "./gateway-words.js"
import { isCatchingUp, unknownBeacons } from "./models/gateways.js"

const GATEWAYS = "/api/v1/gateways"
const REFRESH = 2_000 // milliseconds between two looks while the page is visible: a gateway reports each second
const SAMPLE = 12 // unknown beacons that are shown

class GatewaysPage extends AdministrationPage {
  key = "gateways"
  #list = h("div.stack")
  #unknown = h("div.stack")
  #shown = null // the list as it was drawn, so that the same is not drawn again
  #code = h("input", { id: "gateway-code", name: "code", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", dir: "ltr", maxlength: 20 })

  title() { return t("Gateways") }
  reason() { return t("This page is for people who run gateways.") }

  connectedCallback() {
    super.connectedCallback()
    every(REFRESH, () => { if (!document.hidden) this.#refresh() }, this.signal)
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#refresh() }, { signal: this.signal })
  }

  async load(turn) {
    const { gateways } = await get(GATEWAYS)
    if (!this.isPresent(turn)) return
    this.#shown = null
    render(this.main, h("h1", { tabindex: "-1" }, t("Gateways")), this.#list, this.#unknown, this.#pairing())
    this.#draw(gateways)
  }

  // Quietly: when the server does not answer, the list stays, and the next look comes soon.
  async #refresh() {
    const { turn } = this
    if (!this.#list.isConnected) return
    const found = await get(GATEWAYS).catch(() => null)
    if (found && this.isPresent(turn)) this.#draw(found.gateways)
  }

  #draw(gateways) {
    const rows = gateways.map(gateway => ({ ...gateway, heard: heardWords(gateway.heardAt), unknown: gateway.unknown.map(({ heardAt, ...beacon }) => beacon) }))
    const shown = JSON.stringify(rows.map(({ heardAt, clockAheadSeconds, health, ...row }) =>
      ({ ...row, clock: clockWords(clockAheadSeconds), health: { ...health, uptimeSeconds: 0, queued: isCatchingUp(health) ? health.queued : 0 } })))
    if (shown === this.#shown) return
    this.#shown = shown
    const focused = document.activeElement?.dataset?.key
    render(this.#list, rows.length === 0 ? this.#none() : this.#table(rows))
    render(this.#unknown, this.#strangers(rows))
    // A row that is drawn again keeps the focus.
    if (focused && document.activeElement === document.body) this.#list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }

  #none() {
    return h("div.empty", {}, mark(), h("p", {}, t("You run no gateways. The campus file says where gateways are.")))
  }

  #table(gateways) {
    const heads = [t("Gateway"), t("State"), t("Last heard"), t("Hears a second"), t("Clock"), t("Waiting reports")]
    return h("table.records.gateways-table", {},
      h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)), h("td"))),
      h("tbody", {}, gateways.map(gateway => this.#row(gateway))))
  }

  #row(gateway) {
    const { health, state } = gateway
    const advice = stateAdvice(gateway)
    const dropped = health?.dropped > 0 ? tn("{count} report lost", "{count} reports lost", health.dropped) : null
    return h("tr", {},
      h("th", { scope: "row" }, h("span.gateway-place", {}, h("strong", {}, gateway.spotName), h("span.muted.small", {}, h("bdi", {}, gateway.siteName), " · ", h("bdi", { translate: "no" }, gateway.id)), health && h("bdi.muted.small", {}, [health.program, health.adapter].filter(Boolean).join(" · ")))),
      h("td", { "data-label": t("State") }, h("span", {}, h(`span.state.is-${state}`, {}, stateName(state)), advice && h("span.gateway-trouble", {}, advice))),
      h("td", { "data-label": t("Last heard") }, gateway.heard),
      h("td.figure", { "data-label": t("Hears a second") }, health ? number(health.heardPerSecond) : "–"),
      h("td", { "data-label": t("Clock") }, clockWords(gateway.clockAheadSeconds)),
      h("td", { "data-label": t("Waiting reports") }, h("span", {}, isCatchingUp(health) ? number(health.queued) : health ? t("none") : "–", dropped && h("span.gateway-trouble", {}, dropped))),
      h("td", {}, gateway.pairedAt && h("button.button", { type: "button", "data-key": `revoke-${gateway.id}`, onclick: () => this.#revoke(gateway) },
        t("Revoke"), h("span.hidden-visually", {}, `: ${gateway.spotName}`))))
  }

  // Nothing while no gateway is set up, because the page then is about setting one up.
  #strangers(gateways) {
    if (!gateways.some(({ pairedAt }) => pairedAt)) return null
    const beacons = unknownBeacons(gateways).slice(0, SAMPLE)
    const count = gateways.reduce((sum, { unknownCount }) => sum + unknownCount, 0)
    const heads = [t("Beacon"), t("Heard at"), t("Strength"), t("Times")]
    return h("section.stack", { "aria-labelledby": "unknown-title" },
      h("h2", { id: "unknown-title" }, t("Heard, but nobody’s badge")),
      h("p.muted", {}, count === 0
        ? t("In the last minute no gateway heard a beacon that is nobody’s badge.")
        : tn("{count} beacon in the last minute. It is forgotten after a minute; phones of strangers are not listed.", "{count} beacons in the last minute. These are the strongest. They are forgotten after a minute; phones of strangers are not listed.", count)),
      beacons.length > 0 && h("table.records.unknown-beacons", {},
        h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)))),
        h("tbody", {}, beacons.map(beacon => h("tr", {},
          h("th.beacon-name", { scope: "row" }, h("bdi", {}, beacon.name)),
          h("td", { "data-label": t("Heard at") }, beacon.place),
          h("td", { "data-label": t("Strength") }, beacon.rssi === undefined ? "–" : t("{strength} dBm", { strength: number(beacon.rssi) })),
          h("td", { "data-label": t("Times") }, number(beacon.count)))))))
  }

  #pairing() {
    const pair = event => {
      event.preventDefault()
      location.assign(`/pair#${encodeURIComponent(this.#code.value.trim().toUpperCase())}`)
    }
    return h("section.panel.stack", { "aria-labelledby": "pairing-title" },
      h("h2", { id: "pairing-title" }, t("Add a gateway")),
      h("ol.steps", {},
        h("li", {}, t("Install the package vicinity on a Raspberry Pi or another Linux computer with Bluetooth, where the badges shall be heard.")),
        h("li", {}, t("Start it there: it shows a code."), h("span.figures", { dir: "ltr", translate: "no" }, `vicinity gateway --server ${location.origin}`)),
        h("li", {}, t("Type the code here, and say which gateway it is."))),
      h("form.row.code-form", { onsubmit: pair },
        h("div.field", {}, h("label", { for: this.#code.id }, t("Code of the gateway")), this.#code),
        h("button.button.primary", { type: "submit" }, t("Continue"))))
  }

  async #revoke({ id, spotName }) {
    const answer = await this.ask.ask({
      title: t("Revoke {name}?", { name: spotName }),
      text: t("Its reports are refused at once, and it shows a new code. Badges at this place are not heard until it is paired again."),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "revoke", label: t("Revoke") }],
    })
    if (answer !== "revoke") return
    const gone = await this.attempt(() => proved(() => remove(`${GATEWAYS}/${encodeURIComponent(id)}/key`).then(() => true)))
    await this.#refresh()
    if (gone === undefined) return
    this.notice.show(t("{name} is revoked.", { name: spotName }))
    this.querySelector("h1")?.focus({ preventScroll: true })
  }
}

function heardWords(heardAt) {
  if (!heardAt) return t("never")
  const since = timeSince(heardAt, Date.now())
  return since ? relativeTime(since) : t("just now")
}

customElements.define("gateways-page", GatewaysPage)
