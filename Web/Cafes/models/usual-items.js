// The items that a person usually orders at a café, from their earlier orders.

import { orderAgain } from "./order-again.js"

const MOST = 3
const LEAST_TIMES = 2
const NOT_WANTED = ["cancelled", "rejected", "expired"]

// orders: latest first. Returns { again, usual }: the latest order at the café, or null, and the lines that were ordered most
// often, the most frequent first. The lines are as they were ordered; today(…) makes basket lines of them.
export function pastChoices(orders, cafe) {
  const here = orders.filter(order => order.cafe.id === cafe && !NOT_WANTED.includes(order.stage))
  const counts = new Map()
  for (const order of here) {
    for (const dish of new Set(order.lines.map(dishOf))) {
      const known = counts.get(dish)
      counts.set(dish, { times: (known?.times ?? 0) + 1, line: known?.line ?? order.lines.find(line => dishOf(line) === dish) })
    }
  }
  const usual = [...counts.values()].filter(({ times }) => times >= LEAST_TIMES)
    .toSorted((left, right) => right.times - left.times).slice(0, MOST)
    .map(({ line }) => ({ ...line, quantity: 1 }))
  return { again: here[0] ?? null, usual }
}

// A line of an earlier order as a basket line at today's price; null when the item, or one of its choices, is not available.
// canBeOrdered: as for orderAgain.
export function today(line, menu, makeKey, canBeOrdered) {
  const { lines, altered } = orderAgain({ lines: [line] }, menu, makeKey, canBeOrdered)
  return altered.length === 0 ? lines[0] ?? null : null
}

const dishOf = ({ item, choices, note }) =>
  JSON.stringify([item, note ?? "", choices.map(({ choice, quantity }) => `${choice}:${quantity}`).toSorted()])
