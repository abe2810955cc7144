// The fields of a person that an administrator fills in: name, sign-in name, language and roles.

import { h, icon, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { explainPeople } from "./explain-people.js"
import { refusedField } from "./models/people-problems.js"
import "./role-choice.js"

class PersonFields extends HTMLElement {
  #name = h("input", { id: "person-name", name: "name", required: true, maxlength: 100, autocomplete: "off", "aria-errormessage": "person-trouble" })
  #signInName = h("input", {
    id: "person-sign-in-name", name: "signInName", maxlength: 128, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    dir: "auto", "aria-describedby": "person-sign-in-hint", "aria-errormessage": "person-trouble",
  })
  #language = h("select", { id: "person-language", name: "language" })
  #roles = h("role-choice", { tabindex: "-1" })
  #trouble = h("p.field-error", { id: "person-trouble", role: "alert" })

  // person: as GET /api/v1/people lists them; roles and cafes: as for role-choice. A sign-in name can be changed, but not removed.
  show(person, roles, cafes) {
    this.#name.value = person.name
    this.#signInName.value = person.signInName ?? ""
    this.#signInName.required = person.id === undefined || person.signInName !== undefined
    render(this.#language, languages(person.language).map(({ tag, name }) =>
      h("option", { value: tag, lang: tag, selected: tag === person.language }, name)))
    render(this,
      field(this.#name, t("Name")),
      field(this.#signInName, t("E-mail or staff number"), h("span.hint", { id: "person-sign-in-hint" }, t("The person signs in with it. Nobody else may have it."))),
      field(this.#language, t("Language of the pages")),
      this.#roles, this.#trouble)
    this.#roles.show(roles, person.roles, cafes)
  }

  get values() {
    return { name: this.#name.value, signInName: this.#signInName.value, language: this.#language.value, roles: this.#roles.grants }
  }

  focusName() { this.#name.focus() }

  clearTrouble() {
    for (const input of [this.#name, this.#signInName]) input.removeAttribute("aria-invalid")
    render(this.#trouble)
  }

  // Says why a call failed, and leads to the field that it is about.
  showTrouble(error) {
    this.showSentence(explainPeople(error))
    const wrong = { name: this.#name, "sign-in-name": this.#signInName, language: this.#language }[refusedField(error)]
    wrong?.setAttribute("aria-invalid", "true")
    wrong?.focus()
  }

  showSentence(text) {
    render(this.#trouble, icon("information"), h("span", {}, text))
    this.#trouble.scrollIntoView({ block: "nearest" })
  }
}

const field = (input, label, hint = null) => h("div.field", {}, h("label", { for: input.id }, label), hint, input)

// The languages that the pages are in, and the person's own.
function languages(own) {
  const offered = Array.from(document.querySelectorAll("language-menu a[hreflang]"), link => ({ tag: link.hreflang, name: link.textContent }))
  return offered.some(({ tag }) => tag === own) ? offered : [...offered, { tag: own, name: own }]
}

customElements.define("person-fields", PersonFields)
