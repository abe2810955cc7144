// Makes a basket of an earlier order, and lists the items that the café's menu no longer has.

import { Selection } from "./selection.js"

// order: as the server gives it. menu: the café's menu of today. makeKey: returns a key for a new line. canBeOrdered: whether
// an item can be ordered now, perhaps for later. Returns { lines, gone, altered }: lines for a basket, the names of items that
// are not available, and the names of items that lack some of their choices, which the person has to check.
export function orderAgain(order, menu, makeKey, canBeOrdered = isThereNow) {
  const items = new Map(menu.sections.flatMap(section => section.items).map(item => [item.id, item]))
  const lines = []
  const [gone, altered] = [new Set(), new Set()]
  for (const line of order.lines) {
    const item = items.get(line.item)
    if (!item || !canBeOrdered(item)) {
      gone.add(item?.name ?? line.name)
      continue
    }
    const { selection, isSame } = chosen(item, line.choices)
    if (selection.missing.length > 0) {
      gone.add(item.name)
      continue
    }
    if (!isSame) altered.add(item.name)
    const { choices, unitPrice } = selection
    lines.push({ key: makeKey(), item: item.id, name: item.name, quantity: line.quantity, choices, note: line.note ?? null, unitPrice, status: "ok" })
  }
  return { lines, gone: [...gone], altered: [...altered] }
}

const isThereNow = item => !item.soldOut && item.isServed !== false && !item.pausedUntil

// The earlier choices, as far as they are offered now.
function chosen(item, wanted) {
  const selection = new Selection(item, [], { proposes: false })
  let isSame = true
  for (const { choice, quantity } of wanted) {
    const group = item.groups.find(({ choices }) => choices.some(({ id }) => id === choice))
    const most = group?.choices.find(({ id }) => id === choice).maximumQuantity ?? 0
    const isSoldOut = group?.choices.find(({ id }) => id === choice).soldOut
    const fits = group && !isSoldOut && !selection.isFull(group) && quantity <= most
    if (fits) selection.set(group, choice, quantity)
    isSame &&= Boolean(fits)
  }
  return { selection, isSame }
}
