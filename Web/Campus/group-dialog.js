// A group of choices in one form: its name, how many must and may be taken, and the choices with their prices and allergens.

import { FormDialog } from "../People/form-dialog.js"
import { h, icon } from "../Shared/dom.js"
import { baseLocale } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"
import { amountText } from "../Shared/models/amount.js"
import { allergenFields, dietFields } from "./content-fields.js"
import { FormFields } from "./form-fields.js"
import { languageName } from "./manage-words.js"
import { addGroup, allGroups, newID, setGroup, textOf, withMember, withText } from "./models/draft-edit.js"
import { below } from "./models/mistakes.js"
import { wholeNumber } from "./models/numbers.js"
import { typedPrice } from "./models/prices.js"

class GroupDialog extends FormDialog {
  #draft = null
  #save = null
  #item = null // the id of the item that has the group alone, or null
  #id = null // of the group; null for a new one

  // save(change): as for the dialog of an item.
  open(draft, { group, item = null, isNew = false, save }) {
    this.#draft = draft
    this.#save = save
    this.#item = item
    this.#id = isNew ? null : group.id
    this.#show(group)
    if (isNew) this.querySelector("input").focus()
  }

  get #names() { return [language(), ...this.#draft.languages] }

  #show(group) {
    const fields = new FormFields()
    const read = []
    const number = (member, label, hint) => {
      const input = h("input", { inputmode: "numeric", autocomplete: "off", required: true, "data-key": `group-${member}`, value: group[member] ?? "" })
      read.push(made => ({ ...made, [member]: wholeNumber(input.value, false) }))
      return fields.add(`/${member}`, input, label, { hint, words: t("Enter a whole number that the choices allow.") })
    }
    const list = h("div.stack")
    const rows = []
    const add = choice => {
      const row = this.#choice(fields, choice, rows.length, group.defaults ?? [])
      const remove = h("button.button.quiet", {
        type: "button",
        onclick: () => {
          rows.splice(rows.indexOf(row), 1)
          row.element.remove()
          more.focus()
        },
      }, icon("close"), t("Remove this choice"))
      row.element.querySelector(".choice-body").append(remove)
      rows.push(row)
      list.append(row.element)
      return row
    }
    const more = h("button.button", {
      type: "button", "data-key": "add-choice",
      onclick: () => {
        const row = add({ name: {}, price: 0, allergens: "unknown" })
        row.element.open = true
        row.element.querySelector("input").focus()
      },
    }, icon("plus"), t("Add a choice"))
    for (const choice of group.choices ?? []) add(choice)
    this.present({
      id: "group-title", title: this.#id === null ? t("New choices") : textOf(group.name, this.#names) || t("Choices"),
      content: [
        fields.rest,
        h("div.manage-columns", {}, this.#texts(fields, "/name", group.name, "group-name-", texts => read.push(made => ({ ...made, name: texts(made.name) })))),
        h("div.manage-columns", {},
          number("minimum", t("At least"), t("1 or more: people have to choose.")),
          number("maximum", t("At most"), null)),
        fields.addSet("/choices", t("Choices"), [list, h("div.row", {}, more)]),
        fields.addSet("/defaults", t("Proposed choices"), [h("p.hint", {}, t("Tick “Proposed” at the choices that the page proposes, at most as many as may be taken."))]),
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit", "data-key": "save-group" }, t("Save in the draft")),
      ],
      submit: () => this.#submit(group, read, rows),
    })
    const place = this.#id !== null && allGroups(this.#draft.part).find(({ group, item }) => group.id === this.#id && (item?.id ?? null) === this.#item)
    if (place && fields.show(below(this.#draft.mistakes, place.pointer))) fields.focusFirstMistake()
    return Boolean(place) && below(this.#draft.mistakes, place.pointer).length > 0
  }

  // A text in each language; take(change): receives what changes the texts.
  #texts(fields, place, texts, key, take) {
    const inputs = this.#draft.languages.map((tag, index) => ({
      tag, input: h("input", { lang: tag, dir: "auto", autocomplete: "off", required: index === 0, "data-key": `${key}${tag}`, value: texts?.[tag] ?? "" }),
    }))
    take(made => inputs.reduce((all, { tag, input }) => withText(all, tag, input.value), made ?? {}))
    return inputs.map(({ tag, input }) => fields.add(`${place}/${tag}`, input, t("Name ({language})", { language: languageName(tag) })))
  }

