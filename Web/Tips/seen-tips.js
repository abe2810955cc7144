// The tips that a person has seen, to read again.

import { h, icon, render } from "../Shared/dom.js"
import { ICONS } from "../Shared/icons.js"
import { dayAndTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { endedWords } from "./tip-words.js"
import { isOurAddress } from "./models/page-tips.js"

class SeenTips extends HTMLElement {
  #shown = null

  // seen: as GET /api/v1/tips/seen gives them. gone: the number of other tips whose words are no longer known.
  show(seen) {
    const shown = JSON.stringify(seen)
    // Without a change the list is not redrawn, so that a person who reads it or has the focus in it is not disturbed.
    if (shown === this.#shown) return
    this.#shown = shown
    const { tips, gone } = seen
    if (tips.length + gone === 0) {
      return render(this, h("div.empty", {}, mark(), h("p", {}, t("No tip has been shown to you yet. They come now and then, where they help."))))
    }
    render(this,
      tips.length > 0 && h("ul.seen-tips", {}, tips.map(tip => h("li.seen-tip", {}, this.#tip(tip)))),
      gone > 0 && h("p.muted", {}, tn(
        "{count} tip that you were shown is not among today's any more. When it was shown is in the file below.",
        "{count} tips that you were shown are not among today's any more. When they were shown is in the file below.", gone)))
  }

  #tip({ title, message, language, image, actions, firstShownAt, displays, ended }) {
    const leads = actions.filter(({ opens }) => isOurAddress(opens))
    return [
      h("span.seen-sign", { "aria-hidden": "true" }, icon(Object.hasOwn(ICONS, image ?? "") ? image : "information")),
      h("div.stack.seen-words", {},
        h("h3", { lang: language, dir: "auto" }, title),
        message && h("p", { lang: language, dir: "auto" }, message),
        h("p.muted.small", {},
          h("span", {}, t("First shown {time}", { time: dayAndTime(firstShownAt) })), " · ",
          h("span", {}, tn("shown {count} time", "shown {count} times", displays)),
          ...(endedWords(ended) ? [" · ", h("span", {}, endedWords(ended))] : [])),
        leads.length > 0 && h("p.row", {}, leads.map(({ title, opens }) => h("a.button", { href: opens, lang: language }, title)))),
    ]
  }
}

customElements.define("seen-tips", SeenTips)
