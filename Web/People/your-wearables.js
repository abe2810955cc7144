// The badges and phones that were given to the person, what they are used for, and where the person says no. show(), then reload().

import { kindName, wearableName } from "../Presence/wearable-words.js"
import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { day } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"

class YourWearables extends HTMLElement {
  #worn = null // as the server says
  #purposes = { isReminded: null, isFollowed: null }
  #failure = null
  #turn = 0

  // failure: the node of the section's loader.
  show(failure) {
    this.#failure = failure
    this.#draw()
  }

  // Whether the person allows each purpose; null where it is not known.
  showPurposes(purposes) {
    this.#purposes = purposes
    this.#draw()
  }

  forget() {
    this.#turn += 1
    this.#worn = null
    render(this)
  }

  // Throws what http.js throws.
  async reload() {
    const turn = this.#turn
    const worn = await get("/api/v1/presence/wearables")
    if (turn !== this.#turn) return
    this.#worn = worn
    this.#draw()
  }

  // Most people have none, and then there is nothing to say.
  #draw() {
    const { badge = null, wearables = [] } = this.#worn ?? {}
    if (!badge && wearables.length === 0) return render(this, this.#failure)
    render(this, h("section.panel.stack", { "aria-labelledby": "wearables-title" },
      h("h2", { id: "wearables-title", tabindex: "-1" }, t("Your badges and phones")),
      h("p", {}, t("Gateways at doors and cafés hear you by these. They are used only for what you agree to below, and for nothing else.")),
      h("ul.sessions", {}, badge && this.#campusBadge(badge), wearables.map(wearable => this.#row(wearable))),
      h("ul.purposes", {},
        this.#purpose(t("Reminders at the door"), this.#purposes.isReminded, "/attendance", "wearables-reminders"),
        this.#purpose(t("The café you are in"), this.#purposes.isFollowed, "/order#cafes", "wearables-following")),
      this.#isUnused && h("p.muted", {}, t("You agreed to neither. Nothing is kept when a gateway hears you.")),
      this.#failure))
  }

  get #isUnused() { return this.#purposes.isReminded === false && this.#purposes.isFollowed !== true }

  #campusBadge(numbers) {
    return h("li.session", {}, h("div.session-words", {},
      h("p", {}, h("strong", {}, t("Your badge"))),
      h("p.muted.small", {}, h("bdi", { dir: "ltr" }, numbers)),
      h("p.muted.small", {}, t("Your organisation assigned it to you."))))
  }

  #row(wearable) {
    const kind = wearable.label ? `${kindName(wearable.kind)} · ` : null
    return h("li.session", {}, h("div.session-words", {},
      h("p", {}, h("strong", { dir: "auto" }, wearableName(wearable))),
      h("p.muted.small", {}, kind, h("bdi", { dir: "ltr" }, wearable.shown)),
      h("p.muted.small", {}, t("It was given to you on {day}.", { day: day(wearable.assignedAt) }))))
  }

  // isOn: null while it is not known, and for a purpose that the person's role does not have.
  #purpose(name, isOn, address, key) {
    return isOn !== null && h("li.purpose", {},
      h("span", {}, name), h(isOn ? "span.leave.is-on" : "span.leave", {}, isOn ? t("On") : t("Off")),
      h("a", { href: address, "data-key": key }, t("Change it"), h("span.hidden-visually", {}, `: ${name}`)))
  }
}

customElements.define("your-wearables", YourWearables)
