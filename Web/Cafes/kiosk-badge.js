// Takes a badge and its PIN (W99), to pay at the kiosk or to clock in at an entrance: a reader types the number of the badge and Enter, or the employee types it; then the PIN.
// The keypad serves who has no keys. Fires "badge-entered" with { number, pin }. Nothing that was typed stays.

import { emit, h, icon, render } from "../Shared/dom.js"
import { number } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]

class KioskBadge extends HTMLElement {
  words = null // { title, text } where the badge is not for paying
  #number = this.#input("kiosk-badge-number", { maxlength: 60, onkeydown: event => this.#enter(event, () => this.#pin.focus()) })
  #pin = this.#input("kiosk-badge-pin", { maxlength: 8, onkeydown: event => this.#enter(event, () => this.submit()) })
  #trouble = h("p.field-error", { role: "alert", id: "kiosk-badge-trouble", "data-say": true })
  #into = this.#number // the field that the keypad types into

  #input(id, more) {
    // No dots that a browser offers to remember, and no letters that somebody behind reads.
    return h("input.kiosk-name", {
      id, type: "password", inputmode: "none", autocomplete: "off", spellcheck: "false", dir: "ltr", "data-key": id, "aria-describedby": "kiosk-badge-trouble",
      onfocus: ({ target }) => { this.#into = target }, ...more,
    })
  }

  // trouble: why the last try was refused, or null; the PIN is typed anew.
  open(trouble = null) {
    this.#pin.value = ""
    if (trouble === null) this.#number.value = ""
    this.show(trouble)
  }

  show(trouble) {
    render(this.#trouble, trouble !== null && [icon("information"), h("span", {}, trouble)])
    const key = (label, press, more = {}) => h("button.button", { type: "button", onclick: press, ...more }, label)
    const digit = figure => key(number(Number(figure)), () => this.#type(figure), { "data-key": `digit-${figure}` })
    render(this,
      h("h1", { tabindex: "-1", "data-key": "heading" }, this.words?.title ?? t("Pay with your badge")),
      h("p", { "data-say": true }, this.words?.text ?? t("Hold your badge to the reader, or type its number. Then type your PIN.")),
      h("div.field", {}, h("label", { for: this.#number.id }, t("Number of the badge")), this.#number),
      h("div.field", {}, h("label", { for: this.#pin.id }, t("PIN")), this.#pin, this.#trouble),
      h("div.kiosk-keypad", { role: "group", "aria-label": t("Digits") },
        DIGITS.map(digit),
        key([icon("close"), h("span.hidden-visually", {}, t("Clear the field"))], () => this.#clear(), { "data-key": "clear" }), digit("0"),
        key([icon("check"), h("span.hidden-visually", {}, t("Next"))], () => this.#next(), { "data-key": "next" })),
      h("p.muted.small", {}, t("You set your PIN on the page “Your data”. A lost badge is blocked there too.")))
  }

  // Nothing stays, also not in fields that nobody sees.
  forget() {
    this.#number.value = ""
    this.#pin.value = ""
    render(this)
  }

  focusField() {
    // A number that a reader is typing goes on.
    (this.#number.value === "" || this.#number.value.length === 1 ? this.#number : this.#pin).focus()
    if (this.#trouble.childElementCount > 0) this.#trouble.scrollIntoView({ block: "nearest" })
  }

  // What a reader has typed before the fields were there.
  begin(typed) { this.#number.value = typed }

  #type(figure) {
    if (this.#into.value.length < this.#into.maxLength) this.#into.value += figure
  }

  #clear() { this.#into.value = "" }

  #next() {
    if (this.#into === this.#number && this.#number.value !== "") this.#pin.focus()
    else this.submit()
  }

  // The reader's own Enter must not press what is behind.
  #enter(event, act) {
    if (event.key !== "Enter" || event.isComposing) return
    event.preventDefault()
    act()
  }

  // Fires "badge-entered", or says what is missing.
  submit() {
    const [number, pin] = [this.#number.value.trim(), this.#pin.value.trim()]
    if (number === "") {
      this.show(t("Hold your badge to the reader first, or type its number."))
      return this.#number.focus()
    }
    if (pin === "") {
      this.show(t("Type your PIN."))
      return this.#pin.focus()
    }
    emit(this, "badge-entered", { number, pin })
  }
}

customElements.define("kiosk-badge", KioskBadge)
