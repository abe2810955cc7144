// Lets the person's device choose the café, if the person wants that. Fires "following-set" with the wish.

import { namedSentence } from "../Cafes/cafe-words.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

class FollowSwitch extends HTMLElement {
  // named: the café that the person has picked by hand, and which therefore stays; or null.
  show({ isOn, named }) {
    const change = ({ target }) => emit(this, "following-set", target.checked)
    render(this,
      h("label.switch", {},
        h("input", {
          type: "checkbox", role: "switch", "data-key": "following", checked: isOn, "aria-describedby": "following-text",
          onchange: change,
        }),
        h("span", {}, t("Follow my device to the café I am in"))),
      h("p.muted.small", { id: "following-text" },
        t("Beacons hear your badge, or your device hears them. They tell which café you are in, and this page changes to it. Your arrivals and departures are kept for one day, for you alone; switching this off erases them.")),
      isOn && named && h("div.stack", {},
        h("p.notice", { role: "status" }, icon("information"), h("span", {}, namedSentence(named))),
        h("button.button", { type: "button", "data-key": "follow-again", onclick: () => emit(this, "following-set", true) }, t("Follow my device again"))))
  }
}

customElements.define("follow-switch", FollowSwitch)
