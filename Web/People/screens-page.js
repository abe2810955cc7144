// The paired screens of the cafés and entrances whose screens the person manages, and how to add one.

import { h, icon, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { dayAndTime, relativeTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { AdministrationPage } from "./administration-page.js"
import { timeSince } from "./models/time-since.js"
import { proved } from "./proof.js"
import { SCREEN_ICONS } from "./screen-icons.js"
import { purposeName } from "./security-words.js"

const SCREENS = "/api/v1/screens"
const REFRESH = 10_000 // milliseconds between two looks while the page is visible

class ScreensPage extends AdministrationPage {
  key = "screens"
  #list = h("div.stack")
  #shown = null // the list as it was drawn, so that the same is not drawn again
  #code = h("input", { id: "screen-code", name: "code", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", dir: "ltr", maxlength: 20 })

  title() { return t("Screens") }
  reason() { return t("This page is for people who manage the screens of a café or an entrance.") }

  connectedCallback() {
    super.connectedCallback()
    every(REFRESH, () => { if (!document.hidden) this.#refresh() }, this.signal)
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#refresh() }, { signal: this.signal })
  }

  async load(turn) {
    const { screens } = await get(SCREENS)
    if (!this.isPresent(turn)) return
    this.#shown = null
    render(this.main,
      h("h1", { tabindex: "-1" }, t("Screens")),
      this.#list,
      this.#pairing())
    this.#draw(screens)
  }

  // Quietly: when the server does not answer, the list stays, and the next look comes soon.
  async #refresh() {
    const { turn } = this
    if (!this.#list.isConnected) return
    const found = await get(SCREENS).catch(() => null)
    if (found && this.isPresent(turn)) this.#draw(found.screens)
  }

  #draw(screens) {
    const rows = screens.map(screen => ({ ...screen, heard: heardWords(screen.heardAt) }))
    const shown = JSON.stringify(rows)
    if (shown === this.#shown) return
    this.#shown = shown
    render(this.#list, rows.length === 0 ? this.#none() : this.#table(rows))
  }

  #none() {
    return h("div.empty", {}, mark(), h("p", {}, t("No screen is paired yet.")))
  }

  #table(screens) {
    const heads = [t("Name"), t("Place"), t("Paired"), t("Last heard")]
    return h("table.records.screens-table", {},
      h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)), h("td"))),
      h("tbody", {}, screens.map(screen => this.#row(screen))))
  }

  #row(screen) {
    const time = dayAndTime(screen.pairedAt)
    return h("tr", {},
      h("th", { scope: "row" }, h("span.screen-name", {}, icon(SCREEN_ICONS[screen.purpose] ?? "board"),
        h("span", {}, h("strong", {}, screen.name), h("span.muted.small", {}, purposeName(screen.purpose)),
        screen.exitCode && h("span.muted.small", {}, t("Code to leave the kiosk: {code}", { code: screen.exitCode }))))),
      h("td", { "data-label": t("Place") }, placeName(screen)),
      h("td", { "data-label": t("Paired") }, screen.pairedBy ? t("by {name}, {time}", { name: screen.pairedBy, time }) : time),
      h("td", { "data-label": t("Last heard") }, screen.heard),
      h("td", {}, h("button.button", { type: "button", "data-key": `revoke-${screen.id}`, onclick: () => this.#revoke(screen) },
        t("Revoke"), h("span.hidden-visually", {}, `: ${screen.name}`))))
  }

  #pairing() {
    const pair = event => {
      event.preventDefault()
      location.assign(`/pair#${encodeURIComponent(this.#code.value.trim().toUpperCase())}`)
    }
    return h("section.panel.stack", { "aria-labelledby": "pairing-title" },
      h("h2", { id: "pairing-title" }, t("Add a screen")),
      h("ol.steps", {},
        h("li", {}, t("Open one of these addresses on the screen: it then shows a code."),
          h("ul.row", {}, ["/kitchen", "/counter", "/board", "/kiosk", "/entrance"].map(path => h("li.figures", { dir: "ltr" }, location.host + path)))),
        h("li", {}, t("Type the code here, and say for which café or entrance the screen is."))),
      h("form.row.code-form", { onsubmit: pair },
        h("div.field", {}, h("label", { for: this.#code.id }, t("Code on the screen")), this.#code),
        h("button.button.primary", { type: "submit" }, t("Continue"))))
  }

  async #revoke({ id, name, ...screen }) {
    const answer = await this.ask.ask({
      title: t("Revoke {name}?", { name }),
      text: screen.entrance
        ? t("The tablet at {entrance} shows nothing more within seconds, and then a new code to pair it. What is recorded stays.", { entrance: placeName(screen) })
        : t("The screen at {cafe} shows nothing more within seconds, and then a new code. Orders and tickets stay.", { cafe: placeName(screen) }),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "revoke", label: t("Revoke") }],
    })
    if (answer !== "revoke") return
    const gone = await this.attempt(() => proved(() => remove(`${SCREENS}/${encodeURIComponent(id)}`)))
    await this.#refresh()
    if (gone === undefined) return
    this.notice.show(t("{name} is revoked.", { name }))
    this.querySelector("h1")?.focus({ preventScroll: true })
  }
}

const placeName = ({ placeName, siteName }) => (siteName && siteName !== placeName ? `${siteName} · ${placeName}` : placeName)

function heardWords(heardAt) {
  // Its sign-in has ended: it was replaced in that browser, or was not used for long.
  if (!heardAt) return t("not signed in")
  const since = timeSince(heardAt, Date.now())
  return since ? relativeTime(since) : t("just now")
}

customElements.define("screens-page", ScreensPage)
