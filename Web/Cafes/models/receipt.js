// The parts of a receipt: tax by rate, the payment and the refunds.

import { sum, times } from "../../Shared/models/money.js"
import { wasPaid } from "./order.js"

// Returns { rate, net, tax, total } for each rate of tax, the highest first. rate: a decimal share of one, as text.
export function taxRows({ lines, total: { currency } }) {
  const rates = new Map()
  for (const line of lines) rates.set(line.taxRate, [...(rates.get(line.taxRate) ?? []), line])
  return [...rates].toSorted(([left], [right]) => right - left).map(([rate, taxed]) => {
    const tax = sum(taxed.map(line => line.tax), currency)
    const total = sum(taxed.map(line => line.total), currency)
    return { rate, net: sum([total, times(tax, -1)], currency), tax, total }
  })
}

// Returns { kind, at, amount }: "paid", and "returned" for each part that was paid back: for a cancellation, or by the staff.
export function payments(order) {
  if (!wasPaid(order)) return []
  const paid = { kind: "paid", at: order.history.find(({ stage }) => stage === "accepted").at, amount: order.total }
  const returned = (order.returns ?? []).map(({ at, amount }) => ({ kind: "returned", at, amount: times(amount, -1) }))
  return [paid, ...returned]
}
