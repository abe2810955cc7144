// Changes many items at once: their prices, or their allergens.

import { allergenName } from "../Cafes/allergen-words.js"
import { FormDialog } from "../People/form-dialog.js"
import { h, icon, render } from "../Shared/dom.js"
import { baseLocale, money } from "../Shared/locale.js"
import { language, t, tn } from "../Shared/messages.js"
import { exponent } from "../Shared/models/money.js"
import { ALLERGENS, withAllergen } from "./models/allergen-change.js"
import { allItems, changeItems, textOf } from "./models/draft-edit.js"
import { changedPrice, typedChange } from "./models/prices.js"

const EXAMPLES = 5

class BulkDialog extends FormDialog {
  // kind: "prices" or "allergens"; ids: of the items; save(words, change): puts a change into the draft.
  open(draft, { kind, ids, save }) {
    const form = kind === "prices" ? this.#prices(draft, ids) : this.#allergens(draft, ids)
    const done = tn("{count} item is changed.", "{count} items are changed.", ids.length)
    this.present({
      id: "bulk-title", title: form.title, content: [h("p", {}, tn("For {count} chosen item.", "For {count} chosen items.", ids.length)), ...form.content],
      foot: [
        h("button.button", { type: "button", onclick: () => this.close() }, t("Cancel")),
        h("button.button.primary", { type: "submit", "data-key": "save-bulk" }, t("Save in the draft")),
      ],
      submit: async () => {
        const change = form.change()
        if (change === null) return
        if (await save(done, part => changeItems(part, ids, change))) this.close()
      },
    })
    this.querySelector("input, select").focus()
  }

  #prices(draft, ids) {
    const { currency } = draft
    const kind = h("select", { id: "bulk-kind", "data-key": "bulk-kind", onchange: () => look() },
      [["percent", t("by percent")], ["amount", t("by an amount in {currency}", { currency })]].map(([value, label]) => h("option", { value }, label)))
    const number = h("input", { id: "bulk-number", "data-key": "bulk-number", inputmode: "text", autocomplete: "off", dir: "ltr", required: true, "aria-describedby": "bulk-hint bulk-error", oninput: () => look() })
    const steps = [1, 5, 10, 50].filter(step => step <= 10 ** exponent(currency))
    const step = h("select", { id: "bulk-step", onchange: () => look() }, steps.map(value => h("option", { value }, money({ amount: value, currency }))))
    const error = h("p.field-error", { id: "bulk-error", role: "alert" })
    const examples = h("ul.differences", { "aria-live": "polite" })
    const read = () => typedChange(number.value, kind.value, currency, baseLocale(), Number(step.value))
    const chosen = allItems(draft.part).map(({ item }) => item).filter(({ id }) => ids.includes(id))
    const look = () => {
      const change = read()
      render(error)
      render(examples, change && chosen.slice(0, EXAMPLES).map(item => h("li", {}, t("{label}: {before} → {after}", {
        label: textOf(item.name, [language(), ...draft.languages]), before: priceWords(item.price, currency), after: priceWords(changedPrice(item.price, change), currency),
      }))))
      return change
    }
    return {
      title: t("Change prices"),
      content: [
        h("div.field", {}, h("label", { for: kind.id }, t("How")), kind),
        h("div.field", {}, h("label", { for: number.id }, t("Up or down")), h("p.hint", { id: "bulk-hint" }, t("With a minus, prices go down. No price goes below zero.")), number, error),
        h("div.field", {}, h("label", { for: step.id }, t("Round to")), step),
        examples,
      ],
      change: () => {
        const change = look()
        if (change) return item => ({ ...item, price: changedPrice(item.price, change) })
        render(error, icon("information"), h("span", {}, t("Enter a number, such as 5 or -2.5.")))
        number.focus()
        return null
      },
    }
  }

  #allergens(draft, ids) {
    const allergen = h("select", { id: "bulk-allergen", "data-key": "bulk-allergen" }, ALLERGENS.map(id => h("option", { value: id }, allergenName(id))))
    const kind = h("select", { id: "bulk-allergen-kind", "data-key": "bulk-allergen-kind" },
      [["contains", t("contains")], ["mayContain", t("may contain")], ["", t("no")]].map(([value, label]) => h("option", { value }, label)))
    const unknown = allItems(draft.part).filter(({ item }) => ids.includes(item.id) && typeof item.allergens !== "object").length
    return {
      title: t("Change allergens"),
      content: [
        h("div.field", {}, h("label", { for: allergen.id }, t("Allergen")), allergen),
        h("div.field", {}, h("label", { for: kind.id }, t("From now on")), kind),
        unknown > 0 && h("p.notice.waiting", {}, icon("information"), h("span", {},
          tn("{count} of them has unknown allergens and stays so: one allergen does not make the others known.", "{count} of them have unknown allergens and stay so: one allergen does not make the others known.", unknown))),
      ],
      change: () => item => withAllergen(item, allergen.value, kind.value),
    }
  }
}

const priceWords = (amount, currency) => (Number.isSafeInteger(amount) ? money({ amount, currency }) : String(amount))

customElements.define("manage-bulk-dialog", BulkDialog)
