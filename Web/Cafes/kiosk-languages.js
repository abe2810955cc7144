// The catalogues of all languages of the site: the first screen greets in each of them, and a guest changes the language at
// once, also while the server is lost.

import { language, t } from "../Shared/messages.js"
import { Catalogue } from "../Shared/models/catalogue.js"
import { siteLanguages } from "./screen-languages.js"

export class KioskLanguages {
  #catalogues = new Map()
  list = siteLanguages().map(({ hreflang, textContent }) => ({ tag: hreflang, name: textContent }))

  // The greetings that can be said by now: { tag, words }.
  get greetings() {
    return this.list.flatMap(({ tag }) => {
      const words = this.#catalogues.get(tag)?.text("Touch to order")
      return words ? [{ tag, words }] : []
    })
  }

  // One after another, first the one that the page speaks: { tag, words }.
  greeting(turn) {
    const own = { tag: language(), words: t("Touch to order") }
    const all = [own, ...this.greetings.filter(({ tag }) => tag !== own.tag)]
    return all[turn % all.length]
  }

  find(tag) { return this.#catalogues.get(tag) ?? null }

  // A catalogue that cannot be had is missing until the next call.
  async load() {
    await Promise.all(this.list.filter(({ tag }) => !this.#catalogues.has(tag)).map(async ({ tag }) => {
      const found = await fetch(`/locales/${tag}.json`).then(response => (response.ok ? response.json() : null)).catch(() => null)
      if (found) this.#catalogues.set(tag, new Catalogue(found.language, found.messages))
    }))
  }
}
