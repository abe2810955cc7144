// The sign-in page: shows the chooser for ?as= and goes on to ?next= afterwards, if that is a page of this server. What
// stands behind # goes on with it, so that the server never sees it.

import { h, render } from "../Shared/dom.js"
import { nextAddress } from "./models/next-address.js"
import "./sign-in-chooser.js"

const KINDS = ["person", "kitchen", "board", "kiosk", "entrance"]

class SignInPage extends HTMLElement {
  connectedCallback() {
    const query = new URLSearchParams(location.search)
    const as = query.get("as")
    const chooser = h("sign-in-chooser", { as: KINDS.includes(as) ? as : "any" })
    chooser.addEventListener("signed-in", ({ detail }) => location.assign(nextAddress(query.get("next"), detail, location)))
    render(this, chooser)
  }
}

customElements.define("sign-in-page", SignInPage)
