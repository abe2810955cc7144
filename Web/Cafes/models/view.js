// Which view of the order page an address means. The part after "#" never leaves the browser.

export const View = Object.freeze({
  menu: "menu", cafes: "cafes", basket: "basket", review: "review", orders: "orders", order: "order",
})

export function parseView(hash) {
  const [name, id] = hash.replace(/^#/, "").split("/")
  if (name === View.order && id) return { view: View.order, order: decodeURIComponent(id) }
  return { view: Object.hasOwn(View, name) && name !== View.order ? name : View.menu, order: null }
}

export const orderAddress = id => `#${View.order}/${encodeURIComponent(id)}`
