// The menu of the draft as people would see it, in a dialog. Nothing can be ordered here.

import "../Cafes/cafe-menu.js"
import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

class MenuPreview extends HTMLElement {
  // cafe: { timeZone }, as the menu needs it.
  open(menu, cafe) {
    const shown = h("cafe-menu")
    const dialog = h("dialog.preview-dialog", { "aria-labelledby": "preview-title", onclose: () => render(this) },
      h("div.dialog-body", {},
        h("div.dialog-head", {},
          h("h2", { id: "preview-title" }, t("Preview")),
          h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close"))),
        menu.sections.length === 0 ? h("p.muted", {}, t("The menu is empty.")) : shown))
    render(this, dialog)
    shown.show(menu, { cafe })
    dialog.showModal()
  }
}

customElements.define("menu-preview", MenuPreview)
