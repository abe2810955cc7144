// Loads the page again in the language of the person who has just signed in, unless this browser has another one chosen by
// hand. Also finds the language that the browser prefers.

import { currentPrincipal } from "./session.js"
import { ownLanguageAddress, preferredLanguage } from "./models/own-language.js"

// The address of a page in the language of the person who has just signed in; null when it needs no change.
const inOwnLanguage = address => ownLanguageAddress(address, {
  principal: currentPrincipal(),
  shown: document.documentElement.lang,
  offered: offered(),
  cookies: document.cookie,
})

// Where the sign-in page goes on to. path: of a page of this server.
export const nextInOwnLanguage = path => inOwnLanguage(new URL(path, location.origin).href) ?? path

// Returns whether the page is being loaded again. The browser stores the basket and the order without an answer.
export function changeToOwnLanguage() {
  const address = inOwnLanguage(location.href)
  if (address !== null) location.replace(address)
  return address !== null
}

// The language that this browser prefers to the page's, or null.
export const languageOfBrowser = () =>
  preferredLanguage({ wanted: navigator.languages, shown: document.documentElement.lang, offered: offered() })

const offered = () => Array.from(document.querySelectorAll("language-menu a[hreflang]"), link => link.hreflang)
