// The languages of the site, for a dialog of a screen, which shows no header while it is in use.

import { h } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"

// The links of the page's header: a language and its name.
export const siteLanguages = () => [...document.querySelectorAll(".page-header language-menu a")]

export function screenLanguages() {
  const links = siteLanguages().map(link => {
    const copy = link.cloneNode(true)
    copy.removeAttribute("id")
    return h("li", {}, copy)
  })
  return h("nav.screen-languages", { "aria-label": t("Language") }, h("ul", {}, links))
}
