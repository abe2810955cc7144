// How much a locked screen tells, with a picture of each way. Fires "settings-wanted" with { detail }.

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { mark } from "../Shared/mark.js"

class LockScreen extends HTMLElement {
  // settings: as the server has them.
  show({ detail }) {
    render(this, h("section.panel.stack", { "aria-labelledby": "lock-title" },
      h("h2", { id: "lock-title" }, t("On a locked screen")),
      h("fieldset.lock-choices", {},
        h("legend.hidden-visually", {}, t("On a locked screen")),
        this.#choice("hidden", t("Say only that there is something"), t("You have a notice"), t("Open Vicinity to read it."), detail),
        this.#choice("discreet", t("Say what it is, without a place"), t("Your order is ready"), t("Order {number}", { number: "042" }), detail),
        this.#choice("full", t("Say everything"), t("Your order is ready"), t("Order {number} is ready at {cafe}.", { number: "042", cafe: "Main Café" }), detail))))
  }

  #choice(value, name, title, body, chosen) {
    return h("label.lock-choice", {},
      h("span.lock-picture", { "aria-hidden": "true" },
        icon("lock"),
        h("span.lock-note", {}, mark(), h("span", {}, h("strong", {}, title), h("span", {}, body)))),
      h("span.row", {},
        h("input", { type: "radio", name: "detail", value, checked: value === chosen, "data-key": `detail-${value}`, onchange: () => emit(this, "settings-wanted", { detail: value }) }),
        h("span", {}, name)))
  }
}

customElements.define("lock-screen", LockScreen)
