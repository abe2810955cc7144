// The decisions of the counter page: the effect of a press on an item, the requests, and the actions of an order.

import { orderRequest } from "./basket.js"
import { Selection } from "./selection.js"

// As the server has it for names to call.
export const LONGEST_NAME = 24

// The line that a press on an item adds at once, or null when the cashier has to choose something first.
export function lineAtOnce(item) {
  const selection = new Selection(item)
  if (selection.missing.length > 0 || selection.soldOut.length > 0) return null
  return { item: item.id, name: item.name, quantity: 1, choices: selection.choices, note: null, unitPrice: selection.unitPrice }
}

export const isSold = item => !item.soldOut && item.isServed !== false && !item.pausedUntil

// The items whose names have all the typed words; an empty text finds everything.
export function found(sections, text) {
  const words = plain(text).split(" ").filter(word => word !== "")
  return sections
    .map(section => ({ ...section, items: section.items.filter(({ name }) => words.every(word => plain(name).includes(word))) }))
    .filter(({ items }) => items.length > 0)
}

const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim().replace(/\s+/gu, " ")

// payment: "cash" or "terminal"; pickup: the start of a window, or null; name: what the cashier typed.
export function walkUpRequest(basket, { total, payment, pickup, name }) {
  const { cafe: _, ...request } = orderRequest(basket, total, null, pickup)
  const trimmed = name.trim()
  return { ...request, payment, ...(trimmed !== "" && { name: trimmed }) }
}

export const canCancel = ({ stage }) => stage === "accepted" || stage === "placed"
// An order of a kiosk whose guest pays at the counter.
export const isToPay = ({ stage, until }) => stage === "placed" && until !== undefined
export const canHandOver = ({ stage }) => stage === "ready"
export const isOpen = ({ stage }) => ["placed", "accepted", "preparing", "ready"].includes(stage)

// Puts changed orders into the list, latest first.
export function put(orders, order) {
  const rest = orders.filter(({ id }) => id !== order.id)
  return rest.length === orders.length ? [order, ...orders] : orders.map(other => other.id === order.id ? order : other)
}
