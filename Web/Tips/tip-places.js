// The places for tips that all pages have: beside the links in the header. They stay in the page when the views are redrawn.

import { languageOfBrowser } from "../People/own-language.js"
import { h } from "../Shared/dom.js"
import { LANGUAGE_TIP, tips } from "./tips.js"
import "./tip-popover.js"
import "./tip-view.js"

// The places on a page of a signed-in person.
export function commonTipPlaces() {
  const wanted = languageOfBrowser()
  tips.set("otherLanguage", wanted !== null)
  return [
    h("tip-popover", { tip: "your-data", for: "your-data-link" }),
    // Beside the link of the language that the tip offers, and in that language.
    h("tip-popover", { tip: LANGUAGE_TIP, for: `language-${wanted}` }),
  ]
}
