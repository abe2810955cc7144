// A stand-in for Stripe's script in tests without internet: one field for the card's number, which goes to the peer and never
// to the server. It has the calls that the page that pays uses, with the answers that Stripe documents.
window.Stripe = key => {
  const base = new URL(document.querySelector("script[src$='/v3/']").src).origin
  const ask = (path, body) => fetch(`${base}${path}`, { method: "POST", body: JSON.stringify({ key, ...body }) }).then(answer => answer.json())
  return {
    elements: ({ clientSecret }) => {
      const field = document.createElement("input")
      field.setAttribute("aria-label", "Card number")
      field.inputMode = "numeric"
      const listeners = {}
      return {
        clientSecret, field,
        create: () => ({
          on: (name, listener) => { listeners[name] = listener },
          mount: element => { element.append(field); listeners.ready?.() },
          destroy: () => field.remove(),
        }),
      }
    },
    confirmPayment: async ({ elements }) => {
      const { clientSecret, field } = elements
      let { outcome } = await ask("/stand-in/pay", { client_secret: clientSecret, number: field.value })
      if (outcome === "requires_action") {
        const success = window.confirm("The bank asks: is it you?")
        outcome = (await ask("/stand-in/authenticate", { client_secret: clientSecret, success })).outcome
        if (outcome !== "succeeded") return { error: { type: "card_error", code: "payment_intent_authentication_failure" } }
      }
      if (outcome !== "succeeded" && outcome !== "processing") return { error: { type: "card_error", code: outcome } }
      return { paymentIntent: { status: outcome } }
    },
  }
}
