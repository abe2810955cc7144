// Turns the page to the language of whoever has just signed in, unless another was chosen by hand in this browser.

import { ownLanguageAddress } from "../models/own-language.js"
import { currentPrincipal } from "./session.js"

// Answers whether the page is being reloaded; the basket and an order under way are kept by the browser.
export function turnToOwnLanguage() {
  const address = ownLanguageAddress(location.href, {
    principal: currentPrincipal(),
    shown: document.documentElement.lang,
    offered: Array.from(document.querySelectorAll("language-menu a[hreflang]"), link => link.hreflang),
    cookies: document.cookie,
  })
  if (address !== null) location.replace(address)
  return address !== null
}
