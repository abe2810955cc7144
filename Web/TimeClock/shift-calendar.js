// Creates, shows once and revokes the secret address at which calendar programs read a person's shifts.

import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, post, remove } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"

const CALENDAR = "/api/v1/attendance/calendar"

class ShiftCalendar extends HTMLElement {
  #madeAt = undefined // null without an address; undefined until loaded
  #address = null // the address that was just made
  #words = null
  #failure = null

  // The surrounding page calls this when another person may be signed in.
  async load() {
    if (this.#address !== null) return
    try {
      this.#madeAt = (await get(CALENDAR)).madeAt ?? null
    } catch {
      return
    }
    this.#show()
  }

  #show(focus) {
    if (this.#madeAt === undefined) return
    render(this, h("details", { open: this.#address !== null || this.#words !== null },
      h("summary", { "data-key": "calendar" }, t("Shifts in your calendar")),
      h("div.stack", {}, h("p", {}, t("A calendar program can read your shifts, and the hours that you usually work, from a secret address. Whoever knows it can read them too.")),
      this.#address && h("div.field", {},
        h("label", { for: "calendar-address" }, t("Your address. It is shown only now.")),
        h("input", { id: "calendar-address", readonly: true, dir: "ltr", value: this.#address, "data-key": "calendar-address", onfocus: ({ target }) => target.select() })),
      this.#madeAt && !this.#address && h("p.muted", {}, t("There is an address since {time}.", { time: dayAndTime(this.#madeAt) })),
      this.#words && h("p.notice.ready", { role: "status" }, icon("check"), h("span", {}, this.#words)),
      this.#failure && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, this.#failure)),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "make-calendar", onclick: () => this.#make() }, this.#madeAt ? t("Make a new address") : t("Make an address")),
        this.#madeAt && h("button.button.quiet", { type: "button", "data-key": "drop-calendar", onclick: () => this.#drop() }, t("Take the address back"))))))
    if (focus) this.querySelector(`[data-key=${focus}]`)?.focus()
  }

  #make() {
    return this.#try(async () => {
      this.#address = new URL((await post(CALENDAR)).path, location.href).href
      this.#madeAt = new Date().toISOString()
    }, "calendar-address")
  }

  #drop() {
    return this.#try(async () => {
      await remove(CALENDAR)
      this.#address = this.#madeAt = null
      this.#words = t("The address no longer works.")
    }, "make-calendar")
  }

  async #try(act, focus) {
    this.#words = this.#failure = null
    try {
      await act()
    } catch (error) {
      this.#failure = explain(error)
    }
    this.#show(focus)
  }
}

customElements.define("shift-calendar", ShiftCalendar)
