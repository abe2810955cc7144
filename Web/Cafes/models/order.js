// What an order's record says, in the terms of the status page.

// A placed order waits for its person; it is paid for and made once it is started.
export const isWaiting = ({ stage, waiting }) => stage === "placed" && Boolean(waiting)

// Whether the order was ever paid for.
export const wasPaid = ({ history }) => history.some(({ stage }) => stage === "accepted")

// What ended an order that expired: "closing" or "too-long".
export const expiryReason = ({ history }) => history.findLast(({ stage }) => stage === "expired")?.reason ?? null

export const STAGES = Object.freeze(["accepted", "preparing", "ready", "collected"])

export const isRunning = ({ stage }) => stage === "placed" || stage === "accepted" || stage === "preparing" || stage === "ready"
// The running orders without the one that is open.
export const runningBeside = (orders, open) => orders.filter(order => isRunning(order) && order.id !== open)
export const isCancellable = ({ stage }) => stage === "placed" || stage === "accepted"

// The kitchen took a ready order back (C90).
export function isRecalled({ stage, history }) {
  return stage === "preparing" && history.some(entry => entry.stage === "ready")
}

// Whether what has become of an order is worth a word wherever its person is. before: as the page knew it, or null.
export function isNews(order, before) {
  if (!before || before.stage === order.stage) return false
  return order.stage === "ready" || isRecalled(order) || (isWaiting(before) && order.stage !== "cancelled")
}

// How far the dot has travelled: -1 for not yet started, 0 for accepted, 3 for collected; null for an order that ended
// otherwise.
export function progress({ stage }) {
  if (stage === "placed") return -1
  const index = STAGES.indexOf(stage)
  return index < 0 ? null : index
}

// When the order last came to a stage, or null.
export function reachedAt(order, stage) {
  return order.history.findLast(entry => entry.stage === stage)?.at ?? null
}

// An answer that is older than what is shown changes nothing.
export const newer = (shown, answered) => (shown && shown.id === answered.id && shown.version > answered.version ? shown : answered)
