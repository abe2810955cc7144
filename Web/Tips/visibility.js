// The parts of the page that a person can see.

import { intersection } from "./models/tip-placement.js"

// The elements in the browser's top layer; browsers without popovers have dialogs there.
const LAYERS = CSS.supports("selector(:popover-open)") ? ":modal, [popover]:popover-open:not(tip-popover)" : ":modal"
const BARS = ":is(reminder-bar, notice-bar):not(:empty)"
const FIELDS = "input, select, textarea"
const OBSTACLES = `a[href], button, summary, label, ${FIELDS}, [tabindex='0'], form, fieldset, aside, h1, h2, .figures`
const CLIPPING = ["auto", "scroll", "hidden", "clip"]

// The part of the window that can be seen: less than all of it while a keyboard is on the screen.
export function visibleWindow() {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const view = visualViewport
  if (!view || view.scale !== 1) return { left: 0, top: 0, width, height }
  return { left: view.offsetLeft, top: view.offsetTop, width: Math.min(width, view.width), height: Math.min(height, view.height) }
}

// The part of an element that is in the window and not clipped by a scrolling element; null when there is none.
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

// Whether a bar shows or the person types: one bar shows at a time, and no tip opens beside a field.
export function isBusy() {
  return document.querySelector(BARS) !== null || document.activeElement?.matches(FIELDS) === true
}

// The rectangles that a card may not cover: controls, fields, headings, numbers, and the basket beside the menu.
export function obstacles(window, isOurs) {
  return Array.from(document.querySelectorAll(OBSTACLES))
    .filter(element => !isOurs(element))
    .map(element => visiblePart(element, window))
    .filter(part => part !== null)
}

// The lines of text that reach into a part of the window.
export function words(part, isOurs) {
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (texts.currentNode.data.trim() === "" || isOurs(element)) continue
    const seen = visiblePart(element, part)
    if (seen === null) continue
    range.selectNodeContents(texts.currentNode)
    for (const { left, top, width, height } of range.getClientRects()) found.push(intersection({ left, top, width, height }, seen))
  }
  return found.filter(line => line !== null)
}
