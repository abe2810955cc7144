// The tips of the order page: where they stand, and when they may. They are outside of what is drawn anew.

import { View } from "../models/view.js"
import { h } from "./dom.js"
import { commonTipPlaces } from "./tip-places.js"

export class OrderTips {
  // In the flow of the page.
  near = h("tip-view", { tip: "new-cafe-nearby" })
  popovers = [
    h("tip-popover", { tip: "cafe-switch", for: "change-cafe" }),
    h("tip-popover", { tip: "order-again", for: "your-orders" }),
    ...commonTipPlaces(),
  ]

  show(view) {
    this.near.isPresented = view === View.menu
    // Whoever chooses a café presses next, and that would send a tip away unread.
    for (const popover of this.popovers) popover.isPresented = view !== View.cafes && view !== "who"
  }
}
