// Builds page content. Text only ever becomes text nodes.

import { ICONS } from "./icons.js"

const SVG = "http://www.w3.org/2000/svg"

// h("button.primary", { type: "button", onclick: order }, t("Order"))
export function h(selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split(".")
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(" ")
  return fill(element, properties, children)
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children)
}

// An icon. It repeats what a word beside it says.
export function icon(name) {
  const lines = ICONS[name].map(d => svg("path", { d }))
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...lines)
}

// Replaces the content of a node, unless it is already there. If an element with a data-key had the focus, its successor gets
// it.
export function render(node, ...content) {
  const children = content.flat().filter(isShown)
  if (isSameList(children, node.childNodes)) return
  const key = node.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  node.replaceChildren(...children)
  if (key) node.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}

// The browser drops the press of a mouse whose button was replaced while it was held down. Its successor gets it. (A finger
// presses what is there when it lifts.)
let pressed = null
globalThis.addEventListener?.("pointerdown", event => { pressed = keyedButton(event) }, { capture: true })
globalThis.addEventListener?.("pointerup", event => {
  const [before, after] = [pressed, keyedButton(event)]
  pressed = null
  if (before && after && !before.isConnected && before.dataset.key === after.dataset.key) after.click()
}, { capture: true })

const keyedButton = ({ pointerType, button, target }) =>
  pointerType === "mouse" && button === 0 ? target.closest("button[data-key]") : null

export function emit(element, name, detail) {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.flat().filter(isShown))
  return element
}

const isSameList = (wanted, present) =>
  wanted.length === present.length && wanted.every((child, index) => child === present[index])

const isShown = child => child !== null && child !== undefined && child !== false
