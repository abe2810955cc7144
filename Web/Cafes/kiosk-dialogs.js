// The dialogs of a kiosk. They stand low on the screen, where a guest who sits reaches them. One is open at a time, and over it the
// warning that the kiosk starts over.

import { h, icon, render } from "../Shared/dom.js"
import { t, tn } from "../Shared/messages.js"

export class KioskDialogs {
  #host
  #dialog = null
  #warning = null

  constructor(host) { this.#host = host }

  open(title, content) {
    this.close()
    const dialog = h("dialog.kiosk-dialog", { "aria-labelledby": "kiosk-dialog-title" },
      h("div.dialog-body", {},
        h("div.dialog-head", {}, h("h2", { id: "kiosk-dialog-title" }, title),
          h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => this.close() }, icon("close"))),
        content))
    this.#dialog = dialog
    dialog.addEventListener("close", () => dialog.remove())
    this.#host.append(dialog)
    dialog.showModal()
  }

  askToStartOver(startOver) {
    const choice = (key, label, onclick, kind = "") => h(`button.button.kiosk-on${kind}`, { type: "button", "data-key": key, onclick }, label)
    this.open(t("Start over?"), [h("p", { "data-say": true }, t("Your basket is emptied, and everything goes back to the beginning.")),
      choice("keep", t("Keep my order"), () => this.close(), ".primary"),
      choice("over", t("Start over"), startOver)])
  }

  close() {
    this.#dialog?.close()
    this.#dialog = null
  }

  // Asks "Are you still there?", and counts the seconds. startOver: what the button for it does. Returns whether the warning is new.
  warn(seconds, startOver) {
    const isNew = this.#warning === null
    if (isNew) {
      this.#warning = h("dialog.kiosk-dialog", { role: "alertdialog", "aria-labelledby": "idle-title", "aria-describedby": "idle-text" },
        h("div.dialog-body", {},
          h("h2", { id: "idle-title" }, t("Are you still there?")), h("p.lead", { id: "idle-text" }),
          h("button.button.primary.kiosk-on", { type: "button" }, t("Go on")),
          h("button.button", { type: "button", "data-over": true, onclick: startOver }, t("Start over"))))
      this.#host.append(this.#warning)
      this.#warning.addEventListener("cancel", event => event.preventDefault())
      this.#warning.showModal()
    }
    render(this.#warning.querySelector("#idle-text"),
      tn("In {count} second this screen starts over, for the next guest.", "In {count} seconds this screen starts over, for the next guest.", seconds))
    return isNew
  }

  closeWarning() {
    this.#warning?.close()
    this.#warning?.remove()
    this.#warning = null
  }
}
