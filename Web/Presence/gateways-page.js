// The gateways that the person runs: how they are, what they hear that is nobody's badge, and how to add one.

import { AdministrationPage } from "../People/administration-page.js"
import { timeSince } from "../People/models/time-since.js"
import { openPages } from "../People/models/administration.js"
import { proved } from "../People/proof.js"
import { currentPrincipal } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { number, relativeTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { clockWords, stateAdvice, stateName } from "./gateway-words.js"
import { byAttention, clockState, isCatchingUp, needsAttention } from "./models/gateways.js"
import "./hand-out-dialog.js"
import "./heard-beacons.js"

const GATEWAYS = "/api/v1/gateways"
const MANY = 5 // gateways from which on their number is shown
const REFRESH = 2_000 // milliseconds between two looks while the page is visible: a gateway reports each second

class GatewaysPage extends AdministrationPage {
  key = "gateways"
  #list = h("div.stack")
  #heard = h("heard-beacons")
  #handOut = h("hand-out-dialog")
  #shown = null // the list as it was drawn, so that the same is not drawn again
  #code = h("input", { id: "gateway-code", name: "code", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", dir: "ltr", maxlength: 20 })

  title() { return t("Gateways") }
  reason() { return t("This page is for people who run gateways.") }

  connectedCallback() {
    super.connectedCallback()
    this.append(this.#handOut)
    this.addEventListener("hand-out-wanted", ({ detail }) => this.#handOut.open(detail.beacon, this.notice), { signal: this.signal })
    this.addEventListener("badges-changed", ({ detail }) => this.#heard.note(detail), { signal: this.signal })
    every(REFRESH, () => { if (!document.hidden) this.#refresh() }, this.signal)
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#refresh() }, { signal: this.signal })
  }

  async load(turn) {
    const { gateways } = await get(GATEWAYS)
    if (!this.isPresent(turn)) return
    this.#shown = null
    render(this.main, h("h1", { tabindex: "-1" }, t("Gateways")), this.#list, this.#heard, this.#pairing())
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
    const rows = byAttention(gateways).map(gateway => ({ ...gateway, heard: heardWords(gateway.heardAt) }))
    this.#heard.show(gateways, openPages(currentPrincipal()).some(({ key }) => key === "badges"))
    const shown = JSON.stringify(rows.map(({ heardAt, clockAheadSeconds, health, unknown, unknownCount, ...row }) =>
      ({ ...row, clock: clockWords(clockAheadSeconds), health: { ...health, uptimeSeconds: 0, queued: isCatchingUp(health) ? health.queued : 0 } })))
    if (shown === this.#shown) return
    this.#shown = shown
    const focused = document.activeElement?.dataset?.key
    render(this.#list, rows.length === 0 ? this.#none() : [this.#summary(rows), this.#table(rows)])
    // A row that is drawn again keeps the focus.
    if (focused && document.activeElement === document.body) this.#list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }

  #none() {
    return h("div.empty", {}, mark(), h("p", {}, t("You run no gateways. The campus file says where gateways are.")))
  }

  // A few gateways are seen at a glance.
  #summary(gateways) {
    if (gateways.length < MANY) return null
    const live = gateways.filter(({ state }) => state === "live").length
    const troubled = gateways.filter(needsAttention).length
    return h("p", {}, t("{live} of {count} gateways listen.", { live: number(live), count: number(gateways.length) }), " ",
      troubled > 0 && h("strong", {}, tn("{count} needs attention and comes first.", "{count} need attention and come first.", troubled)))
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
      h(`td.gateway-heard${usual(!gateway.heardAt)}`, { "data-label": t("Last heard") }, gateway.heard),
      h(`td.figure${usual(!health)}`, { "data-label": t("Hears a second") }, health ? number(health.heardPerSecond) : "–"),
      h(`td${usual(["right", null].includes(clockState(gateway.clockAheadSeconds)))}`, { "data-label": t("Clock") }, clockWords(gateway.clockAheadSeconds)),
      h(`td${usual(!isCatchingUp(health) && !dropped)}`, { "data-label": t("Waiting reports") }, h("span", {}, isCatchingUp(health) ? number(health.queued) : health ? t("none") : "–", dropped && h("span.gateway-trouble", {}, dropped))),
      h("td", {}, gateway.pairedAt && h("button.button", { type: "button", "data-key": `revoke-${gateway.id}`, onclick: () => this.#revoke(gateway) },
        t("Revoke"), h("span.hidden-visually", {}, `: ${gateway.spotName}`))))
  }

  #pairing() {
    const pair = event => {
      event.preventDefault()
      location.assign(`/pair#${encodeURIComponent(this.#code.value.trim().toUpperCase())}`)
    }
    return h("section.panel.stack", { "aria-labelledby": "pairing-title" },
      h("h2", { id: "pairing-title" }, t("Add a gateway")),
      h("ol.steps", {},
        h("li", {}, t("Install the package vicinity on a Raspberry Pi or another Linux computer with Bluetooth, at the place where badges are to be heard.")),
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

// Marks a cell that says nothing to act on.
const usual = isUsual => (isUsual ? ".is-usual" : "")

function heardWords(heardAt) {
  if (!heardAt) return t("never")
  const since = timeSince(heardAt, Date.now())
  return since ? relativeTime(since) : t("just now")
}

customElements.define("gateways-page", GatewaysPage)
