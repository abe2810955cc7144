// Labels for beacons, to be printed and stuck on: the name of the spot, what its beacon sends, and a code that leads to the spot on
// this page.

import { h, icon, render } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { textOf } from "./models/draft-edit.js"
import { spotKindWords } from "./spot-words.js"

class LabelSheet extends HTMLElement {
  // spots: those whose labels are shown.
  open(draft, spots) {
    const dialog = h("dialog.label-dialog", { "aria-labelledby": "labels-title", onclose: () => render(this) },
      h("div.dialog-body", {},
        h("div.dialog-head.not-printed", {},
          h("h2", { id: "labels-title" }, t("Labels")),
          h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: () => dialog.close() }, icon("close"))),
        spots.length === 0 ? h("p.muted", {}, t("There is no spot yet.")) : h("div.labels", {}, spots.map(spot => label(spot, draft)))),
      h("div.dialog-foot.not-printed", {}, h("button.button.primary", { type: "button", "data-key": "print-labels", disabled: spots.length === 0, onclick: () => print() }, t("Print"))))
    render(this, dialog)
    dialog.showModal()
  }
}

function label(spot, draft) {
  const name = textOf(spot.name, [language(), ...draft.languages]) || spot.id
  return h("article.beacon-label", {},
    h("img", { src: `${draft.address}/spots/${encodeURIComponent(spot.id)}/qr-code`, alt: t("A code that opens this spot on the page of its site."), width: 120, height: 120 }),
    h("div.beacon-label-words", {},
      h("strong", { dir: "auto" }, name),
      h("span.muted.small", {}, spotKindWords(spot, draft)),
      h("span.figures.small", { translate: "no", dir: "ltr" }, draft.beaconUUID),
      h("span.figures", { translate: "no", dir: "ltr" }, `Major ${draft.major} · Minor ${spot.minor}`)))
}

customElements.define("label-sheet", LabelSheet)
