// The request with which the kitchen rejects an order.

import { linesIn } from "./kitchen-view.js"

// A ready order must be recalled first, because its person has got the notice.
export const isRejectable = ({ stage }) => ["waiting", "preparing", "done"].includes(stage)

// The lines whose cooks already know, because they use this screen. The pass makes nothing, so all stations must acknowledge
// (C77).
export const linesThatKnow = (view, ticket, stations) => view === "expo" ? [] : linesIn(view, ticket, stations).map(({ index }) => index)

// Each item of the ticket once, in the order of its lines.
export function itemsOf({ lines }) {
  const items = new Map(lines.map(({ item, name }) => [item, { id: item, name }]))
  return [...items.values()]
}

// soldOut: a set of the items to mark in the same step; sent only with the reason "missing-ingredient".
export const rejectionRequest = (reason, seen, soldOut) => ({ reason, seen, soldOut: reason === "missing-ingredient" ? [...soldOut] : [] })
