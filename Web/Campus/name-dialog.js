// A name in the languages of the café, one below the other.

import { FormDialog } from "../People/form-dialog.js"
import { h } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { languageName } from "./manage-words.js"

class NameDialog extends FormDialog {
  // save(name): puts the texts into the draft; undefined when that failed.
  open(draft, { title, texts, hint = null, save }) {
    const inputs = draft.languages.map((tag, index) => ({
      tag, input: h("input", { id: `name-${tag}`, lang: tag, dir: "auto", autocomplete: "off", required: index === 0, "data-key": `text-${tag}`, value: texts?.[tag] ?? "" }),
    }))
    this.present({
      id: "name-title", title,
      content: [
        hint && h("p.muted", {}, hint),
        ...inputs.map(({ tag, input }) => h("div.field", {}, h("label", { for: input.id }, languageName(tag)), input)),
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit", "data-key": "save-name" }, t("Save in the draft")),
      ],
      submit: async () => {
        // A language that the café has and this form does not show stays.
        const name = { ...texts }
        for (const { tag, input } of inputs) {
          if (input.value.trim() === "") delete name[tag]
          else name[tag] = input.value.trim()
        }
        this.close()
        await save(name)
      },
    })
    this.querySelector("input").focus()
  }
}

customElements.define("manage-name-dialog", NameDialog)
