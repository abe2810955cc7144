// The tips of the order page: their places, and when they show. They stay in the page when the views are redrawn.

import { h } from "../Shared/dom.js"
import { commonTipPlaces } from "../Tips/tip-places.js"
import { View } from "./models/view.js"

// The views that may show tips. On other views a tip waits: after choosing a café, the next press would close it unread. It
// also waits while an order is in progress: in the basket, before paying, and on the order's own view.
const CALM_VIEWS = [View.menu, View.basket, View.orders]

export class OrderTips {
  // In the flow of the page.
  near = h("tip-view", { tip: "new-cafe-nearby" })
  // At the head of the menu, the place of the favourites.
  favourites = h("tip-view", { tip: "favourites" })
  popovers = [
    h("tip-popover", { tip: "cafe-switch", for: "change-cafe" }),
    h("tip-popover", { tip: "order-again", for: "your-orders" }),
    ...commonTipPlaces(),
  ]

  // canMark: whether there are stars to press; isOrdering: whether the basket holds something.
  show(view, canMark, isOrdering) {
    this.near.isPresented = view === View.menu
    this.favourites.isPresented = view === View.menu && canMark
    for (const popover of this.popovers) popover.isPresented = CALM_VIEWS.includes(view) && !isOrdering
  }
}
