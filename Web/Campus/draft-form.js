// A form about a part of the draft, such as hours and rules. A field that was changed is in the draft at once; what the check finds
// wrong then stands beside it. A form extends it with panels() and mistakes, and puts what its fields have into read and added.

import { h, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { FormFields } from "./form-fields.js"
import { isEqual, merge } from "./models/merge.js"

export class DraftForm extends HTMLElement {
  draft = null
  page = null
  fields = null
  read = [] // functions of the part: each puts in what a field has
  added = [] // the same for what is still incomplete: it counts when the form is saved as a whole, or left
  #shown = null // the part as the fields had it when they were last drawn or saved

  show(draft, page) {
    this.draft = draft
    this.page = page
    this.draw()
  }

  // Whoever leaves for another part of the page loses nothing.
  disconnectedCallback() { this.#save(this.#whole(this.#shown)) }

  // What others changed is shown once nobody types here.
  refresh() {
    if (!this.contains(document.activeElement) && !this.#isIncomplete) this.draw()
    else this.fields.show(this.mistakes)
  }

  // The person kept what somebody else put into a field, so that the field shows it, also while the focus is in the form.
  giveWay() {
    if (this.#isIncomplete) this.refresh()
    else this.draw()
  }

  draw() {
    this.fields = new FormFields()
    this.read = []
    this.added = []
    this.#shown = this.draft.part
    render(this, h("form.manage-form.stack", { novalidate: true, onsubmit: event => this.#submit(event), onchange: event => this.#keep(event) },
      this.fields.rest, ...this.panels(),
      h("div.manage-form-foot", {}, h("button.button.primary", { type: "submit", "data-key": "save-form" }, t("Save in the draft")))))
    this.fields.show(this.mistakes)
  }

  panel(title, ...content) { return h("section.panel.stack", {}, h("h3", {}, title), ...content) }

  #fields(part) { return this.read.reduce((made, read) => read(made), part) }
  #whole(part) { return this.added.reduce((made, add) => add(made), this.#fields(part)) }

  get #isIncomplete() { return !isEqual(this.#whole(this.#shown), this.#fields(this.#shown)) }

  // Before the draft is published: puts what is incomplete into it, so that it is not lost. Returns whether nothing was.
  async finish() {
    if (!this.#isIncomplete) return true
    if (await this.#save(this.#whole(this.#shown)) === undefined) return false
    this.draw()
    this.fields.focusFirstMistake()
    return false
  }

  // Only what was typed here goes into the draft: what others changed since the form was drawn stays.
  async #save(typed) {
    const before = this.#shown
    if (isEqual(typed, before)) return true
    const isSaved = await this.page.change(t("Saved in the draft."), part => merge(before, typed, part).merged)
    // Unless the form was drawn anew meanwhile, or a later field was faster.
    if (isSaved && this.#shown === before) this.#shown = typed
    return isSaved
  }

  // A file is taken by its own field.
  #keep({ target }) { if (target.type !== "file") this.#save(this.#fields(this.#shown)) }

  async #submit(event) {
    event.preventDefault()
    if (await this.#save(this.#whole(this.#shown)) === undefined) return
    // The draft has also what the check refuses, so that nothing typed is lost.
    this.draw()
    if (this.mistakes.length > 0) this.fields.focusFirstMistake()
    else this.querySelector("[data-key=save-form]").focus({ preventScroll: true })
  }
}
