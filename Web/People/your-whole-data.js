// Saves all that is kept about the person as a file, and erases what the law lets go. show(ask, notice). Fires "erased"
// with what stays.

import { emit, h, icon, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { saveAsFile } from "../Shared/save-as-file.js"
import { tips } from "../Tips/tips.js"
import { explainOwnData } from "./explain-own-data.js"
import { partName, stayingWords } from "./kept-words.js"
import { staying } from "./models/kept-parts.js"
import { proved } from "./proof.js"
import { leave } from "./session.js"

const OWN_DATA = "/api/v1/own-data"

class YourWholeData extends HTMLElement {
  #ask = null
  #notice = null
  #isBusy = false

  show(ask, notice) {
    this.#ask = ask
    this.#notice = notice
    render(this, h("section.panel.stack", { "aria-labelledby": "whole-title" },
      h("h2", { id: "whole-title" }, t("All of your data")),
      h("p", {}, t("Save everything that this page lists as one file. Or erase it and end your account: what the law demands to be kept stays, and you see before and after what that is.")),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "export-all", onclick: () => this.#once(() => this.#export()) }, icon("list"), t("Save all as a file")),
        h("button.button", { type: "button", "data-key": "erase-all", onclick: () => this.#once(() => this.#erase()) }, icon("close"), t("Erase all and end my account")))))
  }

  forget() { render(this) }

  async #once(act) {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await act()
    } catch (error) {
      this.#notice.show(explainOwnData(error))
    } finally {
      this.#isBusy = false
    }
  }

  async #export() {
    const data = await proved(() => get(`${OWN_DATA}/export`))
    if (data === undefined) return
    saveAsFile("vicinity-my-data.json", data)
    this.#notice.show(t("Your data is saved as a file."))
  }

  async #erase() {
    const { parts } = await get(OWN_DATA)
    const answer = await this.#ask.ask({
      title: t("Erase all of your data?"),
      text: t("Your account ends, and you are signed out everywhere. Orders lose your name; favourites, tips, notices, choices and consents are deleted. This cannot be undone."),
      content: [remainder(staying(parts), t("This stays, because it has to:"))],
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "erase", label: t("Erase it for good") }],
    })
    if (answer !== "erase") return
    const left = await proved(() => remove(OWN_DATA))
    if (left === undefined) return
    await tips.erase().catch(() => null)
    leave()
    emit(this, "erased", left.parts)
  }
}

// What an erasure leaves, and why. head: the sentence before.
export function remainder(parts, head) {
  if (parts.length === 0) return h("p", {}, t("Nothing of it has to be kept."))
  return h("div.stack", {},
    h("p", {}, head),
    h("ul.stays", {}, parts.map(part => h("li", {}, h("strong", {}, partName(part.name)), " ", stayingWords(part)))))
}

customElements.define("your-whole-data", YourWholeData)
