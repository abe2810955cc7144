// Asks one question and answers with the value of the button that was pressed, or null when it was closed.

import { h, icon, render } from "./dom.js"
import { t } from "./messages.js"

class AskDialog extends HTMLElement {
  #dialog = null
  #answer = null

  disconnectedCallback() {
    this.#dialog?.close()
  }

  // options: [{ value, label, isPrimary }]; content: nodes between the sentence and the options.
  ask({ title, text, content = [], options }) {
    this.#dialog?.close()
    this.#answer = null
    this.#dialog = h("dialog", { "aria-labelledby": "ask-title" },
      h("div.dialog-body", {},
        h("div.dialog-head", {},
          h("h2", { id: "ask-title" }, title),
          h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.#close(null) }, icon("close"))),
        text && h("p", {}, text),
        content,
        h("div.options", {}, options.map(option => this.#option(option)))))
    render(this, this.#dialog)
    const dialog = this.#dialog
    return new Promise(resolve => {
      dialog.addEventListener("close", () => {
        resolve(this.#answer)
        dialog.remove()
      })
      dialog.showModal()
    })
  }

  #option({ value, label, isPrimary }) {
    return h(isPrimary ? "button.button.primary" : "button.button", { type: "button", onclick: () => this.#close(value) }, label)
  }

  #close(value) {
    this.#answer = value
    this.#dialog.close()
  }
}

customElements.define("ask-dialog", AskDialog)
