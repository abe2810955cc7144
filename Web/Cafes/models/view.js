// Finds the view of the order page that an address means. The part after "#" never leaves the browser.

export const View = Object.freeze({
  menu: "menu", cafes: "cafes", basket: "basket", review: "review", orders: "orders", order: "order",
})

export const SIGN_IN = "sign-in"

export function parseView(hash) {
  const [name, id] = hash.replace(/^#/, "").split("/")
  if (name === View.order && id) return { view: View.order, order: decodeURIComponent(id) }
  return { view: Object.hasOwn(View, name) && name !== View.order ? name : View.menu, order: null }
}

// The view to show: the wanted view, or the view that must come before it. hasCafe: whether there is a café to show; canReview:
// whether there is a basket, or an order without an answer. SIGN_IN is the view that asks for the sign-in.
export function possibleView(view, { hasCafe, isEmployee, canReview }) {
  switch (view) {
    case View.menu:
    case View.basket: return hasCafe ? view : View.cafes
    case View.orders:
    case View.order: return isEmployee ? view : SIGN_IN
    case View.review: return canReview ? view : hasCafe ? View.menu : View.cafes
    default: return view
  }
}

export const orderAddress = id => `#${View.order}/${encodeURIComponent(id)}`
