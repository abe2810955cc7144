// Which kinds of notices go which way: a table with a box for each. Fires "settings-wanted" with { off }.

import { emit, h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { isOn, switched } from "./models/notice-settings.js"
import { channelIcon, channelKindName, noticeIcon, noticeName } from "./notice-words.js"

class NoticeKinds extends HTMLElement {
  // settings: as the server has them; ways: the kinds of channels that the person has.
  show(settings, ways) {
    render(this, h("section.panel.stack", { "aria-labelledby": "kinds-title" },
      h("h2", { id: "kinds-title" }, t("Which notices you get")),
      ways.length === 0
        ? h("p.muted", {}, t("First switch notices on for this device, or add another way. An open page shows all of them."))
        : h("div.kinds-frame", {}, this.#table(settings, ways))))
  }

  #table({ kinds, off }, ways) {
    return h("table.kinds", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Notice")),
        ways.map(way => h("th", { scope: "col" }, icon(channelIcon(way)), h("span", {}, columnName(way)))))),
      h("tbody", {}, kinds.map(kind => h("tr", {},
        h("th", { scope: "row" }, h("span.with-icon", {}, icon(noticeIcon(kind)), h("span", {}, noticeName(kind)))),
        ways.map(way => h("td", {}, h("label", {},
          h("input", {
            type: "checkbox", "data-key": `${kind}-${way}`, checked: isOn(off, kind, way),
            "aria-label": t("{notice}: {channel}", { notice: noticeName(kind), channel: channelKindName(way) }),
            onchange: ({ target }) => emit(this, "settings-wanted", { off: switched(off, kind, way, target.checked) }),
          }),
          h("span.kind-way", { "aria-hidden": "true" }, channelKindName(way)))))))))
  }
}

// Short enough for a narrow column.
const columnName = way => (way === "push" ? t("Devices") : channelKindName(way))

customElements.define("notice-kinds", NoticeKinds)
