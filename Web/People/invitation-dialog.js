// Invites somebody, and shows the link of an invitation once. Fires "people-changed" after somebody was added.

import { emit, h, icon, render } from "../Shared/dom.js"
import { post } from "../Shared/http.js"
import { dayAndTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { FormDialog } from "./form-dialog.js"
import { mailAddress } from "./models/administration.js"
import { currenciesOf, minorUnits, smallestStep } from "./models/opening-balances.js"
import { proved } from "./proof.js"
import "./person-fields.js"

const PEOPLE = "/api/v1/people"

class InvitationDialog extends FormDialog {
  #fields = null
  #balances = []

  // roles and cafes: as for role-choice.
  open(roles, cafes) {
    this.#fields = h("person-fields")
    this.#balances = currenciesOf(cafes).map(currency => ({ currency, input: amountField(currency) }))
    this.present({
      id: "invitation-title", title: t("Invite somebody"), submit: () => this.#invite(),
      content: [
        this.#fields,
        h("fieldset.opening-balances", {},
          h("legend", {}, t("Opening balance of the meal account (optional)")),
          this.#balances.map(({ currency, input }) => h("div.field", {}, h("label", { for: input.id }, currency), input))),
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit" }, t("Make an invitation")),
      ],
    })
    const language = document.documentElement.lang
    this.#fields.show({ name: "", signInName: "", language, roles: ["employee"] }, roles, cafes)
    this.#fields.focusName()
  }

  async #invite() {
    this.#fields.clearTrouble()
    const { name, signInName, language, roles } = this.#fields.values
    if (roles.length === 0) return this.#fields.showSentence(t("Choose at least one role."))
    const balances = this.#balances.filter(({ input }) => input.value !== "")
      .map(({ currency, input }) => ({ amount: minorUnits(input.value, currency), currency }))
    if (balances.some(({ amount }) => amount === null)) return this.#fields.showSentence(t("Look at the opening balances: one is not an amount of its currency."))
    const person = { name: name.trim(), signInName: signInName.trim(), language, roles, balances }
    try {
      const invited = await proved(() => post(PEOPLE, person))
      if (!invited) return
      emit(this, "people-changed", invited)
      this.showLink(person, invited)
    } catch (error) {
      this.#fields.showTrouble(error)
    }
  }

  // person: { name, signInName }; invited: the server's answer. The link cannot be shown again.
  showLink({ name, signInName }, { link, expiresAt, mailed = false, mailFailure = null }) {
    const address = location.origin + link
    const field = h("input", { id: "invitation-link", readonly: true, value: address, dir: "ltr", onfocus: () => field.select() })
    const copied = h("span.muted", { role: "status" })
    const copy = h("button.button.primary", { type: "button", "data-key": "copy-link", onclick: () => copyTo(address, field, copied) }, t("Copy the link"))
    const mail = mailAddress(signInName, t("Your account at Vicinity"),
      t("Hello {name}, with this link you choose your password. It works once, for 7 days: {link}", { name, link: address }))
    this.present({
      id: "link-title", title: t("The link for {name}", { name }), submit: null,
      content: [
        mailFailure && h("p", { role: "alert" }, icon("allergen"), " ", t("The mail server did not take the mail ({code}). Give the person the link yourself.", { code: mailFailure })),
        mailed && h("p", {}, icon("note"), " ", t("The link was mailed to {address}.", { address: signInName })),
        h("p", {}, t("Give this link to {name}. It works once, for 7 days, until {time}. It is not shown again.", { name, time: dayAndTime(expiresAt) })),
        h("div.field", {}, h("label", { for: field.id }, t("Link to choose a password")), field),
        h("div.row", {}, copy, mail && h("a.button", { href: mail, "data-key": "mail-link" }, icon("note"), t("Write an e-mail")), copied),
      ],
      foot: h("button.button", { type: "button", onclick: () => this.close() }, t("Done")),
    })
    copy.focus()
  }
}

function amountField(currency) {
  return h("input", { id: `balance-${currency}`, type: "number", inputmode: "decimal", min: "0", step: smallestStep(currency), autocomplete: "off" })
}

// Where the browser forbids the clipboard, the link is selected, so that the person copies it by hand.
async function copyTo(address, field, status) {
  try {
    await navigator.clipboard.writeText(address)
    render(status, t("Copied."))
  } catch {
    field.focus()
    field.select()
    render(status, t("The browser did not allow it. The link is selected: copy it yourself."))
  }
}

customElements.define("invitation-dialog", InvitationDialog)
