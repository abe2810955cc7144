// Reads the kiosk aloud, where the device can speak (C97): each view when it opens, and each control when it gets the focus.

import { language } from "../Shared/messages.js"

export class KioskVoice {
  isOn = false
  get canSpeak() { return "speechSynthesis" in globalThis }

  // view: the element that has opened. Its parts with data-say are read after its heading.
  readView(view) {
    this.say([...view.querySelectorAll("h1, [data-say]")].map(words).filter(text => text !== "").join(". "))
  }

  readControl(control) { this.say(control.getAttribute("aria-label") ?? words(control.labels?.[0] ?? control)) }

  // A new text interrupts the one before.
  say(text) {
    this.silence()
    if (!this.isOn || !this.canSpeak || text === "") return
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = language()
    speechSynthesis.speak(utterance)
  }

  silence() { if (this.canSpeak) speechSynthesis.cancel() }
}

const words = element => element.innerText.replace(/\s+/g, " ").trim()
