// The receipt printers of a café in the form of its rules: where each is, what it prints, and a test page for one that is in force.

import { stateWords } from "../Cafes/kitchen-printers.js"
import { h, icon, render } from "../Shared/dom.js"
import { post } from "../Shared/http.js"
import { language, t } from "../Shared/messages.js"
import { languageName } from "./manage-words.js"
import { newID, textOf, withMember, withText } from "./models/draft-edit.js"
import { wholeNumber } from "./models/numbers.js"

const COLUMNS = [48, 42, 32]
const CODE_PAGES = ["pc858", "pc437", "windows-1252", "utf-8"]

export class PrinterFields {
  #form
  #rows = [] // { printer, read }
  #list = h("div.stack")
  #more = h("button.button", { type: "button", "data-key": "add-printer", onclick: () => this.#add() }, icon("plus"), t("Add a printer"))

  // form: a DraftForm.
  constructor(form, printers) {
    this.#form = form
    for (const printer of Array.isArray(printers) ? printers : []) this.#show(printer, true)
  }

  get content() {
    return [h("p.hint", {}, t("Receipt printers of the network that understand ESC/POS. Without one, orders are on the screens only.")), this.#list, h("div.row", {}, this.#more)]
  }

  // The printers as the campus file has them; undefined without any. known: those of the part.
  value(known) {
    if (this.#rows.length === 0) return known?.length === 0 ? known : undefined
    const ids = this.#rows.map(({ printer }) => printer.id).filter(Boolean)
    return this.#rows.map(row => {
      const made = row.read()
      if (row.printer.id) return made
      // Named when it is seen first, so that it stays the same printer.
      row.printer = { ...row.printer, id: newID(textOf(made.name, this.#form.draft.languages), ids, "printer") }
      ids.push(row.printer.id)
      return { id: row.printer.id, ...made }
    })
  }

  #add() {
    const first = this.#show({ name: {}, host: "", stations: [] }, false)
    first.focus()
  }

  // Returns its first field.
  #show(printer, isKnown) {
    const { fields, draft } = this.#form
    const names = [language(), ...draft.languages]
    const place = `/printers/${this.#rows.length}`
    const reads = []
    const row = { printer, read: () => reads.reduce((made, read) => read(made), row.printer) }
    const texts = draft.languages.map((tag, index) => {
      const input = h("input", { lang: tag, dir: "auto", autocomplete: "off", required: index === 0, value: printer.name?.[tag] ?? "", "data-key": `printer-name-${this.#rows.length}-${tag}` })
      reads.push(made => ({ ...made, name: withText(made.name, tag, input.value) }))
      return { input, field: fields.add(`${place}/name/${tag}`, input, t("Name ({language})", { language: languageName(tag) })) }
    })
    const host = h("input", { autocomplete: "off", autocapitalize: "none", spellcheck: "false", dir: "ltr", required: true, value: printer.host ?? "", "data-key": `printer-host-${this.#rows.length}` })
    reads.push(made => ({ ...made, host: host.value.trim() }))
    const port = h("input", { inputmode: "numeric", autocomplete: "off", dir: "ltr", placeholder: "9100", value: printer.port ?? "" })
    reads.push(made => withMember(made, "port", wholeNumber(port.value, true)))
    const boxes = (draft.part.stations ?? []).map(({ id, name }) => ({ id, name, box: h("input", { type: "checkbox", checked: (printer.stations ?? []).includes(id) }) }))
    reads.push(made => {
      const wanted = boxes.filter(({ box }) => box.checked).map(({ id }) => id)
      const kept = (made.stations ?? []).filter(id => wanted.includes(id) || !boxes.some(known => known.id === id))
      return { ...made, stations: [...kept, ...wanted.filter(id => !kept.includes(id))] }
    })
    const columns = select(COLUMNS.map(count => [String(count), String(count)]), String(printer.columns ?? 48))
    reads.push(made => (Number(columns.value) === (made.columns ?? 48) ? made : { ...made, columns: Number(columns.value) }))
    const page = select(CODE_PAGES.map(name => [name, name]), printer.codePage ?? "pc858")
    page.translate = false
    reads.push(made => (page.value === (made.codePage ?? "pc858") ? made : { ...made, codePage: page.value }))
    const others = (draft.part.printers ?? []).filter(({ id }) => id !== printer.id)
    const backup = select([["", t("none")], ...others.map(({ id, name }) => [id, textOf(name, names) || id])], printer.backup ?? "")
    reads.push(made => withMember(made, "backup", backup.value === "" ? undefined : backup.value))
    const news = h("p.hint", { role: "status" })
    const element = h("fieldset.field-set.exception", {}, h("legend", {}, textOf(printer.name, names) || t("New printer")),
      h("div.manage-columns", {}, texts.map(({ field }) => field),
        fields.add(`${place}/host`, host, t("Name or address on the network"), { words: t("Enter a name or an address of the network that no other printer here has.") }),
        fields.add(`${place}/port`, port, t("Port"), { words: t("Enter a whole number from 1 to 65535.") })),
      fields.addSet(`${place}/stations`, t("Prints the tickets of"), h("div.box-row", {}, boxes.map(({ name, box }) => h("label.switch", {}, box, h("span", {}, textOf(name, names))))), { hint: t("None: it prints receipts.") }),
      h("div.manage-columns", {},
        fields.add(`${place}/columns`, columns, t("Characters on a line")),
        fields.add(`${place}/codePage`, page, t("Code page")),
        fields.add(`${place}/backup`, backup, t("Prints in its place when it cannot"))),
      h("div.row", {},
        isKnown && h("button.button", { type: "button", "data-key": `test-printer-${printer.id}`, onclick: () => this.#test(printer, news) }, t("Print a test page")),
        h("button.button.quiet", { type: "button", onclick: () => this.#remove(row, element) }, icon("close"), t("Remove this printer"))),
      news)
    this.#rows.push(row)
    this.#list.append(element)
    return texts[0].input
  }

  #remove(row, element) {
    this.#rows.splice(this.#rows.indexOf(row), 1)
    element.remove()
    this.#more.focus()
    this.#more.dispatchEvent(new Event("change", { bubbles: true }))
  }

  // As it is in force: what is typed and not published is not tried.
  async #test({ id, name }, news) {
    render(news, t("The printer is asked …"))
    const answer = await this.#form.page.attempt(() => post(`${this.#form.draft.address}/printers/${encodeURIComponent(id)}/test-pages`))
    const shown = textOf(name, [language(), ...this.#form.draft.languages]) || id
    render(news, answer && (answer.isPrinted ? t("{printer} has printed a test page.", { printer: shown }) : stateWords({ state: answer.state, name: shown })))
  }
}

const select = (options, chosen) => h("select", {}, options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)))
