// Everything about one item of the menu, in one form. Saving puts the item into the draft; what the check finds wrong then stands
// beside its field, and the form stays open. Fires "item-saved" with { item, isNew } and "form-closed".

import { FormDialog } from "../People/form-dialog.js"
import { emit, h } from "../Shared/dom.js"
import { baseLocale } from "../Shared/locale.js"
import { language, t } from "../Shared/messages.js"
import { amountText } from "../Shared/models/amount.js"
import { allergenFields, dietFields } from "./content-fields.js"
import { FormFields } from "./form-fields.js"
import { HoursFields } from "./hours-fields.js"
import { addItem, findItem, groupsOf, itemIDs, itemPointer, newID, sections, setItem, textOf, withMember, withText } from "./models/draft-edit.js"
import { below } from "./models/mistakes.js"
import { wholeNumber } from "./models/numbers.js"
import { typedPrice } from "./models/prices.js"
import { languageName } from "./manage-words.js"
import { PictureField } from "./picture-field.js"

class ItemDialog extends FormDialog {
  #draft = null
  #id = null // of the item that is changed; null for a new one
  #fields = null
  #read = []
  #save = null
  #another = null // opens a form for one more new item
  #isAnotherWanted = false

  // item: the item, or what a new one begins with; section: its index; save(change): puts a change into the draft, and returns
  // undefined when that failed, after a message. another(section): opens a form for one more new item.
  open(draft, { item, section, isNew, save, another = null }) {
    this.#draft = draft
    this.#id = isNew ? null : item.id
    this.#fields = new FormFields()
    this.#read = []
    this.#save = save
    this.#another = another
    this.#isAnotherWanted = false
    const names = [language(), ...draft.languages]
    this.present({
      id: "item-form-title", title: isNew ? t("New item") : textOf(item.name, names) || t("Item"), submit: () => this.#submit(item),
      content: [
        this.#fields.rest,
        this.#texts(item),
        this.#picture(item),
        h("div.manage-columns", {}, this.#price(item), this.#choice(item, "taxClass", t("Tax class"), this.#taxClasses())),
        h("div.manage-columns", {},
          this.#section(section),
          this.#choice(item, "station", t("Station"), (draft.part.stations ?? []).map(({ id, name }) => ({ value: id, label: textOf(name, names) }))),
          this.#number(item, "prepMinutes", t("Minutes of preparation"), { most: 240, words: t("Enter whole minutes, from 0 to 240.") })),
        this.#content(allergenFields(this.#fields, "", item, "item-")),
        this.#content(dietFields(this.#fields, "", item, "item-")),
        this.#choiceGroups(item, names),
        this.#more(item),
      ],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        another && h("button.button", { type: "button", "data-key": "save-another", onclick: ({ target }) => this.#submitForAnother(target.form) }, t("Save and add another")),
        h("button.button.primary", { type: "submit", "data-key": "save-item" }, t("Save in the draft")),
      ],
    })
    this.#showMistakes()
    if (isNew) this.querySelector("input")?.focus()
  }

  // Names and descriptions, one language below the other, so that what is missing is seen.
  #texts(item) {
    const words = t("Write one line, without control characters.")
    const rows = this.#draft.languages.map((tag, index) => {
      const name = h("input", { lang: tag, dir: "auto", autocomplete: "off", "data-key": `name-${tag}`, required: index === 0, value: item.name?.[tag] ?? "" })
      const summary = h("textarea", { lang: tag, dir: "auto", rows: 2, "data-key": `summary-${tag}`, required: index === 0 }, item.summary?.[tag] ?? "")
      this.#read.push(changed => ({
        ...changed,
        name: withText(changed.name, tag, name.value),
        // One line, which the field only breaks to be read.
        summary: withText(changed.summary, tag, summary.value.replace(/\s*\n\s*/gu, " ")),
      }))
      // A new item has no texts yet, so they are not marked as missing.
      const isComplete = () => this.#id === null || name.value !== "" && summary.value !== ""
      const missing = h("span.missing", { hidden: isComplete() }, t("missing"))
      for (const input of [name, summary]) input.addEventListener("input", () => { missing.hidden = isComplete() })
      const tongue = languageName(tag)
      return h("fieldset.translation", {},
        h("legend", {}, tongue, " ", missing),
        this.#fields.add(`/name/${tag}`, name, t("Name"), { words }),
        this.#fields.add(`/summary/${tag}`, summary, t("Description"), { words }))
    })
    return h("div.translations", {}, rows)
  }

  #price(item) {
    const { currency } = this.#draft
    const isPrice = Number.isSafeInteger(item.price)
    const input = h("input", {
      inputmode: "decimal", autocomplete: "off", "data-key": "price", required: true, dir: "ltr",
      value: isPrice ? amountText({ amount: item.price, currency }, baseLocale()) : item.price ?? "",
    })
    this.#read.push(changed => ({ ...changed, price: typedPrice(input.value, currency, baseLocale()) }))
    return this.#fields.add("/price", input, t("Price in {currency}", { currency }), { words: t("Enter an amount, such as {example}.", { example: amountText({ amount: 1250, currency }, baseLocale()) }) })
  }

  #choice(item, member, label, options) {
    const known = options.some(({ value }) => value === item[member])
    const select = h("select", { "data-key": member },
      !known && h("option", { value: item[member] ?? "", selected: true }, item[member] ?? t("Choose")),
      options.map(({ value, label }) => h("option", { value, selected: value === item[member] }, label)))
    this.#read.push(changed => ({ ...changed, [member]: select.value }))
    return this.#fields.add(`/${member}`, select, label)
  }

  #taxClasses() {
    return Object.entries(this.#draft.part.tax?.rates ?? {}).map(([value, rate]) => ({ value, label: t("{name} ({rate} %)", { name: value, rate }) }))
  }

  #section(index) {
    const select = h("select", { "data-key": "section" }, sections(this.#draft.part).map(({ name }, at) =>
      h("option", { value: at, selected: at === index }, textOf(name, [language(), ...this.#draft.languages]))))
    this.section = () => Number(select.value)
    return this.#fields.add("#section", select, t("Group of the menu"))
  }

  #number(item, member, label, { most, hint = null, words, isOptional = false }) {
    const input = h("input", { inputmode: "numeric", autocomplete: "off", "data-key": member, required: !isOptional, value: item[member] ?? "" })
    this.#read.push(changed => withMember(changed, member, wholeNumber(input.value, isOptional)))
    return this.#fields.add(`/${member}`, input, label, { hint, words: words ?? t("Enter a whole number from 0 to {most}.", { most }) })
  }

  #content(made) {
    this.#read.push(made.read)
    return made.element
  }

  // Which of the menu's choices the item offers; those that only this item has are listed and stay.
  #choiceGroups(item, names) {
    const shared = this.#draft.part.menu?.groups ?? []
    const own = groupsOf(item)
    if (shared.length + own.length === 0) return null
    const boxes = shared.map(({ id, name }) => ({ id, name, box: h("input", { type: "checkbox", "data-key": `group-${id}`, checked: (item.groups ?? []).includes(id) }) }))
    this.#read.push(changed => {
      const wanted = boxes.filter(({ box }) => box.checked).map(({ id }) => id)
      const kept = (changed.groups ?? []).filter(group => typeof group === "object" || wanted.includes(group))
      const groups = [...kept, ...wanted.filter(id => !kept.includes(id))]
      return withMember(changed, "groups", groups.length === 0 && changed.groups === undefined ? undefined : groups)
    })
    return this.#fields.addSet("/groups", t("Choices"), [
      h("div.box-row", {}, boxes.map(({ name, box }) => h("label.switch", {}, box, h("span", {}, textOf(name, names))))),
      own.length > 0 && h("p.hint", {}, t("Only this item has: {names}", { names: own.map(({ name }) => textOf(name, names)).join(", ") })),
    ])
  }

  #picture(item) {
    const picture = new PictureField(this.#fields, this.#draft.address, item.picture)
    this.#read.push(changed => withMember(changed, "picture", picture.value))
    return picture.element
  }

  #more(item) {
    const hours = new HoursFields(this.#fields, "/served", item.served)
    const always = h("input", { type: "checkbox", "data-key": "always-served", checked: item.served === undefined, onchange: () => { hours.element.hidden = always.checked } })
    hours.element.hidden = item.served === undefined
    this.#read.push(changed => withMember(changed, "served", always.checked ? undefined : hours.value ?? {}))
    return h("details", { open: item.served !== undefined || item.stock !== undefined },
      h("summary", {}, t("Energy, stock, serving hours")),
      h("div.stack", {},
        h("div.manage-columns", {},
          this.#number(item, "kilocalories", t("Kilocalories"), { most: 20_000, isOptional: true }),
          this.#number(item, "stock", t("Number available"), { most: 1_000_000, isOptional: true, hint: t("Empty: the item is not counted. A new number starts the count again.") })),
        h("fieldset.field-set", {}, h("legend", {}, t("Serving hours")),
          h("label.switch", {}, always, h("span", {}, t("Whenever the café is open"))), hours.element)))
  }

  #submitForAnother(form) {
    this.#isAnotherWanted = true
    form.requestSubmit()
  }

  async #submit(item) {
    const isAnotherWanted = this.#isAnotherWanted
    this.#isAnotherWanted = false
    let changed = this.#read.reduce((made, read) => read(made), item)
    const isNew = this.#id === null
    const section = this.section()
    const [main] = this.#draft.languages
    // A form that stays open because of a mistake has saved a new item already.
    const id = this.#id ?? newID(changed.name?.[main] ?? "", itemIDs(this.#draft.part), "item")
    changed = { id, ...withMember(changed, "id", undefined) }
    const saved = await this.#save(part => (isNew ? addItem(part, section, changed) : setItem(part, this.#id, changed, section)))
    if (saved === undefined) return
    this.#id = id
    emit(this, "item-saved", { id, isNew })
    if (this.#showMistakes()) return this.#fields.focusFirstMistake()
    this.close()
    if (isAnotherWanted) this.#another(section)
  }

  // Returns whether the item has any.
  #showMistakes() {
    const place = this.#id === null ? null : findItem(this.#draft.part, this.#id)
    if (place === null) return false
    return this.#fields.show(below(this.#draft.mistakes, itemPointer(place.section, place.index)))
  }
}

customElements.define("manage-item-dialog", ItemDialog)
