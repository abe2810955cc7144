// All-day counts: the open lines of a screen, split by their choices (C72).

import { linesIn } from "./kitchen-view.js"

// tickets: in work. Returns items by falling quantity: [{ item, name, quantity, splits: [{ choices, quantity }] }].
export function allDay(view, tickets, stations) {
  const items = new Map()
  for (const ticket of tickets) {
    if (ticket.stage !== "waiting" && ticket.stage !== "preparing") continue
    for (const line of linesIn(view, ticket, stations)) if (!line.done) count(items, line)
  }
  return [...items.values()]
    .map(({ splits, ...item }) => ({ ...item, splits: [...splits.values()].sort(byQuantity) }))
    .sort((left, right) => byQuantity(left, right) || left.name.localeCompare(right.name))
}

// The number of things to make.
export const total = items => items.reduce((sum, { quantity }) => sum + quantity, 0)

const byQuantity = (left, right) => right.quantity - left.quantity

function count(items, line) {
  const item = items.get(line.item) ?? { item: line.item, name: line.name, quantity: 0, splits: new Map() }
  items.set(line.item, item)
  item.quantity += line.quantity
  const choices = [...line.choices].sort((left, right) => left.name.localeCompare(right.name))
  const key = JSON.stringify(choices.map(({ name, quantity }) => [name, quantity]))
  const split = item.splits.get(key) ?? { choices, quantity: 0 }
  item.splits.set(key, split)
  split.quantity += line.quantity
}
