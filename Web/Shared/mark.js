// The mark: a circle, and a dot that has just crossed into it.

import { svg } from "./dom.js"

const RING = "M5.6 8 A9 9 0 1 1 5.6 16"

export function mark() {
  return svg("svg", { class: "mark", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { class: "ring", d: RING }),
    svg("circle", { class: "dot", cx: 7, cy: 12, r: 3.25 }))
}

// A dot that two circles hold: between two cafés.
export function between() {
  return svg("svg", { class: "between", viewBox: "0 0 44 24", "aria-hidden": "true" },
    svg("circle", { class: "ring", cx: 14, cy: 12, r: 9.5 }),
    svg("circle", { class: "ring", cx: 30, cy: 12, r: 9.5 }),
    svg("circle", { class: "dot", cx: 22, cy: 12, r: 2.2 }))
}
