// The places for tips that pages have in common: beside the links in their head. Written once, outside of what is drawn anew.

import "./tip-popover.js"
import "./tip-view.js"
import { h } from "../Shared/dom.js"
import { languageOfBrowser } from "../People/own-language.js"
import { LANGUAGE_TIP, tips } from "./tips.js"

// What a person has who is signed in to a page of theirs.
export function commonTipPlaces() {
  const wanted = languageOfBrowser()
  tips.set("otherLanguage", wanted !== null)
  return [
    h("tip-popover", { tip: "your-data", for: "your-data-link" }),
    // Beside the link of the language that it is about, and in that language.
    h("tip-popover", { tip: LANGUAGE_TIP, for: `language-${wanted}` }),
  ]
}
