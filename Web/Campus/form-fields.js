// The fields of a form about a part of the draft: each has its place in the part, and shows the mistakes of the check beside it.

import { h, icon, render } from "../Shared/dom.js"
import { fieldOf } from "./models/mistakes.js"
import { mistakeWords } from "./mistake-words.js"

let count = 0

export class FormFields {
  #fields = new Map() // by pointer: { input, error, hint }
  #rest = h("p.field-error", { role: "alert" })

  // Where mistakes without a field of their own are shown.
  get rest() { return this.#rest }

  // A labelled field; pointer: its place in what the form is about. words: what is asked for, in a sentence, when the check refuses it.
  add(pointer, input, label, { hint = null, words = null } = {}) {
    count += 1
    input.id ||= `manage-field-${count}`
    const error = h("p.field-error", { id: `${input.id}-error` })
    const help = hint && h("p.hint", { id: `${input.id}-hint` }, hint)
    input.setAttribute("aria-describedby", [help && help.id, error.id].filter(Boolean).join(" "))
    this.#fields.set(pointer, { input, error, words, label })
    return h("div.field", {}, h("label", { for: input.id }, label), input, help, error)
  }

  // A group of boxes under one name.
  addSet(pointer, legend, content, { hint = null, words = null } = {}) {
    count += 1
    const error = h("p.field-error", { id: `manage-field-${count}-error` })
    const set = h("fieldset.field-set", { tabindex: "-1", "aria-describedby": error.id }, h("legend", {}, legend), hint && h("p.hint", {}, hint), content, error)
    this.#fields.set(pointer, { input: set, error, words, label: legend })
    return set
  }

  input(pointer) { return this.#fields.get(pointer)?.input }

  clear() {
    for (const { input, error } of this.#fields.values()) {
      input.removeAttribute("aria-invalid")
      render(error)
    }
    render(this.#rest)
  }

  // Shows mistakes with pointers seen from what the form is about. Returns whether there is any.
  show(mistakes) {
    this.clear()
    const rest = []
    for (const mistake of mistakes) {
      const field = this.#fields.get(fieldOf(mistake.pointer, [...this.#fields.keys()]))
      if (!field) {
        rest.push(mistake)
        continue
      }
      if (field.input.matches("input, select, textarea")) field.input.setAttribute("aria-invalid", "true")
      render(field.error, icon("information"), h("span", {}, mistakeWords(mistake, field.words)))
    }
    if (rest.length > 0) render(this.#rest, icon("information"), h("span", {}, rest.map(mistake => mistakeWords(mistake)).join(" ")))
    return mistakes.length > 0
  }

  focusFirstMistake() {
    const wrong = [...this.#fields.values()].find(({ error }) => error.childNodes.length > 0)
    if (!wrong) return this.#rest.scrollIntoView({ block: "nearest" })
    wrong.input.closest("details")?.setAttribute("open", "")
    wrong.input.focus()
  }
}
