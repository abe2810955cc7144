// The badge with which the person pays at kiosks: sets its number and PIN, blocks it when it is lost, and removes it. show(notice, ask,
// failure), then reload().

import { h, icon, render } from "../Shared/dom.js"
import { get, put, remove } from "../Shared/http.js"
import { day } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { explainAccount } from "./explain-account.js"
import { proved } from "./proof.js"

const BADGE = "/api/v1/kiosk-badge"
const BLOCK = `${BADGE}/block`

class YourKioskBadge extends HTMLElement {
  #notice = null
  #ask = null
  #failure = null
  #badge = null // as the server says; null before it is known
  #isSetting = false
  #isBusy = false
  #turn = 0

  show(notice, ask, failure) {
    this.#notice = notice
    this.#ask = ask
    this.#failure = failure
    this.#draw()
  }

  forget() {
    this.#turn += 1
    this.#badge = null
    this.#isSetting = false
    render(this)
  }

  // Throws what http.js throws.
  async reload() {
    const turn = this.#turn
    const badge = await get(BADGE)
    if (turn !== this.#turn) return
    this.#badge = badge
    this.#draw()
  }

  #draw() {
    render(this, h("section.panel.stack", { "aria-labelledby": "kiosk-badge-title" },
      h("h2", { id: "kiosk-badge-title", tabindex: "-1" }, t("Pay at kiosks with your badge")),
      this.#badge && this.#content(this.#badge), this.#failure))
  }

  #content({ number, setAt, blockedAt }) {
    if (this.#isSetting) return this.#form(number)
    const button = (key, words, onclick) => h("button.button", { type: "button", "data-key": key, onclick }, words)
    if (!setAt) {
      return [h("p", {}, t("At a kiosk you hold your badge to the reader and type a PIN. The order is paid from your meal account.")),
        h("div.row", {}, button("set-badge", t("Set badge and PIN"), () => this.#open()))]
    }
    return [
      blockedAt
        ? h("p.notice.waiting", { role: "status" }, icon("lock"), h("span", {}, t("Your badge is blocked since {day}. No kiosk takes it.", { day: day(blockedAt) })))
        : h("p.notice.ready", { role: "status" }, icon("check"), h("span", {}, t("You can pay with badge {number}.", { number: `⁨${hidden(number)}⁩` }))),
      h("p.muted.small", {}, t("Set on {day}. Only a slow hash of your PIN is stored; nobody can look it up.", { day: day(setAt) })),
      h("div.row", {},
        blockedAt
          ? button("unblock-badge", t("I have it again: unblock"), () => this.#do(() => proved(() => remove(BLOCK)), t("Kiosks take your badge again.")))
          : button("block-badge", t("I lost it: block now"), () => this.#do(() => put(BLOCK), t("Your badge is blocked at all kiosks."))),
        button("set-badge", t("Change badge or PIN"), () => this.#open()),
        button("remove-badge", t("Remove"), () => this.#remove())),
    ]
  }

  #open() {
    this.#isSetting = true
    this.#draw()
    this.querySelector("input").focus()
  }

  #form(present) {
    const trouble = h("p.field-error", { id: "kiosk-badge-trouble", role: "alert" })
    const input = (id, more) => h("input", { id, autocomplete: "off", spellcheck: "false", dir: "ltr", required: true, "aria-describedby": "kiosk-badge-trouble", ...more })
    const number = input("kiosk-badge-number", { maxlength: 60, value: present ?? "", onkeydown: event => {
      // A reader ends with Enter; the PIN is still missing.
      if (event.key !== "Enter") return
      event.preventDefault()
      pin.focus()
    } })
    const pin = input("kiosk-badge-pin", { type: "password", inputmode: "numeric", maxlength: 8, autocomplete: "new-password" })
    const again = input("kiosk-badge-pin-again", { type: "password", inputmode: "numeric", maxlength: 8, autocomplete: "new-password" })
    const refuse = (field, words) => {
      render(trouble, icon("information"), h("span", {}, words))
      field.focus()
    }
    const submit = async event => {
      event.preventDefault()
      if (this.#isBusy) return
      if (!/^[0-9]{4,8}$/.test(pin.value)) return refuse(pin, t("A PIN has 4 to 8 digits."))
      if (pin.value !== again.value) return refuse(again, t("The two PINs differ."))
      this.#isBusy = true
      try {
        const badge = await proved(() => put(BADGE, { number: number.value, pin: pin.value }))
        if (badge === undefined) return
        this.#badge = badge
        this.#isSetting = false
        this.#draw()
        this.#notice.show(t("Badge and PIN are set."))
        this.querySelector("h2").focus({ preventScroll: true })
      } catch (error) {
        const [first] = error.body?.errors ?? []
        if (error.code === "badge-taken") refuse(number, t("Somebody has set a badge of this number. If it is yours, ask those who hand out badges."))
        else if (first?.pointer === "/number") refuse(number, t("A number has 4 to 40 letters and digits."))
        else if (first?.pointer === "/pin") refuse(pin, t("This PIN is too easy to guess: not one digit alone, and no row such as 1234."))
        else refuse(pin, explainAccount(error))
      } finally {
        this.#isBusy = false
      }
    }
    const field = (control, words, hint) => h("div.field", {}, h("label", { for: control.id }, words), control, hint && h("p.muted.small", {}, hint))
    return h("form.stack", { onsubmit: submit },
      field(number, t("Number of the badge"), t("What is printed on it, or what a reader types when you hold it there.")),
      field(pin, t("PIN, 4 to 8 digits"), t("Not the PIN of your bank card, not one digit alone, and no row such as 1234.")),
      field(again, t("The PIN once more")), trouble,
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "keep-badge", onclick: () => {
          this.#isSetting = false
          this.#draw()
          this.querySelector("[data-key=set-badge]").focus()
        } }, t("Cancel")),
        h("button.button.primary", { type: "submit", "data-key": "save-badge" }, t("Save"))))
  }

  async #remove() {
    const answer = await this.#ask.ask({
      title: t("Remove your badge?"), text: t("You can then pay at kiosks by card or at the counter. You can set it again."),
      options: [{ value: "keep", label: t("Keep it"), isPrimary: true }, { value: "remove", label: t("Remove") }],
    })
    if (answer === "remove") await this.#do(async () => (await remove(BADGE)) ?? {}, t("Your badge is removed."))
  }

  async #do(act, words) {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      const badge = await act()
      if (badge === undefined) return
      this.#badge = badge
      this.#draw()
      this.#notice.show(words)
      this.querySelector("h2").focus({ preventScroll: true })
    } catch (error) {
      this.#notice.show(explainAccount(error))
    } finally {
      this.#isBusy = false
    }
  }
}

// The last digits are enough to know which badge it is.
const hidden = number => `…${number.slice(-4)}`

customElements.define("your-kiosk-badge", YourKioskBadge)