  #choice(fields, choice, index, defaults) {
    const { currency } = this.#draft
    const place = `/choices/${index}`
    const read = []
    const price = h("input", { inputmode: "decimal", autocomplete: "off", required: true, dir: "ltr", "data-key": `choice-price-${index}`,
      value: Number.isSafeInteger(choice.price) ? amountText({ amount: choice.price, currency }, baseLocale()) : choice.price ?? "" })
    read.push(made => ({ ...made, price: typedPrice(price.value, currency, baseLocale()) }))
    const number = (member, label, hint, words) => {
      const input = h("input", { inputmode: "numeric", autocomplete: "off", "data-key": `choice-${member}-${index}`, value: choice[member] ?? "" })
      read.push(made => withMember(made, member, wholeNumber(input.value, true)))
      return fields.add(`${place}/${member}`, input, label, { hint, words })
    }
    const proposed = h("input", { type: "checkbox", "data-key": `choice-default-${index}`, checked: defaults.includes(choice.id) })
    const content = [allergenFields(fields, place, choice, `choice-${index}-`), dietFields(fields, place, choice, `choice-${index}-`)]
    read.push(...content.map(made => made.read))
    const body = h("div.choice-body.stack", {},
      h("div.manage-columns", {}, this.#texts(fields, `${place}/name`, choice.name, `choice-name-${index}-`, texts => read.push(made => ({ ...made, name: texts(made.name) })))),
      h("div.manage-columns", {},
        fields.add(`${place}/price`, price, t("Added price in {currency}", { currency }), { words: t("Enter an amount, such as {example}.", { example: amountText({ amount: 50, currency }, baseLocale()) }) }),
        number("maximumQuantity", t("How often"), t("1 when empty."), t("Enter a whole number from 1 to 99.")),
        number("kilocalories", t("Kilocalories"), null, t("Enter a whole number from 0 to {most}.", { most: 20_000 }))),
      h("label.switch", {}, proposed, h("span", {}, t("Proposed"))),
      content.map(({ element }) => element))
    const element = h("details.choice-row", {}, h("summary", {}, textOf(choice.name, this.#names) || t("New choice")), body)
    return { element, isProposed: () => proposed.checked, read: () => read.reduce((made, step) => step(made), choice) }
  }

  async #submit(group, read, rows) {
    const [main] = this.#draft.languages
    let made = read.reduce((all, step) => step(all), group)
    const choices = []
    const defaults = []
    for (const row of rows) {
      const choice = row.read()
      const id = choice.id ?? newID(choice.name[main] ?? "", [...(group.choices ?? []), ...choices].map(known => known.id), "choice")
      choices.push({ id, ...choice })
      if (row.isProposed()) defaults.push(id)
    }
    made = withMember({ ...made, choices }, "defaults", defaults.length > 0 ? defaults : undefined)
    const isNew = this.#id === null
    if (isNew) made = { id: newID(made.name[main] ?? "", allGroups(this.#draft.part).map(({ group }) => group.id), "choices"), ...withMember(made, "id", undefined) }
    const saved = await this.#save(part => (isNew ? addGroup(part, made) : setGroup(part, this.#item, this.#id, made)))
    if (saved === undefined) return
    this.#id = made.id
    // The form shows what the check found, at the places that the draft has now.
    const place = allGroups(this.#draft.part).find(({ group, item }) => group.id === this.#id && (item?.id ?? null) === this.#item)
    if (place && below(this.#draft.mistakes, place.pointer).length > 0) this.#show(place.group)
    else this.close()
  }
}

customElements.define("manage-group-dialog", GroupDialog)
