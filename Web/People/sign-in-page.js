// The sign-in page: shows the chooser for ?as= and goes on to ?next= afterwards, if that is a page of this server. What
// stands behind # goes on with it, so that the server never sees it. ?problem= says why nobody was signed in with the provider.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { nextAddress } from "./models/next-address.js"
import { problemCode, providerSentence } from "./models/provider-problems.js"
import { nextInOwnLanguage } from "./own-language.js"
import "./sign-in-chooser.js"

const KINDS = ["person", "kitchen", "board", "kiosk", "entrance"]

class SignInPage extends HTMLElement {
  connectedCallback() {
    const query = new URLSearchParams(location.search)
    const as = query.get("as")
    const chooser = h("sign-in-chooser", { as: KINDS.includes(as) ? as : "any", next: query.get("next") ?? "/order" })
    chooser.addEventListener("signed-in", ({ detail }) => location.assign(nextInOwnLanguage(nextAddress(query.get("next"), detail, location))))
    render(this, this.#problem(query.get("problem")), chooser)
  }

  #problem(code) {
    if (code === null) return null
    const known = problemCode(code)
    return h("p.notice.alarm", { role: "alert" }, icon("information"),
      h("span", {}, providerSentence(code), known && h("span.problem-code", {}, t("Code: {code}", { code: known }))))
  }
}

customElements.define("sign-in-page", SignInPage)
