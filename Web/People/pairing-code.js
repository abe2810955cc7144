// A screen that waits to be paired: shows its code, and signs in once a person has approved it. purpose="kitchen", "board",
// "kiosk" or "entrance". Fires "signed-in" with the principal. models/pairing.js decides.

import { emit, h, icon, render } from "../Shared/dom.js"
import { postForm, Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { explainAccount } from "./explain-account.js"
import { PairingMachine, Stage } from "./models/pairing.js"
import { spelled } from "./models/user-code.js"
import { signIn } from "./session.js"

const GRANT = "urn:ietf:params:oauth:grant-type:device_code"
const TICK = 1000 // milliseconds

class PairingCode extends HTMLElement {
  #machine = null
  #timer = null
  #ticker = null
  #shown = null // what is on the page: a code, or the name of a stage
  #time = h("progress.pairing-time", { max: "1", value: "1", "aria-label": t("Time left for this code") })
  #status = h("p.pairing-status", { role: "status" })

  connectedCallback() {
    const machine = new PairingMachine(performance.now())
    this.#machine = machine
    this.#shown = null
    this.#show(null)
    this.#ticker = setInterval(() => this.#tick(), TICK)
    this.#work(machine)
  }

  disconnectedCallback() {
    this.#machine = null
    clearTimeout(this.#timer)
    clearInterval(this.#ticker)
  }

  // Each connection of the element has a machine of its own; what an earlier one still hears changes nothing.
  async #work(machine) {
    while (machine === this.#machine) {
      const work = machine.work(performance.now())
      if (work.kind === "nothing") return
      if (work.kind === "wait") {
        this.#timer = setTimeout(() => this.#work(machine), work.milliseconds)
        return
      }
      let error = null
      try {
        await this.#perform(work, machine)
      } catch (failure) {
        error = failure
        this.#failed(failure, work, machine)
      }
      if (machine === this.#machine) this.#show(error)
    }
  }

  async #perform(work, machine) {
    if (work.kind === "ask") {
      const answer = await postForm("/oauth/device_authorization", { client_id: this.getAttribute("purpose") })
      machine.codeGiven(answer, performance.now())
    } else if (work.kind === "poll") {
      const fields = { grant_type: GRANT, client_id: this.getAttribute("purpose"), device_code: work.deviceCode }
      machine.tokenGiven((await postForm("/oauth/token", fields)).access_token, performance.now())
    } else {
      const principal = await signIn({ token: work.token })
      machine.entered()
      if (machine === this.#machine) emit(this, "signed-in", principal)
    }
  }

  #failed(error, work, machine) {
    const now = performance.now()
    if (!(error instanceof Problem)) return machine.failed(now)
    if (work.kind === "poll" && error.body.error) return machine.refused(error.body.error, now)
    if (work.kind === "enter" && error.status === 401) return machine.tokenRefused(now)
    machine.failed(now, { retryAfter: error.retryAfter, isUnreachable: false })
  }

  // error: why the last request failed, or null.
  #show(error) {
    const { stage, code } = this.#machine
    const wanted = code?.userCode ?? stage
    if (wanted !== this.#shown) {
      this.#shown = wanted
      render(this, this.#content(stage, code))
    }
    render(this.#status, ...this.#words(stage, error))
    this.#tick()
  }

  #content(stage, code) {
    if (stage === Stage.refused) return this.#refusal()
    if (code === null) return h("div.pairing", {}, loading(stage === Stage.asking ? t("Asking for a code.") : t("This screen is approved. It opens now.")), this.#status)
    return h("div.pairing", {},
      h("img.pairing-scan", { src: `/oauth/qr-code?user_code=${encodeURIComponent(code.userCode)}`, alt: t("The address with its code as a QR code, for the camera of a phone") }),
      h("div.pairing-words.stack", {},
        h("p", {}, t("Scan the picture with a phone. Or open this address on your phone or computer, and enter the code:")),
        h("p.pairing-address.own-direction", {}, code.address),
        h("p.pairing-code.own-direction", { role: "img", "aria-label": spelled(code.userCode), translate: "no" },
          [...code.userCode].map(letter => h(letter === "-" ? "span.hyphen" : "span", {}, letter))),
        this.#time,
        this.#status))
  }

  #refusal() {
    return h("div.pairing", {},
      h("div.pairing-words.stack", {},
        h("p.notice.waiting", { role: "alert" }, icon("information"),
          h("span", {}, t("Somebody refused this screen. A new code comes by itself in a minute."))),
        h("div.row", {}, h("button.button.primary", { type: "button", "data-key": "new-code", onclick: () => this.#renew() }, t("Show a new code")))))
  }

  #words(stage, error) {
    if (this.#machine.isUnreachable) return [icon("offline"), h("span", {}, t("The server cannot be reached. This screen keeps trying."))]
    const isProblem = error instanceof Problem && !error.body.error
    if (isProblem) return [icon("information"), h("span", {}, explainAccount(error))]
    return stage === Stage.waiting ? [h("span", {}, t("This screen opens as soon as somebody has approved it."))] : []
  }

  #renew() {
    this.#machine.renew(performance.now())
    clearTimeout(this.#timer)
    this.#show(null)
    this.#work(this.#machine)
  }

  #tick() {
    if (this.#machine?.code) this.#time.value = this.#machine.timeLeft(performance.now())
  }
}

customElements.define("pairing-code", PairingCode)
