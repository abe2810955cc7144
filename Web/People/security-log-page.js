// The security log, for administrators and auditors: the latest entries first, and earlier ones on demand; as files too.

import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { exactTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { saveAsFile, saveTextAsFile } from "../Shared/save-as-file.js"
import { AdministrationPage } from "./administration-page.js"
import { csv } from "./models/csv.js"
import { placeNames } from "./models/grants.js"
import { earliestNumber, logTable, ownerName, ownerNames } from "./models/security-entries.js"
import { detailWords, kindName } from "./security-words.js"
import { hasRole } from "./session.js"

const LOG = "/api/v1/security-log"

class SecurityLogPage extends AdministrationPage {
  key = "security-log"
  #entries = []
  #names = new Map()
  #places = new Map()
  #isSaving = false
  #body = h("tbody")
  #foot = h("div.row")
  #status = h("p.muted.small", { role: "status" })

  title() { return t("Security log") }
  reason() { return t("This page is for administrators and auditors.") }

  async load(turn) {
    const [log, names, { cafes }] = await Promise.all([get(LOG), namesThatMayBeRead(), get("/api/v1/cafes")])
    if (!this.isPresent(turn)) return
    this.#names = names
    this.#places = placeNames(cafes)
    this.#entries = []
    render(this.#body)
    render(this.#status)
    render(this.main,
      h("div.row.apart", {},
        h("h1", { tabindex: "-1" }, t("Security log")),
        h("div.row", {},
          h("button.button", { type: "button", "data-key": "save-csv", onclick: () => this.#save("csv") }, t("Save as CSV")),
          h("button.button", { type: "button", "data-key": "save-json", onclick: () => this.#save("json") }, t("Save as JSON")))),
      h("p.muted", {}, t("Sign-ins, refusals, and changes of roles and screens. It holds no passwords and no positions.")),
      h("p.muted.small", {}, t("People see on their own page that you read entries about them.")),
      this.#status,
      log.entries.length === 0 ? h("div.empty", {}, mark(), h("p", {}, t("Nothing is recorded yet."))) : this.#table(),
      this.#foot)
    this.#add(log.entries)
  }

  #table() {
    const heads = [t("Time"), t("What"), t("Who"), t("Whom"), t("Address"), t("Details")]
    return h("table.records.log-table", {},
      h("thead", {}, h("tr", {}, heads.map(name => h("th", { scope: "col" }, name)))),
      this.#body)
  }

  #add(entries) {
    this.#entries.push(...entries)
    this.#body.append(...entries.map(entry => this.#row(entry)))
    const mayBeMore = entries.length > 0 && earliestNumber(entries) > 1
    render(this.#foot, mayBeMore
      ? h("button.button", { type: "button", "data-key": "earlier", onclick: () => this.#showEarlier() }, t("Earlier entries"))
      : this.#entries.length > 0 && h("p.muted.small", {}, t("These are all entries.")))
  }

  #row(entry) {
    return h("tr", {},
      h("td.log-time", {}, h("time", { datetime: entry.at }, exactTime(entry.at))),
      h("th", { scope: "row" }, kindName(entry.kind)),
      h("td", { "data-label": t("Who") }, ownerName(entry.actor, this.#names) ?? t("nobody signed in")),
      h("td", { "data-label": t("Whom") }, ownerName(entry.subject, this.#names) ?? "–"),
      h("td.figures", { "data-label": t("Address") }, entry.address || "–"),
      h("td", { "data-label": t("Details") }, detailWords(entry, this.#places) || "–"))
  }

  async #showEarlier() {
    const { turn } = this
    const found = await this.attempt(() => earlier(this.#entries))
    if (!found || !this.isPresent(turn)) return
    const [first] = found
    const count = this.#entries.length
    this.#add(found)
    // The focus goes on from where the list was.
    if (first && !this.#foot.contains(document.activeElement)) this.#body.rows[count].querySelector("th").scrollIntoView({ block: "nearest" })
  }

  // The whole log, also what is not shown.
  async #save(kind) {
    if (this.#isSaving) return
    this.#isSaving = true
    const { turn } = this
    await this.attempt(async () => {
      const entries = [...(await get(LOG)).entries]
      for (let more = entries; more.length > 0 && earliestNumber(entries) > 1 && this.isPresent(turn);) {
        more = await earlier(entries)
        entries.push(...more)
        render(this.#status, tn("{count} entry is read.", "{count} entries are read.", entries.length))
      }
      if (!this.isPresent(turn)) return
      render(this.#status, tn("{count} entry is saved.", "{count} entries are saved.", entries.length))
      if (kind === "csv") saveTextAsFile("vicinity-security-log.csv", csv(logTable(entries, this.#names)), "text/csv")
      else saveAsFile("vicinity-security-log.json", entries)
    })
    this.#isSaving = false
  }
}

const earlier = async entries => (await get(`${LOG}?before=${earliestNumber(entries)}`)).entries

// Auditors may not list people and screens; they see identifiers.
async function namesThatMayBeRead() {
  if (!hasRole("administrator")) return ownerNames([], [])
  const [{ people }, { screens }] = await Promise.all([
    get("/api/v1/people").catch(() => ({ people: [] })), get("/api/v1/screens").catch(() => ({ screens: [] })),
  ])
  return ownerNames(people, screens)
}

customElements.define("security-log-page", SecurityLogPage)
