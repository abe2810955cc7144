// The all-day counts in one row: the most frequent items, and a button that lists all items with their choices (C72).

import { emit, h, render } from "../Shared/dom.js"
import { fitRow } from "../Shared/fit-row.js"
import { t } from "../Shared/messages.js"
import { total } from "./models/all-day.js"

class AllDayStrip extends HTMLElement {
  #items = []
  #row = h("ul.all-day-row")
  #button = h("button.button.all-day-button", { type: "button", onclick: () => emit(this, "all-day", { items: this.#items }) })
  #sizes = new ResizeObserver(() => this.#fit())

  connectedCallback() {
    render(this, this.#button, this.#row)
    this.#sizes.observe(this)
  }

  disconnectedCallback() { this.#sizes.disconnect() }

  get items() { return this.#items }

  show(items) {
    this.#items = items
    this.#button.textContent = t("To make: {count}", { count: total(items) })
    render(this.#row, items.map(({ name, quantity }) => h("li", {}, h("strong.figures", {}, String(quantity)), " ", h("span", {}, name))))
    this.#fit()
  }

  // The button lists everything, so the row is hidden when its first item does not fit.
  #fit() {
    fitRow(this.#row)
    const first = this.#row.firstElementChild
    if (first && this.#row.scrollWidth > this.#row.clientWidth) first.hidden = true
  }
}

// Shows all items with their choices in a dialog.
export const askAllDay = (ask, items) => ask.ask({
  title: t("To make now"),
  content: [allDayList(items)],
  options: [{ value: "close", label: t("Back to the tickets"), isPrimary: true }],
})

function allDayList(items) {
  if (items.length === 0) return h("p.muted", {}, t("Nothing is to be made."))
  return h("dl.all-day-list", {}, items.map(({ name, quantity, splits }) => h("div", {},
    h("dt", {}, h("strong.figures", {}, String(quantity)), " ", name),
    splits.some(({ choices }) => choices.length > 0) && splits.map(split =>
      h("dd", {}, h("span.figures", {}, String(split.quantity)), " ", choiceWords(split.choices))))))
}

const choiceWords = choices => choices.length === 0
  ? t("Without choices")
  : choices.map(choice => choice.quantity > 1 ? t("{name} × {quantity}", choice) : choice.name).join(" · ")

customElements.define("all-day-strip", AllDayStrip)
