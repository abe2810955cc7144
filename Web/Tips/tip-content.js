// Draws a tip: the card in its style or in its own elements, and the arrow.

import { h, icon, svg } from "../Shared/dom.js"
import { language, t } from "../Shared/messages.js"
import { directionOf } from "../Shared/models/catalogue.js"
import { isPicture } from "./models/tip.js"

let cards = 0 // counts cards, for unique ids

// style: one of STYLES, instead of the tip's own; act: called with an action's id; close: called without anything.
// Returns { card, title, message }: the last two are the ids of the elements that name and describe the card, or null.
export function tipCard(tip, { style = null, act, close }) {
  const control = { act, close }
  cards += 1
  if (tip.body && !style) {
    const card = h("div.tip-card.own-elements", speech(tip), drawn(tip.body, control))
    return { card, title: null, message: null }
  }
  const title = `tip-title-${cards}`
  const message = tip.message ? `tip-message-${cards}` : null
  const buttons = tip.actions.filter(({ label }) => label !== null)
  const card = h(`div.tip-card.${(style ?? tip.style).replaceAll(" ", "-")}`, speech(tip),
    tip.image && picture(tip.image, tip.imageText),
    h("div.tip-words", {},
      h("p.tip-title", { id: title, dir: "auto" }, tip.title),
      message && h("p.tip-message", { id: message, dir: "auto" }, tip.message)),
    buttons.length > 0 && h("div.tip-actions", {}, buttons.map((action, index) => actionButton(action, index, act))),
    closeButton(close))
  return { card, title, message }
}

// A card in another language is laid out in that language's direction.
const speech = ({ language }) => (language ? { lang: language, dir: directionOf(language) } : {})

// The arrow from the card to the explained element: a line with a mark at its end. It points up; the style sheet turns
// it.
export function tipArrow() {
  return svg("svg", { class: "tip-arrow", viewBox: "0 0 18 24", "aria-hidden": "true" },
    svg("path", { class: "line", d: "M9 24V16.5" }),
    svg("path", { class: "ring", d: "M6.11 13.82 A6.5 6.5 0 1 1 11.89 13.82" }),
    svg("circle", { class: "dot", cx: 9, cy: 11.6, r: 2.9 }))
}

function picture(image, words, size = null) {
  const name = size ? `tip-picture.${size}` : "tip-picture"
  if (!isPicture(image)) return h(`span.${name}.drawn`, words ? { role: "img", "aria-label": words } : {}, icon(image))
  return h(`span.${name}`, {}, h("img", { src: image, alt: words ?? "", decoding: "async" }))
}

function actionButton({ id, label }, index, act) {
  return h(index === 0 ? "button.button" : "button.button.quiet", { type: "button", "data-action": id, onclick: () => act(id) }, label)
}

function closeButton(close, label = null) {
  if (label) return h("button.button.quiet", { type: "button", onclick: close }, label)
  // Its name is in the page's language, even when the tip is in another one.
  return h("button.button.quiet.round.tip-close", { type: "button", lang: language(), "aria-label": t("Close tip"), onclick: close }, icon("close"))
}

// One element of a tree, as models/tip.js has read it.
function drawn(element, control) {
  switch (element.kind) {
    case "stack":
      return h(`div.tip-stack.${element.axis}.spacing-${element.spacing}.align-${element.alignment}`, {},
        element.children.map(child => drawn(child, control)))
    case "text": return h(`p.tip-${element.role}`, { dir: "auto" }, element.text)
    case "image": return picture(element.image, element.label, element.size)
    case "button":
      return element.closes
        ? closeButton(control.close, element.label)
        : h("button.button", { type: "button", "data-action": element.action, onclick: () => control.act(element.action) }, element.label)
    case "tapArea": return tapArea(element, control)
    case "overlay":
      return h("div.tip-overlay", {}, drawn(element.child, control),
        h(`div.tip-over.${element.alignment}`, {}, drawn(element.over, control)))
  }
}

function tapArea(element, control) {
  const tapped = () => (element.closes ? control.close() : control.act(element.action))
  const name = element.label ?? (element.isNamed ? null : t("Close tip"))
  // The label is read before the content of the area. It shows when a picture is missing.
  return h("button.tip-area", { type: "button", onclick: tapped },
    name && h(element.child ? "span.hidden-visually" : "span.tip-message", element.label ? {} : { lang: language() }, name, " "),
    element.child && drawn(element.child, control))
}
