// The places for tips that pages have in common: beside the links in their head. Written once, outside of what is drawn anew.

import "../elements/tip-popover.js"
import "../elements/tip-view.js"
import { h } from "./dom.js"
import { language } from "./messages.js"
import { tips } from "./tips.js"

// What a person has who is signed in to a page of theirs.
export function commonTipPlaces() {
  const links = [...document.querySelectorAll("language-menu a[hreflang]")]
  const offered = new Set(links.map(({ hreflang }) => hreflang))
  const wanted = navigator.languages.map(tag => tag.split("-")[0]).find(tag => offered.has(tag))
  tips.set("otherLanguage", wanted !== undefined && wanted !== language())
  return [
    h("tip-popover", { tip: "your-data", for: "your-data-link" }),
    h("tip-popover", { tip: "language", for: "languages" }),
  ]
}
