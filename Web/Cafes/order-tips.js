// The tips of the order page: where they stand, and when they may. They are outside of what is drawn anew.

import { View } from "./models/view.js"
import { h } from "../Shared/dom.js"
import { commonTipPlaces } from "../Tips/tip-places.js"

// Where somebody looks around. Whoever chooses a café presses next, and that would send a tip away unread; and a tip waits while
// an order is open: in the basket, before it is paid, and on its own view.
const CALM_VIEWS = [View.menu, View.basket, View.orders]

export class OrderTips {
  // In the flow of the page.
  near = h("tip-view", { tip: "new-cafe-nearby" })
  // Where favourites will stand: at the head of the menu.
  favourites = h("tip-view", { tip: "favourites" })
  popovers = [
    h("tip-popover", { tip: "cafe-switch", for: "change-cafe" }),
    h("tip-popover", { tip: "order-again", for: "your-orders" }),
    ...commonTipPlaces(),
  ]

  // canMark: whether there are stars to press; isOrdering: whether something is in the basket.
  show(view, canMark, isOrdering) {
    this.near.isPresented = view === View.menu
    this.favourites.isPresented = view === View.menu && canMark
    for (const popover of this.popovers) popover.isPresented = CALM_VIEWS.includes(view) && !isOrdering
  }
}
