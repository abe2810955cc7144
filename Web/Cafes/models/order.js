// Reads an order's record for the pages.

import { isBeforeCutoff } from "./pickup.js"

// An order that starts on arrival; it is paid and made after that.
export const isWaiting = ({ stage, waiting }) => stage === "placed" && Boolean(waiting)

// Whether the order was ever paid for.
export const wasPaid = ({ history }) => history.some(({ stage }) => stage === "accepted")

// The server's code of the reason why the café rejected an order, or null.
export const rejectionReason = ({ history }) => history.findLast(({ stage }) => stage === "rejected")?.reason ?? null

// Why an order expired: "closing" or "too-long".
export const expiryReason = ({ history }) => history.findLast(({ stage }) => stage === "expired")?.reason ?? null

export const STAGES = Object.freeze(["accepted", "preparing", "ready", "collected"])

export const isRunning = ({ stage }) => stage === "placed" || stage === "accepted" || stage === "preparing" || stage === "ready"
// The running orders without the open order.
export const runningBeside = (orders, open) => orders.filter(order => isRunning(order) && order.id !== open)

// Ready orders come first, the latest ready one before the others; then the latest placed ones.
export function readyFirst(orders) {
  const since = order => (order.stage === "ready" ? `1 ${reachedAt(order, "ready")}` : `0 ${order.placedAt}`)
  return orders.toSorted((left, right) => (since(left) < since(right) ? 1 : -1))
}

// now: milliseconds.
export const isCancellable = (order, now = Date.now()) =>
  order.stage === "placed" || (order.stage === "accepted" && isBeforeCutoff(order, now))

// The kitchen took a ready order back (C90).
export function isRecalled({ stage, history }) {
  return stage === "preparing" && history.some(entry => entry.stage === "ready")
}

// Whether a change of an order deserves a notice on every view. before: the order as the page knew it, or null.
export function isNews(order, before) {
  if (!before || before.stage === order.stage) return false
  return order.stage === "ready" || order.stage === "rejected" || isRecalled(order) || (isWaiting(before) && order.stage !== "cancelled")
}

// The order's step: -1 for not started, 0 for accepted, 3 for collected; null for an order that ended otherwise.
export function progress({ stage }) {
  if (stage === "placed") return -1
  const index = STAGES.indexOf(stage)
  return index < 0 ? null : index
}

// When the order last reached a stage, or null.
export function reachedAt(order, stage) {
  return order.history.findLast(entry => entry.stage === stage)?.at ?? null
}

// Ignores an answer that is older than the shown order.
export const newer = (shown, answered) => (shown && shown.id === answered.id && shown.version > answered.version ? shown : answered)
