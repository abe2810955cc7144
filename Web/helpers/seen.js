// What a person can see of an element.

import { intersection } from "../models/tip-placement.js"

// What is in the browser's top layer; browsers that know no popovers have dialogs there.
const LAYERS = CSS.supports("selector(:popover-open)") ? ":modal, [popover]:popover-open:not(tip-popover)" : ":modal"
const CLIPPING = ["auto", "scroll", "hidden", "clip"]

// The part of the window that can be seen: less than all of it while a keyboard is on the screen.
export function visibleWindow() {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const view = visualViewport
  if (!view || view.scale !== 1) return { left: 0, top: 0, width, height }
  return { left: view.offsetLeft, top: view.offsetTop, width: Math.min(width, view.width), height: Math.min(height, view.height) }
}

// The part of an element that is in the window and not cut off by something that scrolls; null when there is none.
export function visiblePart(element, window) {
  if (!element.checkVisibility({ visibilityProperty: true })) return null
  const { left, top, width, height } = element.getBoundingClientRect()
  let part = intersection({ left, top, width, height }, window)
  for (let parent = element.parentElement; part && parent && parent !== document.body; parent = parent.parentElement) {
    if (CLIPPING.includes(getComputedStyle(parent).overflowY)) part = intersection(part, parent.getBoundingClientRect())
  }
  return part
}

// Whether a dialog or a popover of the page is over an element. Tips do not count.
export function isCovered(element) {
  return Array.from(document.querySelectorAll(LAYERS)).some(layer => !layer.contains(element))
}
