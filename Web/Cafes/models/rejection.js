// What the kitchen sends when it cannot make an order.

import { linesIn } from "./kitchen-view.js"

// An order that is ready is recalled first, because its person was told.
export const isRejectable = ({ stage }) => ["waiting", "preparing", "done"].includes(stage)

// The lines whose cooks know it at once, because this screen is theirs. The pass makes nothing, so the stations have to see it (C77).
export const linesThatKnow = (view, ticket, stations) => view === "expo" ? [] : linesIn(view, ticket, stations).map(({ index }) => index)

// Each item of the ticket once, in the order of its lines.
export function itemsOf({ lines }) {
  const items = new Map(lines.map(({ item, name }) => [item, { id: item, name }]))
  return [...items.values()]
}

// soldOut: the items that are marked in the same step, as a set; they go with what has run out only.
export const rejectionRequest = (reason, seen, soldOut) => ({ reason, seen, soldOut: reason === "missing-ingredient" ? [...soldOut] : [] })
