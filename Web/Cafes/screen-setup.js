// Finds the café of a screen: a paired device has one, a person chooses one. Fires "admitted" with the café. as="kitchen",
// "board" or "kiosk".

import { currentPrincipal, hasRole, loadSession, signOut } from "../People/session.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { explainAccount } from "../People/explain-account.js"
import { get } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { read, write } from "../Shared/storage.js"
import "../People/pairing-code.js"
import "../People/sign-in-chooser.js"

const CAFE = "vicinity-screen-cafe"
const READERS = { kitchen: ["kitchen", "cook", "expo", "manager"], board: ["board", "kitchen", "cook", "expo", "manager"], kiosk: ["kiosk"] }
const RETRY = 3000 // milliseconds

class ScreenSetup extends HTMLElement {
  #retry = null
  #cafes = []
  #isDemo = false
  #wantsCode = false // where there is another way too

  connectedCallback() {
    this.addEventListener("signed-in", this.#welcome)
    this.#enter()
  }

  disconnectedCallback() {
    clearTimeout(this.#retry)
    this.removeEventListener("signed-in", this.#welcome)
  }

  get #as() { return this.getAttribute("as") }

  async #enter() {
    render(this, loading(t("Connecting to the server.")))
    try {
      const [{ cafes }, { mode }] = await Promise.all([get("/api/v1/cafes"), get("/api/v1/sign-in"), loadSession()])
      this.#cafes = cafes
      this.#isDemo = mode === "demo"
      this.#decide()
    } catch (error) {
      render(this, h("div.empty", { role: "alert" }, icon("offline"), h("p", {}, explainAccount(error)), h("p", {}, t("This screen keeps trying."))))
      this.#retry = setTimeout(() => this.#enter(), RETRY)
    }
  }

  // A screen may wait for days and be paired with a café that its list does not have yet.
  #welcome = () => {
    const { cafe } = currentPrincipal()
    if (cafe && !this.#cafes.some(({ id }) => id === cafe)) this.#enter()
    else this.#decide()
  }

  #decide() {
    const principal = currentPrincipal()
    if (!principal) return this.#askWho(null)
    if (this.#wantsCode && principal.kind === "person") return this.#askWho(principal)
    if (!hasRole(...READERS[this.#as])) return this.#askWho(principal)
    const cafe = this.#cafes.find(({ id }) => id === (principal.cafe ?? read(localStorage, CAFE)))
    if (cafe) return emit(this, "admitted", cafe)
    this.#askWhere()
  }

  #askWho(current) {
    const notice = current && h("p.notice", {}, icon("information"), h("span", {}, this.#replaces(current)))
    if (this.#isDemo && !this.#wantsCode) {
      render(this, h("div.screen-setup.stack", {},
        h("h1", {}, this.#questions.which),
        notice,
        h("sign-in-chooser", { as: this.#as }),
        this.#other(t("Pair by code instead"), () => this.#askByCode(true))))
    } else {
      render(this, h("div.screen-setup.stack", {},
        h("h1", {}, this.#questions.pair),
        notice,
        h("pairing-code", { purpose: this.#as }),
        this.#wantsCode ? this.#other(t("Choose from a list instead"), () => this.#askByCode(false)) : this.#asPerson()))
    }
  }

  #replaces({ name }) {
    return this.#isDemo && !this.#wantsCode
      ? t("{name} is signed in in this browser and may not see this screen. A choice below replaces that sign-in.", { name })
      : t("{name} is signed in in this browser. Pairing replaces that sign-in.", { name })
  }

  #other(label, onclick) {
    return h("div.row", {}, h("button.button.quiet", { type: "button", "data-key": "other-way", onclick }, label))
  }

  get #questions() {
    switch (this.#as) {
      case "kitchen": return { which: t("Which kitchen is this?"), pair: t("Pair this kitchen display") }
      case "kiosk": return { which: t("Which kiosk is this?"), pair: t("Pair this kiosk") }
      default: return { which: t("Which board is this?"), pair: t("Pair this board") }
    }
  }

  // Kitchen staff may use the page without a paired screen. A kiosk must be paired.
  #asPerson() {
    if (this.#as === "kiosk") return null
    const address = `/sign-in?${new URLSearchParams({ as: "person", next: location.pathname })}`
    return h("p.small", {}, h("a", { href: address }, t("Sign in as a person instead")))
  }

  #askByCode(wantsCode) {
    this.#wantsCode = wantsCode
    this.#decide()
  }

  #askWhere() {
    const choose = cafe => {
      write(localStorage, CAFE, cafe.id)
      emit(this, "admitted", cafe)
    }
    render(this, h("div.screen-setup.stack", {},
      h("h1", {}, t("For which café?")),
      h("ul.people", {}, this.#cafes.map(cafe => h("li", {},
        h("button.person", { type: "button", onclick: () => choose(cafe) },
          h("span.initials", {}, icon(this.#as)), h("strong", {}, cafe.name), h("span.muted.small", {}, cafe.site.name))))),
      this.#other(t("Pair by code instead"), () => this.#askByCode(true))))
  }

  // Leaves the café: a device signs out, a person chooses another café. Call this before the element is shown again, because it
  // admits the signed-in person at once.
  async leave() {
    this.#wantsCode = false
    write(localStorage, CAFE, null)
    if (currentPrincipal()?.kind === "device") await signOut().catch(() => null)
  }
}

customElements.define("screen-setup", ScreenSetup)
