// Decides what the payment page shows.

// payment: the stage of the payment, or null for an order that is not paid by card. Returns "pay" when the card can be entered,
// "done" when the order goes on by itself, "returned" when money goes back, "over" when nothing was paid, "elsewhere" for an order
// without a payment.
export function payView(payment) {
  switch (payment) {
    case "open": return "pay"
    case "paid": return "done"
    case "returning":
    case "returned": return "returned"
    case "ending":
    case "ended": return "over"
    default: return "elsewhere"
  }
}

// The order or the top-up that the page pays for: { id, isGuest }, null without one. The identifier, which its payment shares, is
// behind "#", or, when the bank has sent the person back, in the query. isGuest: an order of a kiosk, which is paid without an account.
export function paymentToPay({ hash, search }) {
  const text = decodeURIComponent(hash.replace(/^#/, "")) || new URLSearchParams(search).get("order")
  const [, guest, id] = /^(guest\.)?([a-z0-9-]{1,64})$/.exec(text ?? "") ?? []
  return id === undefined ? null : { id, isGuest: guest !== undefined }
}

// How it stands in an address.
export const paymentName = ({ id, isGuest }) => (isGuest ? `guest.${id}` : id)

// Where its payment is at the server.
export const paymentPath = ({ id, isGuest }) => (isGuest ? `/api/v1/followed-orders/${id}/payment` : `/api/v1/payments/${id}`)

// What a refusal of the provider means: "declined", "authentication", "fields" where its own fields say what is missing, or
// "unknown".
export function refusalKind({ type, code } = {}) {
  if (type === "validation_error") return "fields"
  if (code === "payment_intent_authentication_failure") return "authentication"
  return type === "card_error" ? "declined" : "unknown"
}
