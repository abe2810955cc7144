// The hours of a café, its pickup windows, when tickets are late, its stations and its taxes, in one form.

import { h, icon, render } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { plainText } from "../Shared/models/typed.js"
import { DraftForm } from "./draft-form.js"
import { HoursFields } from "./hours-fields.js"
import { languageName } from "./manage-words.js"
import { NewLanguage, NewStation, NewTaxClass } from "./models/additions.js"
import { newID, textOf, withMember, withText } from "./models/draft-edit.js"
import { PrinterFields } from "./printer-fields.js"
import { rangesText, typedRanges } from "./models/hours-text.js"
import { wholeNumber } from "./models/numbers.js"
import { ROUNDINGS, ROUNDING_LEVELS, roundingLevelName, roundingName } from "./tax-words.js"

const AGES = ["soonest", "scheduled", "arrival", "walk-up"]
const USUAL_AGES = { ageingMinutes: 5, lateMinutes: 8 }

class RulesEditor extends DraftForm {
  get #names() { return [language(), ...this.draft.languages] }
  get mistakes() { return this.draft.mistakes.filter(({ pointer }) => !pointer.startsWith("/menu/")) }

  panels() {
    const { part } = this.draft
    return [
      this.panel(t("Name of the café"), ...this.#cafeNames(part)),
      this.panel(t("Opening hours"), this.#hours(part)),
      this.panel(t("Days that differ"), this.#exceptions(part)),
      this.panel(t("Pickup windows"), this.#pickup(part)),
      this.panel(t("When tickets are late"), this.#ages(part)),
      this.panel(t("Handing over"), this.#handover(part)),
      this.panel(t("Stations"), this.#stations(part)),
      this.panel(t("Printers"), ...this.#printers(part)),
      this.panel(t("Taxes"), this.#taxes(part)),
    ]
  }

  #cafeNames(part) {
    return [this.#presentNames(part), this.#newLanguage()]
  }

  // The languages of the pages that the café does not have yet.
  #newLanguage() {
    const offered = Array.from(document.querySelectorAll("language-menu a[hreflang]"), link => link.hreflang).filter(tag => !this.draft.languages.includes(tag))
    if (offered.length === 0) return null
    const tag = h("select", { "data-key": "new-language" }, h("option", { value: "" }, t("none")), offered.map(value => h("option", { value }, languageName(value))))
    const name = h("input", { dir: "auto", autocomplete: "off", "data-key": "new-language-name" })
    const added = new NewLanguage()
    this.read.push(made => added.put(made, tag.value, name.value, textOf(made.name, this.draft.languages)))
    return h("div.manage-columns", {},
      this.fields.add("#language", tag, t("Another language"), { hint: t("Every text of the café then has a field for it.") }),
      this.fields.add("#language-name", name, t("Name of the café in it"), { hint: t("Empty: the first name.") }))
  }

  #presentNames(part) {
    return h("div.manage-columns", {}, this.draft.languages.map((tag, index) => {
      const input = h("input", { lang: tag, dir: "auto", autocomplete: "off", required: index === 0, "data-key": `cafe-name-${tag}`, value: part.name?.[tag] ?? "" })
      this.read.push(made => ({ ...made, name: withText(made.name, tag, input.value) }))
      return this.fields.add(`/name/${tag}`, input, languageName(tag))
    }))
  }

  #hours(part) {
    const hours = new HoursFields(this.fields, "/hours", part.hours)
    this.read.push(made => ({ ...made, hours: hours.value ?? {} }))
    return [hours.element, this.#number(part, ["dayBoundaryHour"], t("The service day begins at (hour)"), { most: 23, hint: t("Order numbers start again then. Choose an hour when the café is closed.") })]
  }

  #exceptions(part) {
    const closed = h("input", { type: "checkbox", "data-key": "closed-on-holidays", checked: part.closedOnHolidays === true })
    const list = h("div.stack")
    const rows = []
    const add = (entry, index) => {
      const from = h("input", { type: "date", required: true, "data-key": `exception-from-${index}`, value: entry.from ?? "" })
      const through = h("input", { type: "date", "data-key": `exception-through-${index}`, value: entry.through ?? "" })
      const hours = h("input", { autocomplete: "off", dir: "ltr", placeholder: t("closed"), "data-key": `exception-hours-${index}`, value: rangesText(entry.hours) })
      const place = `/exceptions/${index}`
      const row = h("fieldset.field-set.exception", {}, h("legend.hidden-visually", {}, t("Day that differs")), h("div.manage-columns", {},
        this.fields.add(`${place}/from`, from, t("First day"), { words: t("Choose a day that no other entry has.") }),
        this.fields.add(`${place}/through`, through, t("Last day, when there are several"), { words: t("Choose a day after the first one, at most a year later.") }),
        this.fields.add(`${place}/hours`, hours, t("Hours"), { words: t("Write ranges in order, such as 08:00-14:30. Midnight at the end of the day is 24:00; what follows belongs to the next day.") })),
      h("button.button.quiet", {
        type: "button",
        onclick: () => {
          rows.splice(rows.indexOf(read), 1)
          row.remove()
          more.focus()
          more.dispatchEvent(new Event("change", { bubbles: true }))
        },
      }, icon("close"), t("Remove this entry")))
      const read = () => {
        const made = withMember({ ...entry, from: from.value }, "through", through.value === "" ? undefined : through.value)
        return { ...made, hours: entry.hours && hours.value === rangesText(entry.hours) ? entry.hours : typedRanges(hours.value) }
      }
      rows.push(read)
      list.append(row)
      return from
    }
    const more = h("button.button", { type: "button", "data-key": "add-exception", onclick: () => add({}, rows.length).focus() }, icon("plus"), t("Add a day"))
    ;(Array.isArray(part.exceptions) ? part.exceptions : []).forEach(add)
    this.read.push(made => withMember(made, "exceptions", rows.length > 0 ? rows.map(read => read()) : undefined))
    this.read.push(made => withMember(made, "closedOnHolidays", closed.checked ? true : made.closedOnHolidays === undefined ? undefined : false))
    return [h("label.switch", {}, closed, h("span", {}, t("Closed on public holidays"))),
      h("p.hint", {}, t("The holidays are those of the site. A day below goes before, so that the café can open on a holiday.")), list, h("div.row", {}, more)]
  }

  // A whole number somewhere in the part. steps: the names on the way; an empty field leaves it out unless it is required.
  #number(part, steps, label, { most, hint = null, isOptional = false }) {
    const pointer = steps.map(step => `/${step}`).join("")
    const value = steps.reduce((found, step) => found?.[step], part)
    const input = h("input", { inputmode: "numeric", autocomplete: "off", required: !isOptional, "data-key": steps.join("-"), value: value ?? "" })
    this.read.push(made => set(made, steps, wholeNumber(input.value, isOptional)))
    return this.fields.add(pointer, input, label, { hint, words: t("Enter a whole number, at most {most}. Some numbers depend on each other: see the hint.", { most }) })
  }

  // A part that a café may do without: a box, and fields while it is ticked.
  #optional(part, member, label, first, content) {
    const box = h("input", { type: "checkbox", "data-key": `has-${member}`, checked: part[member] !== undefined })
    this.read.push(made => withMember(made, member, box.checked ? made[member] ?? first : undefined))
    const inner = h("div.stack", { hidden: !box.checked })
    box.addEventListener("change", () => { inner.hidden = !box.checked })
    inner.append(...content.flat())
    for (const input of inner.querySelectorAll("input[required]")) input.required = false
    const reads = this.read.splice(this.read.length - 1 - content.flat().length)
    // The fields of a part that is not wanted put nothing back.
    this.read.push(reads.at(-1), ...reads.slice(0, -1).map(read => made => (made[member] === undefined ? made : read(made))))
    return [h("label.switch", {}, box, h("span", {}, label)), inner]
  }

  #pickup(part) {
    const shown = { ...part, pickup: part.pickup ?? { minutes: 15, orders: 20 } }
    const stations = part.stations ?? []
    const content = [
      this.#number(shown, ["pickup", "minutes"], t("Length of a window in minutes"), { most: 240 }),
      this.#number(shown, ["pickup", "leadMinutes"], t("Shortest time from an order to its pickup, in minutes"), { most: 240, isOptional: true }),
      this.#number(shown, ["pickup", "holdMinutes"], t("A basket holds its window for (minutes)"), { most: 60, isOptional: true, hint: t("5 when empty.") }),
      this.#number(shown, ["pickup", "orders"], t("Most orders in a window"), { most: 100_000, isOptional: true, hint: t("A window needs at least one limit: orders, items or minutes of work.") }),
      this.#number(shown, ["pickup", "items"], t("Most items in a window"), { most: 100_000, isOptional: true }),
      this.#number(shown, ["pickup", "walkUpMinutes"], t("Longest wait of somebody at the counter, in minutes"), { most: 240, isOptional: true, hint: t("Not shorter than a window. Empty: no room is kept for the counter.") }),
      ...stations.map(({ id, name }) => this.#number(shown, ["pickup", "workMinutes", id], t("Most minutes of work in a window: {station}", { station: textOf(name, this.#names) }), { most: 100_000, isOptional: true })),
    ]
    return this.#optional(part, "pickup", t("People choose a time of pickup"), { minutes: 15, orders: 20 }, content)
  }

  #ages(part) {
    const rows = AGES.map(kind => {
      const name = agesName(kind)
      const present = part.ticketAges?.[kind]
      const inputs = ["ageingMinutes", "lateMinutes"].map(member => h("input", { inputmode: "numeric", autocomplete: "off", "data-key": `${kind}-${member}`, placeholder: USUAL_AGES[member], value: present?.[member] ?? "" }))
      this.read.push(made => {
        const [ageing, late] = inputs.map(input => wholeNumber(input.value, true))
        const ages = ageing === undefined && late === undefined ? undefined : withMember(withMember(made.ticketAges?.[kind] ?? {}, "ageingMinutes", ageing), "lateMinutes", late)
        const all = withMember(made.ticketAges ?? {}, kind, ages)
        return withMember(made, "ticketAges", Object.keys(all).length === 0 ? undefined : all)
      })
      return h("fieldset.field-set", {}, h("legend", {}, name), h("div.manage-columns", {},
        this.fields.add(`/ticketAges/${kind}/ageingMinutes`, inputs[0], t("Soon late after (minutes)"), { words: t("Enter whole minutes, from 1 to 240.") }),
        this.fields.add(`/ticketAges/${kind}/lateMinutes`, inputs[1], t("Late after (minutes)"), { words: t("Enter whole minutes, more than before, at most 240.") })))
    })
    return [h("p.hint", {}, t("Empty: 5 and 8 minutes.")), ...rows]
  }

  #handover(part) {
    const code = h("input", { type: "checkbox", "data-key": "handover-code", checked: part.handover?.code === true })
    const pass = h("input", { type: "checkbox", "data-key": "handover-pass", checked: part.handover?.passConfirms === true })
    const fields = [
      this.#number(part, ["handover", "remindMinutes"], t("Remind of a ready order after (minutes)"), { most: 1440, isOptional: true }),
      this.#number(part, ["handover", "giveUpMinutes"], t("Not collected after (minutes)"), { most: 1440, isOptional: true, hint: t("More than the minutes before. Empty: a ready order waits for ever.") }),
      this.#number(part, ["handover", "refundPercent"], t("Percent of the total that goes back then"), { most: 100, isOptional: true, hint: t("Only together with the minutes after which it counts as not collected.") }),
    ]
    this.read.push(made => {
      const flag = (rules, name, { checked }) => withMember(rules, name, checked ? true : made.handover?.[name] === false ? false : undefined)
      const rules = flag(flag(made.handover ?? {}, "code", code), "passConfirms", pass)
      return withMember(made, "handover", Object.keys(rules).length === 0 ? undefined : rules)
    })
    return [
      h("label.switch", {}, code, h("span", {}, t("People show a code to get their order"))),
      h("label.switch", {}, pass, h("span", {}, t("An order is ready only when the pass confirms it"))),
      ...fields,
    ]
  }

  #stations(part) {
    const [main] = this.draft.languages
    const rows = (part.stations ?? []).map((station, index) => h("fieldset.field-set", {}, h("legend", {}, textOf(station.name, this.#names)),
      h("div.manage-columns", {}, this.draft.languages.map(tag => {
        const input = h("input", { lang: tag, dir: "auto", autocomplete: "off", required: tag === main, "data-key": `station-${station.id}-${tag}`, value: station.name?.[tag] ?? "" })
        this.read.push(made => ({ ...made, stations: made.stations.map(present => (present.id === station.id ? { ...present, name: withText(present.name, tag, input.value) } : present)) }))
        return this.fields.add(`/stations/${index}/name/${tag}`, input, languageName(tag))
      }))))
    const added = h("input", { autocomplete: "off", dir: "auto", lang: main, "data-key": "new-station" })
    const station = new NewStation()
    this.read.push(made => station.put(made, added.value, main))
    return [...rows, this.fields.add("#station", added, t("Name of a new station"), { hint: t("Empty: none is added.") })]
  }

  #printers(part) {
    const printers = new PrinterFields(this, part.printers)
    this.read.push(made => withMember(made, "printers", printers.value(made.printers)))
    return printers.content
  }

  #taxes(part) {
    const rates = part.tax?.rates ?? {}
    const words = t("Enter a percentage from 0 to 100, such as 8.25.")
    const rows = Object.entries(rates).map(([taxClass, rate]) => {
      const input = h("input", { inputmode: "decimal", autocomplete: "off", dir: "ltr", required: true, "data-key": `tax-${taxClass}`, value: rate })
      this.read.push(made => ({ ...made, tax: { ...made.tax, rates: { ...made.tax.rates, [taxClass]: plainPercentage(input.value) } } }))
      return this.fields.add(`/tax/rates/${taxClass}`, input, t("{name}, in percent", { name: taxClass }), { words })
    })
    const included = choice("tax-included", [["true", t("Prices contain the tax")], ["false", t("Tax is added to prices")]], String(part.tax?.included))
    const rounding = choice("tax-rounding", ROUNDINGS.map(value => [value, roundingName(value)]), part.tax?.rounding)
    const level = choice("tax-rounding-level", ROUNDING_LEVELS.map(value => [value, roundingLevelName(value)]), part.tax?.roundingLevel ?? "line")
    this.read.push(made => {
      const tax = { ...made.tax, included: included.value === "true", rounding: rounding.value }
      // A café that never chose a level stays without one.
      return { ...made, tax: level.value === (tax.roundingLevel ?? "line") ? tax : { ...tax, roundingLevel: level.value } }
    })
    const name = h("input", { autocomplete: "off", dir: "auto", "data-key": "new-tax-class" })
    const rate = h("input", { inputmode: "decimal", autocomplete: "off", dir: "ltr", "data-key": "new-tax-rate" })
    const added = new NewTaxClass()
    this.read.push(made => added.put(made, name.value, plainPercentage(rate.value)))
    const isIncomplete = () => (name.value.trim() === "") !== (rate.value.trim() === "")
    this.added.push(made => {
      if (!isIncomplete()) return made
      const id = newID(name.value.trim(), Object.keys(made.tax.rates ?? {}), "tax")
      return { ...made, tax: { ...made.tax, rates: { ...made.tax.rates, [id]: plainPercentage(rate.value) } } }
    })
    const incomplete = h("p.field-error", { role: "status" })
    const tell = () => render(incomplete, isIncomplete() && [icon("information"), h("span", {}, t("The new tax class is not in the draft yet: it needs a name and a rate."))])
    for (const input of [name, rate]) input.addEventListener("change", tell)
    return [
      this.fields.add("/tax/included", included, t("Prices and tax")),
      h("div.manage-columns", {},
        this.fields.add("/tax/rounding", rounding, t("Rounding of taxes")),
        this.fields.add("/tax/roundingLevel", level, t("Tax is rounded"), {
          hint: t("A qualified invoice in Japan rounds once for each tax rate."), words: t("The tax of a whole order can be rounded where there are at most five different tax rates."),
        })),
      h("div.manage-columns", {}, rows),
      h("div.manage-columns", {},
        this.fields.add("#tax-name", name, t("Name of a new tax class"), { hint: t("Empty: none is added.") }),
        this.fields.add("#tax-rate", rate, t("Its rate in percent"))),
      incomplete,
    ]
  }
}

const choice = (key, options, chosen) => h("select", { "data-key": key }, options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)))

function agesName(kind) {
  switch (kind) {
    case "soonest": return t("Orders for as soon as possible")
    case "scheduled": return t("Orders for a chosen time")
    case "arrival": return t("Orders that started when their person came")
    default: return t("Orders of the counter and the kiosk")
  }
}

// The decimals of the file have a point.
const plainPercentage = text => plainText(text).replace(/[٪%]/gu, "").replace(/[,٫]/u, ".").trim()

// Sets a value below some names; undefined leaves it out, and an object that becomes empty on the way too.
function set(object, [name, ...rest], value) {
  if (rest.length === 0) return withMember(object, name, value)
  const inner = set(object[name] ?? {}, rest, value)
  return withMember(object, name, Object.keys(inner).length === 0 ? undefined : inner)
}

customElements.define("rules-editor", RulesEditor)
