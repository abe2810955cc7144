// A dialog with a form whose submission may fail: it stays open, says why, and sends nothing twice. Fires "form-closed".

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

export class FormDialog extends HTMLElement {
  #dialog = null

  disconnectedCallback() { this.close() }

  get isOpen() { return this.#dialog?.open ?? false }

  // id: names the title in the document; content: nodes; foot: the buttons, which stay in view; submit: called for the form,
  // or null for a dialog without one.
  present({ id, title, content, foot, submit }) {
    this.close()
    const dialog = h("dialog.form-dialog", { "aria-labelledby": id, onclose: () => this.#forget(dialog) },
      h(submit ? "form" : "div", { onsubmit: submit && (event => this.#submit(event, submit)) },
        h("div.dialog-body", {},
          h("div.dialog-head", {},
            h("h2", { id }, title),
            h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.close() }, icon("close"))),
          content),
        h("div.dialog-foot", {}, foot)))
    this.#dialog = dialog
    render(this, dialog)
    dialog.showModal()
  }

  close() { this.#dialog?.close() }

  // Another dialog may have taken its place.
  #forget(dialog) {
    if (dialog === this.#dialog) render(this)
    emit(this, "form-closed")
  }

  async #submit(event, submit) {
    event.preventDefault()
    const button = event.submitter ?? event.target.querySelector("button[type=submit]")
    if (button.ariaDisabled === "true") return
    button.ariaDisabled = "true"
    try {
      await submit()
    } finally {
      button.ariaDisabled = null
    }
  }
}
