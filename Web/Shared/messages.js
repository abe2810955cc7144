// Texts for people. The English sentence is the message's name in every catalogue:
//
//   t("Ready at {cafe}.", { cafe: cafe.name })        tn("{count} item", "{count} items", count)
//
// scripts/messages collects the first arguments (plain literals only) of t and tn into locales/vicinity.pot. The server's
// problem codes are not message names: models/problems.js maps each code to a sentence, because the advice depends on the
// numbers in the problem, and translators need whole sentences.
//
// In a page this module waits for the catalogue of the page's language, so that no element is defined before its
// texts are there. Without a page (tests), or when the catalogue cannot be had, the English sentences are shown.

import { Catalogue, directionOf } from "./models/catalogue.js"

const LOADING_LIMIT = 4000 // milliseconds

let catalogue = new Catalogue()

export const t = (message, values) => catalogue.text(message, values)
export const tn = (one, other, count, values) => catalogue.plural(one, other, count, values)
export const language = () => catalogue.language

// Changes the language of a page that draws itself again afterwards.
export function speak(wanted) {
  catalogue = wanted
  document.documentElement.lang = wanted.language
  document.documentElement.dir = directionOf(wanted.language)
}

async function load(wanted) {
  try {
    // The page names the part of the catalogue that its modules need, so that the browser loads it early.
    const address = document.getElementById("messages")?.href ?? `/locales/${wanted}.json`
    const response = await fetch(address, { signal: AbortSignal.timeout(LOADING_LIMIT) })
    if (!response.ok) return
    const { language, messages } = await response.json()
    catalogue = new Catalogue(language, messages)
  } catch {
    // English is what the sources hold; a page in English is better than none.
  }
}

if (globalThis.document) await load(document.documentElement.lang)
