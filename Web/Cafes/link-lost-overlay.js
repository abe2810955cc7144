// Covers the screen while the link is lost, because the tickets underneath may be wrong (C80). They stay legible, dimmed and
// labelled with their time, so that a cook can finish them. A press has no effect and shows a refusal, except on a screen that
// keeps presses: with the attribute "open" the overlay lets them through.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

const SCROLLING = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]

class LinkLostOverlay extends HTMLElement {
  #refusal = null
  #sizes = new ResizeObserver(() => this.#makeRoom())

  connectedCallback() {
    this.setAttribute("role", "alert")
    this.hidden = true
    this.addEventListener("pointerdown", this.#refuse)
    addEventListener("keydown", this.#refuseKey, { capture: true })
  }

  disconnectedCallback() {
    this.removeEventListener("pointerdown", this.#refuse)
    removeEventListener("keydown", this.#refuseKey, { capture: true })
    this.#sizes.disconnect()
  }

  // since: when the link was lost, in words; advice: a sentence that says what this means for the people at the screen.
  show(since, advice) {
    if (!this.hidden) return
    this.#refusal = h("p.refusal", { "aria-live": "assertive" })
    // A banner that is taller than the screen, for example with large text, must be scrollable by keyboard.
    const banner = h("div.link-lost-banner", { tabindex: "0" },
      icon("offline"),
      h("div.stack", {},
        h("h1", {}, t("This screen has lost the server")),
        h("p", {}, t("Since {time}.", { time: since }), " ", advice),
        h("p", {}, t("It keeps trying and catches up by itself.")),
        this.#refusal))
    render(this, banner)
    this.hidden = false
    // The style sheet writes the label on the dimmed parts, and leaves room for the banner.
    this.parentElement.style.setProperty("--as-of", JSON.stringify(t("As of {time}", { time: since })))
    this.#sizes.disconnect()
    this.#sizes.observe(banner)
    this.#makeRoom()
  }

  hide() { if (!this.hidden) this.hidden = true }

  // A sentence below the others, for example what has become of a press.
  say(sentence) {
    if (this.#refusal && this.#refusal.textContent !== sentence) this.#refusal.textContent = sentence
  }

  // Makes room for the part of the banner that reaches below the header.
  #makeRoom() {
    if (this.hidden) return
    const below = this.firstElementChild.getBoundingClientRect().bottom - this.parentElement.getBoundingClientRect().top - scrollY
    this.parentElement.style.setProperty("--banner", `${Math.max(0, below)}px`)
  }

  #refuse = () => {
    if (!this.hasAttribute("open")) this.say(t("Not sent. Nothing can be changed from here until the link is back."))
  }

  #refuseKey = event => {
    if (this.hasAttribute("open")) return
    if (SCROLLING.includes(event.key) && this.contains(event.target)) return
    if (this.hidden || event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    this.#refuse()
  }
}

customElements.define("link-lost-overlay", LinkLostOverlay)
