// The whole campus file, for administrators: to the person's device, and back after it was changed there.

import { proved } from "../People/proof.js"
import { h, icon, render } from "../Shared/dom.js"
import { getTagged, Problem, sendTagged } from "../Shared/http.js"
import { language, t, tn } from "../Shared/messages.js"
import { saveAsFile } from "../Shared/save-as-file.js"
import { announce, isUnannounced } from "./announce.js"
import { campusDifferences } from "./models/campus-differences.js"
import { textOf } from "./models/draft-edit.js"

const FILE = "/api/v1/campus-file"
const SHOWN_MISTAKES = 100

class CampusFile extends HTMLElement {
  #page = null
  #input = h("input", { id: "campus-file-input", type: "file", accept: ".json,application/json", "data-key": "campus-file", onchange: () => this.#import() })
  #trouble = h("div.stack", { role: "alert" })

  // page: explains refusals and shows notices; imported(): called when a file is in force.
  show(page, imported) {
    this.#page = page
    this.imported = imported
    render(this, h("section.panel.stack", { "aria-labelledby": "campus-file-title" },
      h("h3", { id: "campus-file-title" }, t("Campus file")),
      h("p.muted", {}, t("Sites, cafés, menus, people and screens in one file. Save it, change it in an editor, and import it again. It is checked as a whole, and orders stay as they are.")),
      h("div.row", {}, h("button.button", { type: "button", "data-key": "export", onclick: () => this.#export() }, t("Save the file"))),
      h("div.field.campus-file-field", {}, h("label", { for: this.#input.id }, t("Import a file")), this.#input),
      this.#trouble))
  }

  #export() {
    return this.#page.attempt(async () => {
      const { body, tag } = await getTagged(FILE, null)
      saveAsFile(`campus-${versionOf(tag)}.json`, body)
    })
  }

  async #import() {
    const [file] = this.#input.files
    if (!file) return
    render(this.#trouble)
    let document = null
    try {
      document = JSON.parse(await file.text())
      const { body, tag } = await getTagged(FILE, null)
      if (!await this.#confirm(body, document)) return
      const done = await proved(() => sendTagged("PUT", FILE, document, versionOf(tag)))
      if (!done) return
      this.#page.notice.show(t("The campus file is in force."))
      this.imported()
    } catch (error) {
      if (isUnannounced(error)) await this.#announce(error, document)
      else this.#showTrouble(error)
    } finally {
      this.#input.value = ""
    }
  }

  // The person must import the file again when the announcement is old enough.
  #announce(error, { sites, organisation }) {
    const name = id => textOf(sites.find(site => site.id === id)?.name, [language(), organisation.defaultLanguage]) || id
    return this.#page.attempt(async () => {
      const words = await announce(error, this.#page.ask, name)
      if (words) this.#page.notice.show(words)
    })
  }

  // What the file changes, also what it takes back because it was saved earlier.
  async #confirm(before, after) {
    const answer = await this.#page.ask.ask({
      title: t("Import this file?"),
      text: t("These are its differences from what is in force now. It is checked before anything changes."),
      content: [this.#differences(before, after)],
      options: [{ value: "import", label: t("Import"), isPrimary: true }, { value: "keep", label: t("Keep what is in force") }],
    })
    return answer === "import"
  }

  #differences(before, after) {
    let entries
    try {
      entries = campusDifferences(before, after)
    } catch {
      // What has no shape to be compared is refused with its mistakes.
      return null
    }
    return entries.length === 0 ? h("p", {}, t("Nothing differs.")) : this.#page.list(entries)
  }

  #showTrouble(error) {
    if (error instanceof SyntaxError) return this.#sentence(t("This file is not JSON: {detail}", { detail: error.message }))
    if (!(error instanceof Problem) || !error.body.errors) return this.#sentence(this.#page.explain(error))
    const { errors } = error.body
    this.#sentence(tn("The file has {count} mistake. Nothing was changed.", "The file has {count} mistakes. Nothing was changed.", errors.length))
    this.#trouble.append(h("ul.differences", {}, errors.slice(0, SHOWN_MISTAKES).map(({ detail }) => h("li", { lang: "en", dir: "auto" }, detail))))
  }

  #sentence(words) {
    render(this.#trouble, h("p.field-error", {}, icon("information"), h("span", {}, words)))
    this.#trouble.scrollIntoView({ block: "center" })
  }
}

const versionOf = tag => (tag ?? "").replace(/^W\//u, "").replaceAll('"', "")

customElements.define("campus-file", CampusFile)
