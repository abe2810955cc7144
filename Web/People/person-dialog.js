// Changes one person: name, sign-in name, language and roles; makes a new link, signs them out, suspends them and lets them in
// again. Fires "people-changed" after a change, "link-made" with { person, invited }, and "wearables-wanted" with { person }.

import { emit, h } from "../Shared/dom.js"
import { patch, post, remove } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explainPeople } from "./explain-people.js"
import { FormDialog } from "./form-dialog.js"
import { isSameGrants } from "./models/grants.js"
import { personChange } from "./models/people-list.js"
import { proved } from "./proof.js"
import "./person-fields.js"

class PersonDialog extends FormDialog {
  #person = null
  #fields = null
  #ask = null
  #notice = null

  // roles and cafes: as for role-choice; ask and notice: the page's dialog and bar.
  open(person, { roles, cafes, ask, notice }) {
    this.#person = person
    this.#ask = ask
    this.#notice = notice
    this.#fields = h("person-fields")
    this.present({
      id: "person-title", title: person.name, submit: () => this.#save(),
      content: [
        this.#fields,
        this.#account(),
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit" }, t("Save")),
      ],
    })
    this.#fields.show(person, roles, cafes)
  }

  get #address() { return `/api/v1/people/${encodeURIComponent(this.#person.id)}` }

  #account() {
    const { suspended, signInName } = this.#person
    return h("section.person-account.stack", { "aria-labelledby": "person-account-title" },
      h("h3", { id: "person-account-title" }, t("Account")),
      !suspended && this.#act("new-link", t("Make a new link"),
        signInName ? t("For a forgotten password or a first sign-in. Earlier links stop working.") : t("Enter an e-mail address or a staff number first, and save it."),
        () => this.#makeLink(), !signInName),
      this.#act("wearables", t("Badges and phones"), t("By which gateways hear the person. A lost badge is taken away here."), () => this.#showWearables()),
      !suspended && this.#act("sign-out-everywhere", t("Sign out everywhere"), t("Ends the sign-ins on all devices. The person can sign in again."), () => this.#signOut()),
      suspended
        ? this.#act("resume", t("Let in again"), t("The person can sign in again, with the password and the roles from before."), () => this.#setSuspended(false))
        : this.#act("suspend", t("Suspend"), t("Signs the person out and lets them in no more, until you do."), () => this.#suspend()))
  }

  #act(key, label, hint, perform, isDisabled = false) {
    const id = `${key}-hint`
    return h("div.person-act", {},
      h("button.button", { type: "button", "data-key": key, "aria-describedby": id, disabled: isDisabled, onclick: perform }, label),
      h("p.muted.small", { id }, hint))
  }

  async #save() {
    this.#fields.clearTrouble()
    const values = this.#fields.values
    if (values.roles.length === 0) return this.#fields.showSentence(t("Choose at least one role."))
    const change = personChange(this.#person, values, isSameGrants)
    if (change === null) return this.close()
    try {
      if (await proved(() => patch(this.#address, change)) === undefined) return
    } catch (error) {
      return this.#fields.showTrouble(error)
    }
    this.#finish(change.roles
      ? t("{name} is changed. The roles hold from the next click on.", { name: values.name.trim() })
      : t("{name} is changed.", { name: values.name.trim() }))
  }

  #showWearables() {
    const person = this.#person
    this.close()
    emit(this, "wearables-wanted", { person })
  }

  async #makeLink() {
    const person = this.#person
    const invited = await this.#attempt(() => post(`${this.#address}/invitation`))
    if (!invited) return
    this.close()
    emit(this, "link-made", { person, invited })
  }

  async #signOut() {
    if (await this.#attempt(() => remove(`${this.#address}/sessions`)) === undefined) return
    this.#finish(t("{name} is signed out everywhere.", { name: this.#person.name }))
  }

  async #suspend() {
    const { name } = this.#person
    const answer = await this.#ask.ask({
      title: t("Suspend {name}?", { name }),
      text: t("{name} is signed out on all devices within seconds and cannot sign in any more. Orders, punches and the meal account stay. You can let them in again.", { name }),
      options: [{ value: "keep", label: t("Do not suspend"), isPrimary: true }, { value: "suspend", label: t("Suspend") }],
    })
    if (answer === "suspend") await this.#setSuspended(true)
  }

  async #setSuspended(suspended) {
    const { name } = this.#person
    if (await this.#attempt(() => patch(this.#address, { suspended })) === undefined) return
    this.#finish(suspended ? t("{name} is suspended.", { name }) : t("{name} can sign in again.", { name }))
  }

  async #attempt(act) {
    this.#fields.clearTrouble()
    try {
      return await proved(act)
    } catch (error) {
      this.#fields.showSentence(explainPeople(error))
    }
  }

  #finish(words) {
    this.close()
    this.#notice.show(words)
    emit(this, "people-changed")
  }
}

customElements.define("person-dialog", PersonDialog)
