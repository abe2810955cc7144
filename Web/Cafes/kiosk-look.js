// The language and the look that a guest of a kiosk has chosen. Nothing of the basket changes with them (C98, C99).

import { language, speak, t } from "../Shared/messages.js"
import { KioskLanguages } from "./kiosk-languages.js"

export class KioskLook {
  #page
  #languages = new KioskLanguages()
  #home = null // the catalogue of the kiosk's own language

  // page: { visit, voice, dataset, show(), say(words), reload(), shown(), readView() }.
  constructor(page) { this.#page = page }

  get languages() { return this.#languages.list }
  load() { return this.#languages.load() }
  // The languages take turns.
  greeting(turn) { return this.#languages.greeting(turn) }

  // Goes back to the kiosk's own language and look.
  forget() {
    if (this.#home && this.#home.language !== language()) speak(this.#home)
    this.apply()
  }

  apply() {
    const { visit: { textSize, isHighContrast, isLow }, dataset } = this.#page
    const root = document.documentElement.dataset
    root.text = String(textSize)
    root.contrast = isHighContrast ? "high" : "usual"
    dataset.reach = isLow ? "low" : "usual"
  }

  // change: changes the visit.
  change(change) {
    change(this.#page.visit)
    this.apply()
    this.#page.show()
  }

  // The basket gets the names of the other language.
  async speak(tag) {
    await this.#languages.load()
    const catalogue = this.#languages.find(tag)
    if (!catalogue) return this.#page.say(t("The server cannot be reached. Check the network, then try again."))
    this.#home ??= this.#languages.find(language())
    this.#page.visit.language = tag === this.#home?.language ? null : tag
    speak(catalogue)
    this.#page.show()
    this.#page.shown()
    await this.#page.reload().catch(() => { this.#page.say(t("The names of the dishes follow when the server can be reached again.")) })
    if (this.#page.visit.readsAloud) this.#page.readView()
  }

  readAloud(isOn) {
    const { visit, voice } = this.#page
    visit.readsAloud = isOn
    voice.isOn = isOn
    if (isOn) this.#page.readView()
    else voice.silence()
    this.#page.show()
  }
}
