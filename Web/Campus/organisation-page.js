// What the configuration of the server decides, for administrators: each setting with where it comes from, how long data are kept, a
// notice for staff that says it in sentences, and where roles and channels are tried.

import { AdministrationPage } from "../People/administration-page.js"
import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { saveAsFile, saveTextAsFile } from "../Shared/save-as-file.js"
import { languageName } from "./manage-words.js"
import { staffNotice } from "./models/staff-notice.js"
import { lengthWords, noticeSentence, originWords, retentionName } from "./organisation-words.js"
import "./service-trials.js"

class OrganisationPage extends AdministrationPage {
  key = "organisation"
  #facts = null
  #isWhole = false
  #settings = h("section.panel.stack", { "aria-labelledby": "settings-title" })

  title() { return t("Organisation") }
  reason() { return t("This page is for administrators.") }

  async load(turn) {
    const facts = await get("/api/v1/organisation")
    if (!this.isPresent(turn)) return
    this.#facts = facts
    this.#drawSettings()
    render(this.main,
      h("h1", { tabindex: "-1" }, t("Organisation")),
      h("p", {}, h("strong", {}, facts.name), " · ", facts.languages.map(languageName).join(", ")),
      this.#notice(), this.#trials(), this.#settings, this.#retention(), this.#more())
  }

  #notice() {
    const sentences = staffNotice(this.#facts).map(noticeSentence)
    return h("section.panel.stack", { "aria-labelledby": "notice-title" },
      h("h2", { id: "notice-title" }, t("Notice for staff")),
      h("p.hint", {}, t("These sentences come from the settings as they are now. Whoever changes what is collected announces it from the page where it is changed: people hear of it seven days before.")),
      h("ul.notice-sentences", {}, sentences.map(sentence => h("li", {}, sentence))),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "save-notice", onclick: () => saveTextAsFile("notice.txt", `${sentences.join("\n\n")}\n`, "text/plain") }, t("Save the text")),
        h("button.button.quiet", { type: "button", "data-key": "save-facts", onclick: () => saveAsFile("collected-data.json", this.#facts) }, t("Save what it is made from"))))
  }

  #trials() {
    const trials = h("service-trials")
    trials.show(this.#facts.printers)
    return trials
  }

  #drawSettings() {
    const shown = this.#facts.settings.filter(({ origin }) => this.#isWhole || origin !== "unset")
    const box = h("input", { type: "checkbox", "data-key": "all-settings", checked: this.#isWhole, onchange: () => { this.#isWhole = box.checked; this.#drawSettings() } })
    render(this.#settings,
      h("h2", { id: "settings-title" }, t("Settings of the server")),
      h("p.hint", {}, t("They are changed where they come from, and hold after a restart. Secrets are in files of their own and not shown.")),
      h("label.switch", {}, box, h("span", {}, t("Also those that are not set"))),
      h("table.records.settings-table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Setting")), h("th", { scope: "col" }, t("Value")), h("th", { scope: "col" }, t("Comes from")))),
        h("tbody", {}, shown.map(setting => h("tr", {},
          h("th", { scope: "row" }, h("bdi", { translate: "no" }, setting.name), h("span.muted.small.setting-summary", { lang: "en", dir: "ltr" }, setting.summary)),
          h("td", { "data-label": t("Value") }, setting.values.length === 0 ? t("none") : h("bdi.setting-value", { translate: "no" }, setting.values.join(", "))),
          h("td", { "data-label": t("Comes from") }, originWords(setting)))))))
  }

  #retention() {
    return h("section.panel.stack", { "aria-labelledby": "retention-title" },
      h("h2", { id: "retention-title" }, t("How long data are kept")),
      h("table.records", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Data")), h("th", { scope: "col" }, t("Kept for")))),
        h("tbody", {}, this.#facts.retention.map(({ kind, hours }) => h("tr", {}, h("th", { scope: "row" }, retentionName(kind)), h("td", { "data-label": t("Kept for") }, lengthWords(hours)))))),
      h("p.hint", {}, t("Orders, bookings and punches are kept for longer; the notice for staff says how.")))
  }

  #more() {
    const places = [
      ["/people", t("People and their roles")], ["/notice-settings", t("Your own channels for notices, also mail")],
      ["/webhooks", t("Try webhooks")], ["/delivery", t("See what was delivered")], ["/gateways", t("See how gateways are")],
    ]
    return h("section.panel.stack", { "aria-labelledby": "more-title" }, h("h2", { id: "more-title" }, t("Roles and channels")),
      h("ul.plain-links", {}, places.map(([address, words]) => h("li", {}, h("a", { href: address }, words)))))
  }
}

customElements.define("organisation-page", OrganisationPage)
