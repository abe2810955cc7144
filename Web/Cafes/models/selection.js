// The choices of one item while its dialog is open. The server enforces the same rules (C17).

import { sum, times } from "../../Shared/models/money.js"

export class Selection {
  #item
  #quantities = new Map()

  // choices: the choices so far. proposes: whether the café's defaults are chosen; not for earlier choices, which the
  // person has made. accepts: whether a choice may be proposed.
  constructor(item, choices = [], { proposes = choices.length === 0, accepts = () => true } = {}) {
    this.#item = item
    for (const { choice, quantity } of choices) this.#quantities.set(choice, quantity)
    for (const group of item.groups) {
      if (proposes) this.#propose(group, accepts)
      this.#preselect(group, accepts)
    }
  }

  // How a group is offered: one of several, each at most once, or by count.
  static kind(group) {
    if (group.choices.some(choice => choice.maximumQuantity > 1)) return "counts"
    return group.minimum === 1 && group.maximum === 1 ? "one" : "several"
  }

  quantity(choice) { return this.#quantities.get(choice) ?? 0 }

  set(group, choice, quantity) {
    if (Selection.kind(group) === "one") for (const other of group.choices) this.#quantities.delete(other.id)
    if (quantity > 0) this.#quantities.set(choice, quantity)
    else this.#quantities.delete(choice)
  }

  count(group) { return group.choices.reduce((count, { id }) => count + this.quantity(id), 0) }

  isFull(group) { return group.maximum !== undefined && this.count(group) >= group.maximum }

  // The groups that still need a choice, in the menu's order.
  get missing() { return this.#item.groups.filter(group => this.count(group) < group.minimum) }

  // The chosen choices that are sold out now.
  get soldOut() { return this.#all.filter(({ id, soldOut }) => soldOut && this.quantity(id) > 0) }

  get choices() {
    return this.#all.filter(({ id }) => this.quantity(id) > 0)
      .map(({ id, name }) => ({ choice: id, name, quantity: this.quantity(id) }))
  }

  get unitPrice() {
    const extras = this.#all.map(({ id, price }) => times(price, this.quantity(id)))
    return sum([this.#item.price, ...extras], this.#item.price.currency)
  }

  get #all() { return this.#item.groups.flatMap(group => group.choices) }

  // The café's defaults. Nothing else is proposed: a guess could add an allergen.
  #propose(group, accepts) {
    for (const id of group.defaults ?? []) {
      const choice = group.choices.find(choice => choice.id === id)
      if (choice && !choice.soldOut && accepts(choice) && !this.isFull(group)) this.set(group, id, 1)
    }
  }

  // Selects the only option of a required group.
  #preselect(group, accepts) {
    const [only, ...others] = group.choices
    const isNoChoice = group.minimum === 1 && only && others.length === 0 && this.count(group) === 0
    if (isNoChoice && !only.soldOut && accepts(only)) this.set(group, only.id, 1)
  }
}
