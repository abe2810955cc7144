// The menu of a café as a list that is searched, changed and put in order.

import { h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { language, t, tn } from "../Shared/messages.js"
import { languageName } from "./manage-words.js"
import { addSection, allGroups, allItems, copyItem, itemIDs, moveItem, moveSection, newID, removeGroup, removeItem, removeSection, sections, textOf, withSection } from "./models/draft-edit.js"
import { below } from "./models/mistakes.js"
import { foundSections } from "./models/menu-search.js"
import "./bulk-dialog.js"
import "./group-dialog.js"
import "./item-dialog.js"
import "./name-dialog.js"

const OPEN_ITEMS = 200 // a longer menu shows its groups closed
const SHOWN_ITEMS = 60 // of a group, until more is asked for: drawing thousands of rows takes seconds

class MenuEditor extends HTMLElement {
  #draft = null
  #page = null
  #typed = h("input", { id: "menu-search", type: "search", autocomplete: "off", "data-key": "menu-search", oninput: () => this.#draw() })
  #show = h("select", { id: "menu-show", onchange: () => this.#draw() })
  #list = h("div.menu-sections")
  #chosen = new Set() // ids of items
  #closed = new Map() // by id of a section: whether it is closed
  #whole = new Set() // ids of sections that show all of their items
  #find = h("div.menu-find", { role: "search" },
    h("div.field", {}, h("label", { for: "menu-search" }, t("Find an item")), this.#typed),
    h("div.field", {}, h("label", { for: "menu-show" }, t("Show")), this.#show))
  #bulk = h("div.bulk-bar", { role: "group", "aria-label": t("Chosen items") })
  #dialog = h("manage-item-dialog")
  #nameDialog = h("manage-name-dialog")
  #bulkDialog = h("manage-bulk-dialog")
  #groupDialog = h("manage-group-dialog")
  #groups = h("section.panel.stack", { "aria-labelledby": "choices-title" })

  show(draft, page) {
    this.#draft = draft
    this.#page = page
    render(this.#show, [["all", t("All items")], ["mistakes", t("With mistakes")], ["missing", t("With missing translations")]]
      .map(([value, label]) => h("option", { value }, label)))
    render(this,
      h("h2.hidden-visually", {}, t("Menu")),
      this.#find,
      this.#bulk, this.#list,
      h("div.row", {},
        h("button.button", { type: "button", "data-key": "add-section", onclick: () => this.#addSection() }, icon("plus"), t("Add a group"))),
      this.#groups, this.#dialog, this.#nameDialog, this.#bulkDialog, this.#groupDialog)
    for (const dialog of [this.#dialog, this.#groupDialog]) dialog.addEventListener("form-closed", () => this.#draw())
    this.#draw()
  }

  refresh() { this.#draw() }

  get #names() { return [language(), ...this.#draft.languages] }

  #draw() {
    const { part, languages, mistakes } = this.#draft
    const found = foundSections(part, { typed: this.#typed.value, show: this.#show.value, languages, mistakes })
    const known = new Set(itemIDs(part))
    for (const id of this.#chosen) if (!known.has(id)) this.#chosen.delete(id)
    this.#drawBulk()
    this.#drawGroups()
    this.#find.hidden = allItems(part).length === 0
    if (sections(part).length === 0) return render(this.#list, this.#empty())
    if (found.length === 0) return render(this.#list, h("p.muted", { role: "status" }, t("No item fits.")))
    render(this.#list, found.map(entry => this.#section(entry)))
  }

  // The choices that items offer, such as sizes.
  #drawGroups() {
    const save = change => this.#page.change(t("Saved in the draft."), change)
    render(this.#groups,
      h("h3", { id: "choices-title" }, t("Choices")),
      h("p.hint", {}, t("Such as sizes or kinds of milk. An item offers those that are ticked in its form.")),
      h("ul.group-list", {}, allGroups(this.#draft.part).map(({ group, item, pointer, users }) => {
        const names = [item && (textOf(item.name, this.#names) || item.id), textOf(group.name, this.#names) || group.id].filter(Boolean)
        const name = names.join(" · ")
        const count = below(this.#draft.mistakes, pointer).length
        const key = `${item?.id ?? ""}-${group.id}`
        return h("li", {},
          h("span", {}, h("button.record-name", { type: "button", "data-key": `group-${key}`, onclick: () => this.#groupDialog.open(this.#draft, { group, item: item?.id ?? null, save }) },
            names.flatMap((part, index) => [index > 0 && " · ", h("bdi", {}, part)])),
            count > 0 && h("span.state.is-suspended", {}, tn("{count} mistake", "{count} mistakes", count)),
            item === null && h("span.muted.small", {}, " ", tn("{count} item", "{count} items", users.length))),
          this.#act("close", t("Remove {name}", { name }), `remove-group-${key}`, () => this.#page.change(t("{name} is removed.", { name }), part => removeGroup(part, item?.id ?? null, group.id))))
      })),
      h("div.row", {}, h("button.button", {
        type: "button", "data-key": "add-group",
        onclick: () => this.#groupDialog.open(this.#draft, { group: { name: {}, minimum: 0, maximum: 1, choices: [] }, isNew: true, save }),
      }, icon("plus"), t("Add choices"))))
  }

  #empty() {
    return h("div.empty", {}, mark(),
      h("p", {}, t("The menu is empty. Add a group first, such as “Breakfast”; items go into groups.")))
  }

  #section({ section, index, items }) {
    const name = textOf(section.name, this.#names) || section.id
    const count = sections(this.#draft.part).length
    const own = below(this.#draft.mistakes, `/menu/sections/${index}`).filter(({ pointer }) => !pointer.startsWith("/items/"))
    const isLooking = this.#typed.value.trim() !== "" || this.#show.value !== "all"
    const isOpen = isLooking || !(this.#closed.get(section.id) ?? allItems(this.#draft.part).length > OPEN_ITEMS)
    const body = h("div.menu-section-body")
    const shown = this.#whole.has(section.id) ? items : items.slice(0, SHOWN_ITEMS)
    const fill = () => render(body, this.#table(section, shown), items.length > shown.length && this.#moreButton(section, items.length - shown.length), h("div.row", {},
      h("button.button", { type: "button", "data-key": `add-item-${section.id}`, onclick: () => this.#addItem(index) }, icon("plus"), t("Add an item")),
      items.length > 1 && h("button.button.quiet", { type: "button", "data-key": `choose-${section.id}`, onclick: () => this.#choose(items) }, t("Choose all of this group"))))
    const details = h("details.menu-section", {
      open: isOpen,
      ontoggle: () => {
        if (!isLooking) this.#closed.set(section.id, !details.open)
        if (details.open && body.childNodes.length === 0) fill()
      },
    },
    h("summary", { "data-key": `section-${section.id}` }, h("h3", {}, name), h("span.muted.small", {}, tn("{count} item", "{count} items", items.length))),
    body)
    if (isOpen) fill()
    return h("section.panel.menu-group", { "data-section": section.id }, details,
      own.length > 0 && h("p.field-error", {}, icon("information"), h("span", {}, items.length === 0 ? t("A group needs at least one item.") : t("The name of the group is not complete."))),
      h("div.row.group-acts", {},
        this.#act("note", t("Rename {name}", { name }), `rename-${section.id}`, () => this.#rename(section, index)),
        this.#act("up", t("Move {name} up", { name }), `section-up-${section.id}`, () => this.#page.change(t("Moved."), part => moveSection(part, index, -1)), index === 0),
        this.#act("down", t("Move {name} down", { name }), `section-down-${section.id}`, () => this.#page.change(t("Moved."), part => moveSection(part, index, 1)), index === count - 1),
        this.#act("close", t("Remove {name}", { name }), `section-remove-${section.id}`, () => this.#page.change(t("{name} is removed with its items.", { name }), part => removeSection(part, index)))))
  }

  #moreButton(section, count) {
    const showAll = () => {
      this.#whole.add(section.id)
      this.#draw()
      this.querySelectorAll(`[data-section="${CSS.escape(section.id)}"] .record-name`)[SHOWN_ITEMS]?.focus()
    }
    return h("button.button", { type: "button", "data-key": `more-${section.id}`, onclick: showAll }, tn("Show {count} more item", "Show {count} more items", count))
  }

  #table(section, items) {
    if (items.length === 0) return h("p.muted", {}, t("No item yet."))
    const stations = new Map((this.#draft.part.stations ?? []).map(({ id, name }) => [id, textOf(name, this.#names)]))
    return h("table.records.menu-table", {},
      h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, t("Name")), h("th.figures", { scope: "col" }, t("Price")), h("th", { scope: "col" }, t("Station")), h("td"))),
      h("tbody", {}, items.map(entry => this.#row(entry, section, stations))))
  }

  #row({ item, index, missing, mistakes }, section, stations) {
    const name = textOf(item.name, this.#names) || item.id
    const price = Number.isSafeInteger(item.price) ? money({ amount: item.price, currency: this.#draft.currency }) : String(item.price ?? "")
    const box = h("input", {
      type: "checkbox", "aria-label": t("Choose {name}", { name }), "data-key": `choose-item-${item.id}`, checked: this.#chosen.has(item.id),
      onchange: () => {
        this.#chosen[box.checked ? "add" : "delete"](item.id)
        this.#drawBulk()
      },
    })
    return h("tr", {},
      h("td.choose-cell", {}, h("label.choose-box", {}, box)),
      h("th", { scope: "row" },
        h("button.record-name", { type: "button", "data-key": `item-${item.id}`, onclick: () => this.#edit(item) }, name),
        mistakes.length > 0 && h("span.state.is-suspended", {}, tn("{count} mistake", "{count} mistakes", mistakes.length)),
        missing.length > 0 && h("span.muted.small.missing-languages", {}, t("Not in {languages}", { languages: missing.map(languageName).join(", ") }))),
      h("td.figures", { "data-label": t("Price") }, price),
      h("td", { "data-label": t("Station") }, stations.get(item.station) ?? item.station ?? ""),
      h("td.item-acts", {},
        this.#act("up", t("Move {name} up", { name }), `up-${item.id}`, () => this.#page.change(t("Moved."), part => moveItem(part, item.id, -1)), index === 0),
        this.#act("down", t("Move {name} down", { name }), `down-${item.id}`, () => this.#page.change(t("Moved."), part => moveItem(part, item.id, 1)), index === section.items.length - 1),
        this.#act("copy", t("Copy {name}", { name }), `copy-${item.id}`, () => this.#copy(item)),
        this.#act("close", t("Remove {name}", { name }), `remove-${item.id}`, () => this.#remove(item, name))))
  }

  #act(symbol, label, key, perform, isDisabled = false) {
    return h("button.button.quiet.round", { type: "button", "aria-label": label, title: label, "data-key": key, disabled: isDisabled, onclick: perform }, icon(symbol))
  }

  #edit(item) {
    const place = allItems(this.#draft.part).find(found => found.item.id === item.id)
    this.#dialog.open(this.#draft, { item: place.item, section: place.sectionIndex, isNew: false, save: change => this.#page.change(t("Saved in the draft."), change) })
  }

  #addItem(section) {
    const [station] = this.#draft.part.stations ?? []
    const [taxClass] = Object.keys(this.#draft.part.tax?.rates ?? {})
    const item = { name: {}, summary: {}, price: "", taxClass: taxClass ?? "", station: station?.id ?? "", prepMinutes: 5, allergens: "unknown" }
    this.#dialog.open(this.#draft, {
      item, section, isNew: true, save: change => this.#page.change(t("Saved in the draft."), change), another: index => this.#addItem(index),
    })
  }

  async #copy(item) {
    const id = newID(item.id, itemIDs(this.#draft.part), "item")
    const name = Object.fromEntries(Object.entries(item.name ?? {}).map(([tag, text]) => [tag, `${text} 2`]))
    if (await this.#page.change(t("Copied."), part => copyItem(part, item.id, { ...item, id, name }))) this.querySelector(`[data-key="item-${CSS.escape(id)}"]`)?.focus()
  }

  async #remove(item, name) {
    const row = this.querySelector(`[data-key="item-${CSS.escape(item.id)}"]`)?.closest("tr")
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector(".record-name")?.dataset.key
    if (!await this.#page.change(t("{name} is removed.", { name }), part => removeItem(part, item.id))) return
    const target = next && this.querySelector(`[data-key="${CSS.escape(next)}"]`)
    ;(target ?? this.querySelector("[data-key=add-section]"))?.focus()
  }

  #addSection() {
    this.#nameDialog.open(this.#draft, {
      title: t("New group"), texts: {}, hint: t("It can be published once it has an item."),
      save: async name => {
        const [main] = this.#draft.languages
        const id = newID(name[main] ?? "", sections(this.#draft.part).map(section => section.id), "group")
        const isSaved = await this.#page.change(t("Added."), part => addSection(part, { id, name, items: [] }))
        if (isSaved) this.querySelector(`[data-key="add-item-${CSS.escape(id)}"]`)?.focus()
        return isSaved
      },
    })
  }

  #rename(section, index) {
    this.#nameDialog.open(this.#draft, {
      title: t("Name of the group"), texts: section.name,
      save: name => this.#page.change(t("Saved in the draft."), part => withSection(part, index, { ...sections(part)[index], name })),
    })
  }

  #choose(items) {
    for (const { item } of items) this.#chosen.add(item.id)
    this.#draw()
  }

  #drawBulk() {
    const count = this.#chosen.size
    this.#bulk.hidden = count === 0
    if (count === 0) return render(this.#bulk)
    const open = kind => this.#bulkDialog.open(this.#draft, {
      kind, ids: [...this.#chosen],
      save: (words, change) => this.#page.change(words, change),
    })
    render(this.#bulk,
      h("p", { role: "status" }, tn("{count} item is chosen", "{count} items are chosen", count)),
      h("button.button", { type: "button", "data-key": "bulk-prices", onclick: () => open("prices") }, t("Change prices …")),
      h("button.button", { type: "button", "data-key": "bulk-allergens", onclick: () => open("allergens") }, t("Change allergens …")),
      h("button.button.quiet", { type: "button", "data-key": "bulk-none", onclick: () => { this.#chosen.clear(); this.#draw() } }, t("Choose none")))
  }
}

customElements.define("menu-editor", MenuEditor)
