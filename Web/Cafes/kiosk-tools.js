// The row at the foot of a kiosk, on every view: language, text size, contrast, height, reading aloud, and a call for help. It
// lies low, so that a guest who sits can reach it also before the layout is lowered (C96).

import { h, icon, render } from "../Shared/dom.js"
import { percent } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"

export class KioskTools {
  #page
  element = h("div.kiosk-tools", { role: "group" })

  constructor(page) { this.#page = page }

  show() {
    const { visit, voice, help: { state: help }, isAttract } = this.#page
    this.element.setAttribute("aria-label", t("Language, display and help"))
    render(this.element,
      this.#button("language", t("Language"), "language", () => this.#chooseLanguage(), { "aria-haspopup": "dialog" }),
      this.#button("text-size", t("Text size {share}", { share: percent(visit.textSize / 100) }), "text-size", () => this.#page.look.change(visit => visit.nextTextSize())),
      this.#toggle("contrast", t("High contrast"), "contrast", visit.isHighContrast, isOn => this.#page.look.change(visit => { visit.isHighContrast = isOn })),
      this.#toggle("low", t("Lower on the screen"), "down", visit.isLow, isOn => this.#page.look.change(visit => { visit.isLow = isOn })),
      voice.canSpeak && this.#toggle("aloud", t("Read aloud"), "sound-on", visit.readsAloud, isOn => this.#page.look.readAloud(isOn)),
      this.#toggle("help", helpWords(help), help === "coming" ? "check" : "bell", help !== "none", () => this.#page.help.toggle()),
      isAttract && this.#button("staff", t("Staff"), "lock", () => this.#page.askForStaff(), { "aria-haspopup": "dialog" }))
  }

  #button(key, words, sign, onclick, more = {}) {
    return h("button.button.kiosk-tool", { type: "button", "data-key": key, onclick, ...more }, icon(sign), h("span", {}, words))
  }

  #toggle(key, words, sign, isOn, set) {
    return this.#button(key, words, sign, () => set(!isOn), { "aria-pressed": String(isOn) })
  }

  #chooseLanguage() {
    const page = this.#page
    page.openDialog(t("Language"), h("ul.kiosk-languages", {}, page.look.languages.map(({ tag, name }) => h("li", {},
      h("button.button", { type: "button", lang: tag, "aria-current": tag === language() ? "true" : null, onclick: () => page.changeLanguage(tag) }, name)))))
  }
}

function helpWords(help) {
  switch (help) {
    case "called": return t("Help is called")
    case "coming": return t("Help is coming")
    default: return t("Call for help")
  }
}
