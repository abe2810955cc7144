// The tabs of the kitchen's screens.

import { h, render } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { isShown, stationView, viewsOf } from "./models/kitchen-view.js"

// chosen: the shown view; stations: names by identifier; choose(view): called when another one is pressed. The tab "No station"
// exists only while it has lines, and then it is marked.
export function showViews(element, chosen, tickets, stations, choose) {
  const ids = [...stations.keys()]
  render(element, viewsOf(ids).map(view => {
    const count = tickets.filter(ticket => isShown(view, ticket, ids)).length
    if (view === "unrouted" && count === 0 && view !== chosen) return null
    return h(`button.button.view${view === "unrouted" ? ".unrouted" : ""}`, {
      type: "button", "data-key": view, "aria-pressed": String(view === chosen), onclick: () => choose(view),
    }, h("span", {}, viewName(view, stations)), h("span.view-count.figures", {}, String(count)))
  }))
}

function viewName(view, stations) {
  switch (view) {
    case "all": return t("Everything")
    case "expo": return t("Pass")
    case "unrouted": return t("No station")
    default: return stations.get(view.slice(stationView("").length))
  }
}
