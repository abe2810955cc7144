// Where a person approves or refuses a screen or terminal by its code, which stands behind # in the address or is typed.

import { h, icon, render } from "../Shared/dom.js"
import { get, post } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { explainAccount } from "./explain-account.js"
import { restoreFragment } from "./kept-fragment.js"
import { spelled, userCode } from "./models/user-code.js"
import { proved } from "./proof.js"
import { currentPerson, hasRole, loadSession } from "./session.js"
import "./account-bar.js"

const GATEWAY_MANAGERS = ["facilities", "administrator"]
const SCREEN_MANAGERS = ["manager", "facilities", "administrator"]

class PairPage extends HTMLElement {
  #abort = null
  #turn = 0 // an answer that comes after a later question shows nothing
  #account = h("account-bar")
  #main = h("div.stack.pair-page")

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.addEventListener("signed-in", () => this.#open(), { signal })
    this.addEventListener("signed-out", () => this.#open(), { signal })
    this.addEventListener("sign-out-failed", ({ detail }) => this.#main.prepend(trouble(detail)), { signal })
    addEventListener("hashchange", () => this.#open(), { signal })
    render(this, this.#account, this.#main)
    restoreFragment()
    this.#enter()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#turn += 1
  }

  async #enter() {
    render(this.#main, loading(t("Connecting to the server.")))
    try {
      await loadSession()
    } catch (error) {
      return render(this.#main, failure(explainAccount(error), () => this.#enter()))
    }
    this.#open()
  }

  #open() {
    const person = currentPerson()
    this.#account.show(person)
    const typed = shownCode()
    if (person === null) return render(this.#main, this.#account.invitation(t("Pair a screen, gateway or terminal"), t("Sign in to approve a screen, gateway or terminal by its code.")))
    if (typed === "") return this.#ask()
    const code = userCode(typed)
    if (code === null) return this.#ask(typed, t("This is no such code. A code has eight letters, such as BCDF-GHJK."))
    this.#look(code)
  }

  #ask(typed = "", reason = null) {
    this.#turn += 1
    const error = h("p.field-error", { id: "code-trouble", role: "alert" }, reason && [icon("information"), h("span", {}, reason)])
    const input = h("input.code-field", {
      id: "code", type: "text", required: true, value: typed, maxlength: 24, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
      dir: "ltr", "aria-describedby": "code-hint", "aria-invalid": reason ? "true" : null, "aria-errormessage": reason ? error.id : null,
    })
    render(this.#main,
      h("h1", { tabindex: "-1" }, t("Pair a screen, gateway or terminal")),
      h("form.stack", {
        onsubmit: event => {
          event.preventDefault()
          this.#enterCode(input.value)
        },
      },
        h("div.field", {},
          h("label", { for: "code" }, t("Code on the device")),
          input,
          h("p.hint", { id: "code-hint" }, t("Eight letters. Capitals and the hyphen do not matter."))),
        error,
        h("div.row", {}, h("button.button.primary", { type: "submit" }, t("Continue")))))
    input.focus({ preventScroll: true })
  }

  // The code goes into the address, so that going back and reloading work.
  #enterCode(typed) {
    const hash = `#${userCode(typed) ?? typed.trim()}`
    if (location.hash === hash) this.#open()
    else location.hash = hash
  }

  async #look(code) {
    const turn = ++this.#turn
    render(this.#main, loading(t("Looking for the screen.")))
    try {
      const pairing = await get(`/api/v1/pairings/${encodeURIComponent(code)}`)
      if (turn === this.#turn) this.#decide(pairing)
    } catch (error) {
      if (turn !== this.#turn) return
      if (error.status === 404 || error.status === 429) this.#ask(code, explainAccount(error))
      else render(this.#main, failure(explainAccount(error), () => this.#look(code)))
    }
  }

  #decide(pairing) {
    const { purpose, cafes, entrances, gateways, code } = pairing
    const places = purpose === "entrance" ? entrances : cafes
    const isTerminal = purpose === "terminal"
    const isGateway = purpose === "gateway"
    const mayApprove = isTerminal || (isGateway ? gateways : places).length > 0
    const form = !mayApprove || isTerminal ? null : isGateway ? gatewayForm(gateways) : placeForm(purpose, places)
    const error = h("div")
    const buttons = [
      mayApprove && h("button.button.primary", { type: "submit" }, icon("check"), t("Approve")),
      h("button.button", { type: "button", "data-key": "refuse", onclick: () => this.#send("refusal", pairing, undefined, error) }, icon("close"), t("Refuse")),
    ]
    render(this.#main,
      h("h1", { tabindex: "-1" }, isTerminal ? t("Let this terminal act as you?") : isGateway ? t("Approve this gateway?") : t("Approve this screen?")),
      h("p.notice.waiting", {}, icon("information"), h("span", {}, isTerminal
        ? t("Approve only a terminal that you started yourself and see in front of you. It can do everything that you can do.")
        : isGateway
          ? t("Approve only a gateway that you started yourself and that shows this code.")
          : t("Approve only a screen that you see in front of you and that shows this code."))),
      h("form.panel.stack", {
        onsubmit: event => {
          event.preventDefault()
          this.#send("approval", pairing, form?.value() ?? {}, error)
        },
      },
        h("p.pairing-code.own-direction", { role: "img", "aria-label": spelled(code), translate: "no" }, code),
        facts(pairing),
        isTerminal && h("p", {}, t("This terminal will act as you.")),
        !mayApprove && h("p.notice", {}, icon("information"), h("span", {}, isGateway
          ? t("You run no gateways. Ask somebody of the facilities to approve this gateway.")
          : purpose === "entrance"
            ? t("You run no entrances. Ask somebody of the facilities to approve this tablet.")
            : t("You manage no café’s screens. Ask a manager of the café to approve this screen."))),
        form?.node,
        error,
        h("div.row.decision", {}, buttons)))
    this.#focusTitle()
  }

  async #send(decision, pairing, body, place) {
    const turn = this.#turn
    const buttons = this.#main.querySelectorAll(".decision button")
    render(place)
    for (const button of buttons) button.disabled = true
    let isSent = false
    try {
      const act = () => post(`/api/v1/pairings/${encodeURIComponent(pairing.code)}/${decision}`, body).then(() => true)
      isSent = await proved(act) === true
    } catch (error) {
      if (turn === this.#turn) render(place, trouble(explainAccount(error)))
    } finally {
      for (const button of buttons) button.disabled = false
    }
    if (isSent && turn === this.#turn) this.#finish(decision, pairing, body)
  }

  #finish(decision, { purpose }, body) {
    this.#turn += 1
    const isTerminal = purpose === "terminal"
    const isGateway = purpose === "gateway"
    const words = decision === "refusal"
      ? [t("Refused"), isTerminal ? t("The terminal was not let in. It says so now.") : isGateway ? t("The gateway was not let in. It says so now.") : t("The screen was not let in. It says so now.")]
      : isTerminal
        ? [t("The terminal is approved"), t("It acts as you from now on. You can end that among your sessions.")]
        : isGateway
          ? [t("The gateway is approved"), t("It reports within a few seconds.")]
          : [t("The screen is approved"), t("“{name}” opens within a few seconds.", { name: body.name })]
    history.replaceState(null, "", location.pathname + location.search)
    render(this.#main,
      h("h1", { tabindex: "-1" }, words[0]),
      h(decision === "approval" ? "p.notice.ready" : "p.notice", {}, icon(decision === "approval" ? "check" : "information"), h("span", {}, words[1])),
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "another", onclick: () => this.#ask() }, t("Pair another one")),
        isGateway
          ? hasRole(...GATEWAY_MANAGERS) && h("a.button.quiet", { href: "/gateways" }, t("All gateways"))
          : hasRole(...SCREEN_MANAGERS) && h("a.button.quiet", { href: "/screens" }, t("All screens"))))
    this.#focusTitle()
  }

  #focusTitle() { this.#main.querySelector("h1").focus({ preventScroll: true }) }
}

function shownCode() {
  try {
    return decodeURIComponent(location.hash.slice(1)).trim()
  } catch {
    return location.hash.slice(1)
  }
}

const trouble = text => h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, text))

function facts({ purpose, program, address, askedAt }) {
  const lines = [
    [t("What it is"), purposeName(purpose)],
    [t("Program"), program === "" ? t("It does not say") : program],
    [t("Address"), address],
    [t("Asked for the code"), dayAndTime(askedAt)],
  ]
  return h("dl.facts", {}, lines.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd.own-direction", {}, value))))
}

function purposeName(purpose) {
  switch (purpose) {
    case "kitchen": return t("Kitchen display")
    case "board": return t("Status board")
    case "kiosk": return t("Kiosk")
    case "entrance": return t("Entrance tablet")
    case "gateway": return t("Gateway")
    default: return t("Terminal")
  }
}

function screenName(purpose, place) {
  switch (purpose) {
    case "kitchen": return t("Kitchen display, {cafe}", { cafe: place })
    case "board": return t("Status board, {cafe}", { cafe: place })
    case "kiosk": return t("Kiosk, {cafe}", { cafe: place })
    default: return t("Entrance tablet, {entrance}", { entrance: place })
  }
}

// The field for the gateway of the campus. One that has a key already loses it.
function gatewayForm(gateways) {
  const select = h("select", { id: "gateway", required: true, "aria-describedby": "gateway-hint" },
    gateways.length > 1 && h("option", { value: "" }, t("Choose a gateway")),
    gateways.map(({ id, siteName, spotName }) => h("option", { value: id }, `${siteName} · ${spotName} (${id})`)))
  const hint = h("p.hint", { id: "gateway-hint" })
  const explain = () => {
    const chosen = gateways.find(({ id }) => id === select.value)
    render(hint, chosen?.hasKey ? t("This gateway is set up already. The new one takes its place, and the old one is refused.") : t("Badges that it hears are at this place."))
  }
  select.addEventListener("change", explain)
  explain()
  return { node: h("div.field", {}, h("label", { for: "gateway" }, t("Which gateway it is")), select, hint), value: () => ({ gateway: select.value }) }
}

// The fields for the café or entrance and the name. The name follows the place until somebody changes it.
function placeForm(purpose, places) {
  const isDoor = purpose === "entrance"
  const member = isDoor ? "entrance" : "cafe"
  const label = ({ name, siteName }) => (isDoor && siteName !== name ? `${siteName} · ${name}` : name)
  const select = h("select", { id: member, required: true },
    places.length > 1 && h("option", { value: "" }, isDoor ? t("Choose an entrance") : t("Choose a café")),
    places.map(place => h("option", { value: place.id }, label(place))))
  const name = h("input", { id: "name", type: "text", required: true, maxlength: 100, autocomplete: "off", dir: "auto" })
  let isOwn = false
  const propose = () => {
    const place = places.find(({ id }) => id === select.value)
    if (!isOwn) name.value = place ? screenName(purpose, label(place)).slice(0, 100) : purposeName(purpose)
  }
  name.addEventListener("input", () => { isOwn = name.value.trim() !== "" })
  select.addEventListener("change", propose)
  propose()
  return {
    node: h("div.stack", {},
      h("div.field", {}, h("label", { for: member }, isDoor ? t("Entrance") : t("Café")), select),
      h("div.field", {}, h("label", { for: "name" }, t("Name of the screen")), name)),
    value: () => ({ name: name.value.trim(), [member]: select.value }),
  }
}

customElements.define("pair-page", PairPage)
