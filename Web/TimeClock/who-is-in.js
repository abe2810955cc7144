// Who is at work where, as far as places show it to the person. Nothing is shown where no place does.

import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { t, tn } from "../Shared/messages.js"
import { placesOf } from "./models/who-is-in.js"

class WhoIsIn extends HTMLElement {
  #turn = 0

  // Throws nothing: what cannot be loaded is not shown.
  async load() {
    const turn = ++this.#turn
    const { shown, people } = await get("/api/v1/attendance/who-is-in").catch(() => ({ shown: false, people: [] }))
    if (turn !== this.#turn) return
    this.hidden = !shown
    if (!shown) return render(this)
    render(this,
      h("h2", {}, t("Who is in")),
      people.length === 0
        ? h("p.muted", {}, t("Nobody is clocked in now."))
        : h("dl.who-is-in", {}, placesOf(people).map(({ place, people }) => h("div", {},
          h("dt", {}, h("strong", {}, place), " ", h("span.muted.small", {}, tn("{count} person", "{count} people", people.length))),
          people.map(({ name, state }) => h("dd.with-icon", {}, icon(state === "break" ? "clock" : "check"), h("span", {}, state === "break" ? t("{person}, on a break", { person: name }) : name)))))))
  }
}

customElements.define("who-is-in", WhoIsIn)
