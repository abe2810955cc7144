// Lists data that the server is going to collect or pass on. Stays empty while nothing changes. reload() throws the errors of
// http.js.

import { practiceSentence } from "../Campus/practice-words.js"
import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"

class DataAnnouncements extends HTMLElement {
  #turn = 0

  forget() {
    this.#turn += 1
    render(this)
  }

  async reload() {
    const turn = this.#turn
    const { announcements } = await get("/api/v1/data-announcements")
    if (turn !== this.#turn) return
    render(this, announcements.length > 0 && h("section.panel.stack", { "aria-labelledby": "announcements-title" },
      h("h2", { id: "announcements-title" }, t("What changes soon")),
      h("ul.announcements.stack", {}, announcements.map(({ practice, siteName, holdsFrom }) => h("li", {},
        h("p", {}, practiceSentence(practice, siteName)),
        h("p.muted.small", {}, t("From {time} on at the earliest.", { time: dayAndTime(holdsFrom) }))))),
      h("p.muted.small", {}, t("What you allowed stays as it is. You can change it below at any time."))))
  }
}

customElements.define("data-announcements", DataAnnouncements)
