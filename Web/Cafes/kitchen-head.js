// The top of the kitchen's screen. Its height never changes, so that messages move no ticket.

import { h, icon, render } from "../Shared/dom.js"
import { t, tn } from "../Shared/messages.js"
import { Link } from "../Feed/models/feed.js"
import { KitchenNotices } from "./kitchen-notices.js"

export class KitchenHead {
  #name = h("h1")
  #time = h("span.kitchen-time.figures")
  #state = h("span.kitchen-link", { role: "status" })
  #unpaid
  #sounds
  #sound
  notices
  element

  // acts: { done, soldOut, unpaid, pace, settings }, what the buttons do; ask: the page's ask-dialog; sounds: of the screen.
  constructor(acts, ask, sounds) {
    this.#sounds = sounds
    this.notices = new KitchenNotices(ask)
    this.#unpaid = h("button.button", { type: "button", "data-key": "unpaid", hidden: true, onclick: acts.unpaid })
    this.#sound = h("button.button.sound-button", { type: "button", "data-key": "sound", onclick: () => this.mute() })
    this.element = h("div.kitchen-head", {},
      this.#name, this.#time, this.#state, this.notices.element,
      h("span.kitchen-tools", {},
        h("button.button", { type: "button", onclick: acts.done }, icon("list"), t("Done today")),
        h("button.button", { type: "button", onclick: acts.soldOut }, t("Sold out")),
        this.#unpaid,
        h("button.button", { type: "button", "data-key": "pace", onclick: acts.pace }, t("Pause")),
        this.#sound,
        h("button.button", { type: "button", "data-key": "settings", "aria-label": t("Keys and settings"), onclick: acts.settings }, icon("more"))))
  }

  set cafe({ name }) {
    this.#name.textContent = name
    this.#showSound()
  }

  set time(words) { if (this.#time.textContent !== words) this.#time.textContent = words }

  set link(state) {
    const words = linkWords(state)
    if (this.#state.textContent !== words) render(this.#state, words)
    if (this.#state.dataset.state !== state) this.#state.dataset.state = state
  }

  set unpaid(count) {
    this.#unpaid.hidden = count === 0
    render(this.#unpaid, tn("To pay: {count}", "To pay: {count}", count))
  }

  // Browsers play sounds only after somebody has touched the page.
  async wakeSounds() {
    if (this.#sounds.isAwake) return
    await this.#sounds.wake()
    this.#showSound()
  }

  mute() {
    this.#sounds.isMuted = !this.#sounds.isMuted
    this.#showSound()
    // Plays a sound, so that people hear the volume.
    this.#sounds.play("new")
  }

  async testSounds() {
    await this.wakeSounds()
    for (const tune of ["new", "changed", "late"]) this.#sounds.play(tune)
  }

  #showSound() {
    const { isMuted, isAwake } = this.#sounds
    const isSilent = isMuted || !isAwake
    this.#sound.dataset.muted = String(isSilent)
    this.#sound.setAttribute("aria-pressed", String(!isMuted))
    render(this.#sound, icon(isSilent ? "sound-off" : "sound-on"), h("span", {}, isMuted ? t("Muted") : isAwake ? t("Sound on") : t("Touch for sound")))
  }
}

function linkWords(state) {
  switch (state) {
    case Link.live: return t("Live")
    case Link.stale: return t("Waiting for the server.")
    case Link.lost: return t("Link lost")
    default: return t("Catching up")
  }
}
