// The person's favourites, including items that are on no menu now: shows, exports and erases them.

import { h, icon, render } from "../Shared/dom.js"
import { get, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { saveAsFile } from "../Shared/save-as-file.js"
import { SectionLoader } from "../Shared/section-loader.js"
import { explain } from "./explain.js"

const ALL = "/api/v1/favourites"

class YourFavourites extends HTMLElement {
  #ask = null
  #notice = null
  #drawn = null // the list that is shown; it is not redrawn without a change
  #turn = 0 // counts loads, so that an older answer does not replace a newer one
  #person = 0 // counts people, so that one person does not see another's failure
  #part = new SectionLoader("favourites-again", () => this.#look())

  // ask, notice: the page's dialog and notice. Waits until the list or the failure shows; a list that already shows
  // stays.
  async show(ask, notice) {
    this.#ask = ask
    this.#notice = notice
    const person = this.#person
    try {
      await this.reload()
    } catch (error) {
      if (person === this.#person && this.#drawn === null) this.#part.fail(error)
    }
  }

  // Throws when the server does not answer.
  reload() { return this.#part.reload() }

  async #look() {
    const turn = ++this.#turn
    try {
      await this.#load(turn)
    } catch (error) {
      if (turn === this.#turn && this.#drawn === null) render(this, this.#frame())
      throw error
    }
  }

  async #load(turn) {
    const { favourites } = await get(ALL)
    if (turn !== this.#turn) return
    const drawn = JSON.stringify(favourites)
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.#draw(favourites)
  }

  // Called when the person has signed out.
  forget() {
    this.#turn += 1
    this.#person += 1
    this.#drawn = null
    this.#part.reset()
    render(this)
  }

  #draw(favourites) {
    if (favourites.length === 0) return render(this, this.#frame(h("p", {}, t("You have no favourites. Press the star of an item that you often order, and it comes first on its menu."))))
    render(this, this.#frame(
      h("ul.your-favourites.stack", {}, favourites.map(({ cafe, item, isOffered }) => h("li", {},
        h("strong", {}, item.name), " ", h("span.muted", {}, cafe.name), !isOffered && [" · ", h("span.muted", {}, t("not on the menu today"))]))),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "favourites-export", onclick: () => this.#export() }, icon("list"), t("Save as a file")),
        h("button.button", { type: "button", "data-key": "favourites-erase", onclick: () => this.#erase() }, icon("close"), t("Erase them")))))
  }

  #frame(...content) {
    return h("section.panel.stack", { "aria-labelledby": "favourites-title" },
      h("h2", { id: "favourites-title", tabindex: "-1" }, t("Your favourites")), content.flat(), this.#part.node)
  }

  async #export() {
    try {
      saveAsFile("vicinity-favourites.json", await get(ALL))
    } catch (error) {
      this.#notice.show(explain(error))
    }
  }

  async #erase() {
    const answer = await this.#ask.ask({
      title: t("Erase your favourites?"),
      text: t("They are erased on all your devices. This cannot be undone."),
      options: [{ value: "keep", label: t("Keep them"), isPrimary: true }, { value: "erase", label: t("Erase them for good") }],
    })
    if (answer !== "erase") return
    try {
      await remove(ALL)
      this.#notice.show(t("Your favourites are erased."))
    } catch (error) {
      this.#notice.show(explain(error))
    }
    await this.show(this.#ask, this.#notice)
    this.querySelector("h2")?.focus({ preventScroll: true })
  }
}

customElements.define("your-favourites", YourFavourites)
