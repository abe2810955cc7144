// The hours of a week as seven lines that are typed: "08:00-14:30, 17:00-22:00".

import { h } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { DAYS, hoursOf, weekTexts } from "./models/hours-text.js"
import { dayName } from "./manage-words.js"

export class HoursFields {
  #inputs = new Map()
  #hours
  #texts

  // fields: of the form; pointer: where the hours are in what the form is about.
  constructor(fields, pointer, hours) {
    const texts = weekTexts(hours)
    this.#hours = hours
    this.#texts = texts
    const words = t("Write ranges in order, such as 08:00-14:30. Midnight at the end of the day is 24:00; what follows belongs to the next day.")
    const rows = DAYS.map(day => {
      const input = h("input", { autocomplete: "off", dir: "ltr", "data-key": `hours-${day}`, placeholder: t("closed"), value: texts[day] })
      this.#inputs.set(day, input)
      const row = fields.add(`${pointer}/${day}`, input, dayName(day, "long"), { words })
      row.classList.add("day-line")
      return row
    })
    const same = h("button.button.quiet", { type: "button", onclick: () => this.#copy() }, t("Every day like the first"))
    this.element = fields.addSet(pointer, t("Hours of the week"), [...rows, same], { hint: words, words })
  }

  // The hours as the campus file has them; null when no day has any. What nobody touched stays as it was written.
  get value() {
    const texts = Object.fromEntries([...this.#inputs].map(([day, input]) => [day, input.value]))
    return this.#hours && DAYS.every(day => texts[day] === this.#texts[day]) ? this.#hours : hoursOf(texts)
  }

  #copy() {
    const { value } = this.#inputs.get(DAYS[0])
    for (const input of this.#inputs.values()) input.value = value
  }
}
