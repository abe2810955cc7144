// A tip in the flow of the page: <tip-view tip="closest-cafe">. It takes no room while there is no tip.
//
//   tip         the name that the source of tips is asked for: a tip's id, or a group's name
//   arrow       "top", "bottom", "leading" or "trailing": the edge that has an arrow; none without it
//   for         the id of the element that the arrow points to
//   tip-style   "mini", "hero picture" or "banner", instead of the tip's own
//   name        tells two places for the same tip apart in reports
//
// Fires "tip-appeared", "tip-ended", "tip-closed" and "tip-acted" with { id, action, how }. `isPresented = false` hides it for
// a while.

import { h, render } from "../Shared/dom.js"
import { tipArrow, tipCard } from "./tip-content.js"
import { presenter } from "./tip-presenter.js"
import { isCovered } from "./visibility.js"
import { arrowAt } from "./models/tip-placement.js"
import { EDGES } from "./models/tip.js"

const IN_SIGHT = [0, 0.25, 0.5, 0.75, 1] // shares of the tip in sight at which the browser reports

class TipView extends HTMLElement {
  static observedAttributes = ["tip"]

  #abort = null
  #sight = null
  #sizes = null
  #isInSight = false
  #isPresented = true

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#sight = new IntersectionObserver(entries => this.#seen(entries.at(-1)), { threshold: IN_SIGHT })
    this.#sizes = new ResizeObserver(() => this.#point())
    // A dialog that opens or closes.
    document.addEventListener("toggle", () => this.#tell(), { signal, capture: true })
    this.#attach()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#sight.disconnect()
    this.#sizes.disconnect()
    presenter.detach(this)
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#abort || this.#abort.signal.aborted || before === now) return
    presenter.detach(this)
    render(this)
    this.#attach()
  }

  get isPresented() { return this.#isPresented }
  set isPresented(isPresented) {
    this.#isPresented = isPresented
    if (this.isConnected) presenter.present(this, isPresented)
  }

  showTip(tip) {
    const { card, title, message } = tipCard(tip, {
      style: this.getAttribute("tip-style"), act: action => presenter.act(this, action), close: () => presenter.close(this),
    })
    const edge = this.#edge()
    this.toggleAttribute("data-edge", false)
    if (edge) this.dataset.edge = edge
    render(this, h("div.tip", {
      role: "note", "aria-labelledby": title, "aria-label": title ? null : tip.title, "aria-describedby": message,
    }, card, edge && tipArrow()))
    this.#point()
    this.#sizes.observe(this)
    // Observed again, so that the browser reports its place once more.
    this.#sight.unobserve(this)
    this.#sight.observe(this)
  }

  hideTip() {
    this.#isInSight = false
    this.#sight.disconnect()
    this.#sizes.disconnect()
    const next = this.contains(document.activeElement) ? this.#follower() : null
    render(this)
    next?.focus({ preventScroll: true })
  }

  #attach() {
    const name = this.getAttribute("tip")
    if (name) presenter.attach(this, { kind: "inline", name, isPresented: this.#isPresented }, this.getAttribute("name"))
  }

  // The element that gets the focus from a tip that disappears: the one that follows the tip.
  #follower() {
    const stops = Array.from(document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])"))
    const others = stops.filter(stop => !this.contains(stop) && !stop.disabled && stop.checkVisibility())
    const isAfter = stop => this.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING
    return others.find(isAfter) ?? others.at(-1)
  }

  // Whether half of the tip is in sight, or as much of it as half of the window.
  #seen({ intersectionRatio, intersectionRect, rootBounds }) {
    this.#isInSight = intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
    this.#tell()
  }

  #tell() {
    if (this.firstChild) presenter.ready(this, this.#isInSight && !isCovered(this))
  }

  // The edge of the card, for the reading direction.
  #edge() {
    const edge = this.getAttribute("arrow")
    if (!EDGES.includes(edge)) return null
    if (edge === "top" || edge === "bottom") return edge
    return (edge === "leading") === (getComputedStyle(this).direction === "ltr") ? "left" : "right"
  }

  #point() {
    const anchor = this.hasAttribute("for") ? this.getRootNode().getElementById(this.getAttribute("for")) : null
    const tip = this.firstElementChild
    if (!tip || !anchor) return
    const [card, { left, top, width, height }] = [tip.getBoundingClientRect(), anchor.getBoundingClientRect()]
    const isAcross = this.dataset.edge === "left" || this.dataset.edge === "right"
    const place = isAcross ? arrowAt(top + height / 2 - card.top, card.height) : arrowAt(left + width / 2 - card.left, card.width)
    tip.style.setProperty("--tip-arrow-at", `${place}px`)
  }
}

customElements.define("tip-view", TipView)
