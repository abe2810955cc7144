// Turns the page to the language of whoever has just signed in, unless another was chosen by hand in this browser; and tells
// which one the browser prefers.

import { ownLanguageAddress, preferredLanguage } from "./models/own-language.js"
import { currentPrincipal } from "./session.js"

// Answers whether the page is being reloaded; the basket and an order under way are kept by the browser.
export function changeToOwnLanguage() {
  const address = ownLanguageAddress(location.href, {
    principal: currentPrincipal(),
    shown: document.documentElement.lang,
    offered: offered(),
    cookies: document.cookie,
  })
  if (address !== null) location.replace(address)
  return address !== null
}

// The language that this browser prefers to the page's, or null.
export const languageOfBrowser = () =>
  preferredLanguage({ wanted: navigator.languages, shown: document.documentElement.lang, offered: offered() })

const offered = () => Array.from(document.querySelectorAll("language-menu a[hreflang]"), link => link.hreflang)
