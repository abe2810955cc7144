// Calls numbers by sound and by speech, in each language that was chosen at this board.

import { Catalogue } from "../Shared/models/catalogue.js"
import { language, t } from "../Shared/messages.js"
import { read, write } from "../Shared/storage.js"
import { spelled } from "./models/spelled.js"
import { KitchenSounds } from "./kitchen-sounds.js"

const MUTED = "vicinity-board-muted"
const SPOKEN = "vicinity-board-speech"

export class BoardVoice {
  #sounds = new KitchenSounds(MUTED)
  #languages = new Set(read(localStorage, SPOKEN) ?? [])
  #catalogues = new Map()

  get isMuted() { return this.#sounds.isMuted }
  set isMuted(value) { this.#sounds.isMuted = value }
  get canSpeak() { return "speechSynthesis" in globalThis }

  wake() { return this.#sounds.wake() }
  speaks(tag) { return this.#languages.has(tag) }

  setSpeech(tag, isOn) {
    if (isOn) this.#languages.add(tag)
    else this.#languages.delete(tag)
    write(localStorage, SPOKEN, this.#languages.size > 0 ? [...this.#languages] : null)
  }

  // call: "call" or "correct".
  async say(call, number) {
    this.#sounds.play(call === "call" ? "ready" : "changed")
    if (this.isMuted || !this.canSpeak) return
    for (const tag of this.#languages) {
      const words = sentence(await this.#catalogue(tag), call, spelled(number))
      const utterance = new SpeechSynthesisUtterance(words)
      utterance.lang = tag
      speechSynthesis.speak(utterance)
    }
  }

  silence() { if (this.canSpeak) speechSynthesis.cancel() }

  // Without the catalogue of a language, its voice speaks English words.
  async #catalogue(tag) {
    if (tag === language()) return { text: t }
    if (!this.#catalogues.has(tag)) {
      const found = await fetch(`/locales/${tag}.json`).then(response => response.ok ? response.json() : null).catch(() => null)
      if (!found) return new Catalogue()
      this.#catalogues.set(tag, new Catalogue(found.language, found.messages))
    }
    return this.#catalogues.get(tag)
  }
}

// scripts/messages collects the sentences from these calls of t(); the board translates them with each language's catalogue.
function sentence(catalogue, call, number) {
  const t = (message, values) => catalogue.text(message, values)
  return call === "call" ? t("Number {number} is ready.", { number }) : t("Number {number} is not ready yet. Please wait.", { number })
}
