// The request for a refund, from the choices on the page.

// order: as the server found it; choice: { kind: "rest" | "lines" | "amount", quantities: Map of line to quantity, amount: minor units
// or null }. Returns the body of the request, or null while nothing is chosen.
export function refundBody(order, { kind, quantities, amount }, reason) {
  switch (kind) {
    case "rest": return { reason }
    case "amount": return amount === null ? null : { reason, amount: { amount, currency: order.total.currency } }
    default: {
      const lines = [...quantities].filter(([, quantity]) => quantity > 0).map(([line, quantity]) => ({ line, quantity }))
      return lines.length === 0 ? null : { reason, lines }
    }
  }
}

// The approximate amount of the chosen lines; the server computes it exactly.
export function chosenAmount({ lines, total }, quantities) {
  const amount = lines.reduce((sum, line) => sum + shareUpTo(line, line.refunded + (quantities.get(line.line) ?? 0)) - shareUpTo(line, line.refunded), 0)
  return { amount, currency: total.currency }
}

// The share of a line for its first `count` pieces, rounded half up as on the server.
const shareUpTo = ({ total, quantity }, count) => Math.floor((2 * total.amount * count + quantity) / (2 * quantity))

// The quantity of a line that can still be refunded.
export const leftOfLine = ({ quantity, refunded }) => quantity - refunded
