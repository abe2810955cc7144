// The basket. Every function returns a new basket; nothing is changed in place.
//
// A line: { key, item, name, quantity, choices: [{ choice, name, quantity }], note, unitPrice, status, was }. The
// status is "ok", or the status in the last quote: "price-changed", "missing", "sold-out", "not-served", "paused", "choice-missing". was:
// the unit price when the person chose the line, if the price has changed since. servedAt: when it is served again.

import { isSame, sum, times } from "../../Shared/models/money.js"

export const LARGEST_QUANTITY = 20

export const emptyBasket = Object.freeze({ cafe: null, currency: null, lines: Object.freeze([]) })

export const isEmpty = basket => basket.lines.length === 0
export const itemCount = basket => basket.lines.reduce((count, line) => count + line.quantity, 0)
export const isOrderableLine = line => line.status === "ok" || line.status === "price-changed"
export const lineTotal = line => times(line.unitPrice, line.quantity)

// The price of the lines that can be ordered, before any tax that the café adds.
export const subtotal = basket => sum(basket.lines.filter(isOrderableLine).map(lineTotal), basket.currency)

// Adds a line, or raises the quantity of an equal one.
export function addLine(basket, cafe, line) {
  const start = isEmpty(basket) ? { cafe: cafe.id, currency: cafe.currency, lines: [] } : basket
  const twin = start.lines.find(other => isSameDish(other, line))
  if (twin) return setQuantity(start, twin.key, twin.quantity + line.quantity)
  return { ...start, lines: [...start.lines, { ...line, status: "ok" }] }
}

export function replaceLine(basket, key, line) {
  return { ...basket, lines: basket.lines.map(other => (other.key === key ? { ...line, key, status: "ok" } : other)) }
}

export function setQuantity(basket, key, quantity) {
  const bounded = Math.min(Math.max(1, quantity), LARGEST_QUANTITY)
  return { ...basket, lines: basket.lines.map(line => (line.key === key ? { ...line, quantity: bounded } : line)) }
}

export function removeLine(basket, key) {
  return { ...basket, lines: basket.lines.filter(line => line.key !== key) }
}

// Undoes a removal: the line returns to its place.
export function restoreLine(basket, line, index) {
  return { ...basket, lines: basket.lines.toSpliced(index, 0, line) }
}

// Applies a café's quote. A line that the café does not have stays, marked, until the person removes it (C7). After a
// move to another café the person has agreed to its prices; a changed price at the same café is new to them, and is
// marked.
export function applyQuote(basket, cafe, quote) {
  const lines = basket.lines.map(({ was, servedAt: _, pausedUntil: __, ...line }, index) => {
    const { status, name, unitPrice, servedAt, pausedUntil } = quote.lines[index]
    const next = { ...line, ...(servedAt && { servedAt }), ...(pausedUntil && { pausedUntil }), status, name: name ?? line.name, unitPrice: unitPrice ?? line.unitPrice }
    const chosenFor = was ?? line.unitPrice
    return basket.cafe !== cafe.id || isSame(chosenFor, next.unitPrice) ? next : { ...next, was: chosenFor }
  })
  return { cafe: cafe.id, currency: cafe.currency, lines }
}

// Whether the price of any line has changed, or any line has become orderable or stopped being so.
export const isRepriced = (before, after) => before.lines.some((line, index) => {
  const now = after.lines[index]
  return isOrderableLine(line) !== isOrderableLine(now) || !isSame(line.unitPrice, now.unitPrice)
})

// What has changed in a basket between two quotes, for the person: { line, kind }, where kind is "price", "back" for a line
// that can be ordered again, or the status of a line that cannot be ordered any more.
export function whatChanged(before, after) {
  return after.lines.flatMap((line, index) => {
    const old = before.lines[index]
    if (!old) return []
    if (!isOrderableLine(line)) return line.status === old.status ? [] : [{ line, kind: line.status }]
    if (!isOrderableLine(old)) return [{ line, kind: "back" }]
    return isSame(old.unitPrice, line.unitPrice) ? [] : [{ line, kind: "price" }]
  })
}

// The lines of the quote that differ from the basket that the person last saw, each with its basket line.
export function changes(basket, quote) {
  return basket.lines
    .map((line, index) => ({ line, ...quote.lines[index] }))
    .filter(({ status }) => status !== "ok")
}

// servingAt: the start of the wanted pickup window, or null.
export function quoteRequest(basket, servingAt = null) {
  const lines = basket.lines.map(line => ({ ...requestLine(line), unitPrice: line.unitPrice }))
  return servingAt === null ? { lines } : { lines, servingAt }
}

// start: "when-near" for an order that starts on arrival, or null. pickup: the start of the chosen window, or null. payment: "card",
// or "account", which is left out.
export function orderRequest(basket, expectedTotal, start = null, pickup = null, payment = "account") {
  const means = payment === "account" ? {} : { payment }
  const request = { cafe: basket.cafe, lines: basket.lines.map(requestLine), expectedTotal, ...means }
  if (start !== null) return { ...request, start }
  return pickup === null ? request : { ...request, pickup }
}

// pickup: as for an order.
export function pickupRequest(basket, pickup) {
  return { cafe: basket.cafe, lines: basket.lines.map(requestLine), pickup: pickup ?? "soonest" }
}

function requestLine({ item, quantity, choices, note }) {
  const line = { item, quantity, choices: choices.map(({ choice, quantity }) => ({ choice, quantity })) }
  const plain = plainNote(note ?? "")
  return plain === "" ? line : { ...line, note: plain }
}

// A note that the server accepts: one line, without characters that change the reading direction, and without long runs
// of combining marks.
const plainNote = text => text
  .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, " ")
  .replace(/(\p{M}{8})\p{M}+/gu, "$1")
  .trim()

const isSameDish = (left, right) => dish(left) === dish(right)

const dish = ({ item, choices, note }) =>
  JSON.stringify([item, note ?? "", choices.map(({ choice, quantity }) => `${choice}:${quantity}`).sort()])
