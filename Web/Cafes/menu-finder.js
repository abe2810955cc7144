// The search field and the filters above a menu. Fires "filter-set" with the filter: { query, diets, avoid }.

import { emit, h, icon, render } from "../Shared/dom.js"
import { compareNames } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { allergenName } from "./allergen-words.js"
import { dietName } from "./diet-words.js"
import { filtered, hasWishes, isFiltering, noFilter, offered, toggled } from "./models/menu-filter.js"

class MenuFinder extends HTMLElement {
  #menu = null
  #filter = noFilter
  #isBuilt = false
  #dialog = null
  #field = h("input", { type: "search", name: "query", autocomplete: "off", enterkeyhint: "search", spellcheck: "false", "data-key": "search" })
  #wanted = h("div.menu-wishes")
  #chips = h("ul.chips")
  #count = h("p.menu-count.small.muted", { role: "status" })

  // The field stays while a person types in it.
  show(menu, filter) {
    this.#menu = menu
    this.#filter = filter
    if (!this.#isBuilt) this.#build()
    if (this.#field.value !== filter.query && document.activeElement !== this.#field) this.#field.value = filter.query
    this.#showButton()
    this.#showChips()
    this.#showCount()
    if (this.#dialog?.open) this.#refresh()
  }

  // Empties the field, also while it has the focus.
  clear() {
    this.#field.value = ""
    emit(this, "filter-set", noFilter)
  }

  #build() {
    this.#isBuilt = true
    this.#field.addEventListener("input", () => emit(this, "filter-set", { ...this.#filter, query: this.#field.value }))
    render(this,
      h("div.menu-tools", { role: "search" },
        h("label.menu-search", {}, icon("search"), h("span.hidden-visually", {}, t("Search this menu")), this.#field),
        this.#wanted),
      this.#chips, this.#count)
    this.#field.setAttribute("placeholder", t("Search this menu"))
  }

  #showButton() {
    const count = this.#filter.diets.length + this.#filter.avoid.length
    render(this.#wanted, h("button.button.filter-button", {
      type: "button", "data-key": "filter", "aria-haspopup": "dialog", onclick: () => this.#open(),
    }, icon("filter"), t("Filter"), count > 0 && h("span.filter-count.figures", {}, tn("{count} on", "{count} on", count))))
  }

  #showChips() {
    const chip = (part, id, words) => h("li", {}, h("button.chip", {
      type: "button", "data-key": `chip-${id}`, "aria-label": t("Remove filter: {filter}", { filter: words }),
      onclick: () => this.#drop(part, id),
    }, h("span", {}, words), icon("close")))
    render(this.#chips,
      this.#filter.diets.map(id => chip("diets", id, dietName(id))),
      this.#filter.avoid.map(id => chip("avoid", id, t("without {allergen}", { allergen: allergenName(id) }))))
    this.#chips.hidden = !hasWishes(this.#filter)
  }

  #drop(part, id) {
    emit(this, "filter-set", toggled(this.#filter, part, id, false))
    this.querySelector(".chip, [data-key=filter]")?.focus({ preventScroll: true })
  }

  // Shows the number of dishes; screen readers announce it after each change.
  #showCount() {
    const { count, unknown } = this.#result
    const words = !isFiltering(this.#filter) ? "" : [
      tn("{count} dish or drink", "{count} dishes and drinks", count),
      unknown > 0 && tn(
        "{count} is not shown because the café does not state enough about it. Ask at the counter.",
        "{count} are not shown because the café does not state enough about them. Ask at the counter.", unknown),
    ].filter(sentence => sentence).join(" · ")
    if (this.#count.textContent !== words) this.#count.textContent = words
  }

  get #result() { return filtered(this.#menu.sections, this.#filter) }

  // MARK: dialog

  #open() {
    const close = () => this.#dialog.close()
    this.#dialog?.remove()
    this.#dialog = h("dialog.filter-dialog", { "aria-labelledby": "filter-title", onclose: () => this.#closed() },
      h("form", { method: "dialog" },
        h("div.dialog-body", {},
          h("div.dialog-head", {},
            h("h2", { id: "filter-title" }, t("Filter the menu")),
            h("button.button.quiet.round", { type: "button", "aria-label": t("Close"), onclick: close }, icon("close"))),
          this.#choices("diets", t("I eat"), dietName),
          this.#choices("avoid", t("Leave out what has or may have"), allergenName),
          h("p.small.with-icon", {}, icon("unknown"),
            h("span", {}, t("A dish is hidden too when the café does not state what is in it. This stays in your browser.")))),
        h("div.dialog-foot", {},
          h("button.button", { type: "button", "data-key": "filter-clear", onclick: () => emit(this, "filter-set", { ...this.#filter, diets: [], avoid: [] }) }, t("Clear")),
          h("button.button.primary", { type: "submit", "data-key": "filter-done" }))))
    this.append(this.#dialog)
    this.#refresh()
    this.#dialog.showModal()
  }

  #choices(part, legend, nameOf) {
    const ids = offered(this.#menu, this.#filter)[part]
    if (ids.length === 0) return null
    const sorted = part === "avoid" ? ids.toSorted((left, right) => compareNames(nameOf(left), nameOf(right))) : ids
    return h("fieldset.choices", {}, h("legend", {}, legend),
      h("div.filter-choices", {}, sorted.map(id => h("label.choice", {},
        h("input", {
          type: "checkbox", name: part, value: id, checked: this.#filter[part].includes(id),
          onchange: ({ target }) => emit(this, "filter-set", toggled(this.#filter, part, id, target.checked)),
        }), h("span", {}, nameOf(id))))))
  }

  #refresh() {
    for (const box of this.#dialog.querySelectorAll("input")) box.checked = this.#filter[box.name].includes(box.value)
    const { count } = this.#result
    render(this.#dialog.querySelector("[type=submit]"), tn("Show {count} dish or drink", "Show {count} dishes and drinks", count))
  }

  // Checking a box does not move the focus, so the focus returns to the button.
  #closed() {
    this.#dialog.remove()
    this.querySelector("[data-key=filter]")?.focus({ preventScroll: true })
  }
}

customElements.define("menu-finder", MenuFinder)
