// A tip beside the element that it explains: <tip-popover tip="pickup-window" for="window-button">, best written right
// after that element. It covers no control, heading, number or field, does not take the focus, is reached by the Tab
// key right after the element, and closes with Escape or a tap elsewhere. On a phone, and where it would cover
// something, it is a bar at the foot of the window, and the element is marked. One is open at a time; others wait, and
// all wait for a reminder, a notice and a field.
//
//   tip         the name that the source of tips is asked for: a tip's id, or a group's name
//   for         the id of the element that it explains; it may come later, and may be redrawn
//   arrow       "top", "bottom", "leading" or "trailing": the edge of the tip that has the arrow, where it may stand; "top"
//   tip-style   "mini", "hero picture" or "banner", instead of the tip's own
//   name        tells two places for the same tip apart in reports
//
// Fires the same events as <tip-view>, and can be hidden for a while in the same way.

import { h, render } from "../Shared/dom.js"
import { leaveRoom, takeRoom } from "../Shared/foot-room.js"
import { tipArrow, tipCard } from "./tip-content.js"
import { presenter } from "./tip-presenter.js"
import { isBusy, isCovered, obstacles, visiblePart, visibleWindow, words } from "./visibility.js"
import { GAP, place } from "./models/tip-placement.js"

const CALM = 400 // milliseconds for which an element must be in sight before a tip opens beside it
const NARROW = "(max-width: 47.99em)" // as in the style sheets
const HASTE = 1_000 // milliseconds; nobody reads a tip faster, so an earlier tap elsewhere was not meant to close it

class TipPopover extends HTMLElement {
  static observedAttributes = ["tip"]

  #watch = null
  #anchorSizes = null
  #anchor = null
  #tip = null
  #card = null
  #stands = null // its last place beside its element
  #frame = null
  #calm = null
  #isPresented = true
  #isBack = false
  #isClosedByStage = false
  #shownAt = null
  #isHasty = false // whether the last press was elsewhere, and too early to be meant for the tip
  #hasGivenWay = false // has closed for such a press; the next press is meant for it

  connectedCallback() {
    // A browser without popovers shows the page without these tips.
    if (!this.showPopover) return
    this.popover = "auto"
    this.setAttribute("role", "dialog")
    this.addEventListener("beforetoggle", this.#toggled)
    takeRoom(this)
    this.#attach()
  }

  disconnectedCallback() {
    if (!this.showPopover) return
    this.removeEventListener("beforetoggle", this.#toggled)
    leaveRoom(this)
    this.#unwatch()
    presenter.detach(this)
  }

  attributeChangedCallback(name, before, now) {
    if (!this.popover || !this.isConnected || before === now) return
    this.hideTip()
    presenter.detach(this)
    this.#attach()
  }

  get isPresented() { return this.#isPresented }
  set isPresented(isPresented) {
    this.#isPresented = isPresented
    if (this.isConnected) presenter.present(this, isPresented)
  }

  // isBack: it was shown a moment ago, and the view around it was redrawn.
  wantTip(tip, isBack) {
    this.#isBack ||= isBack === true
    this.#endCalm()
    this.#draw(tip)
    this.#startWatching()
  }

  showTip(tip) {
    this.#draw(tip)
    if (!this.#anchor) return
    this.#isBack = false
    if (!this.matches(":popover-open")) {
      this.#shownAt ??= performance.now()
      this.#open()
    }
    this.#look()
  }

  suspendTip() {
    this.#shut()
    this.#letGo()
  }

  hideTip() {
    this.suspendTip()
    this.#unwatch()
    this.#tip = null
    this.#shownAt = null
    this.#hasGivenWay = false
    render(this)
  }

  #attach() {
    const name = this.getAttribute("tip")
    const label = this.getAttribute("name")
    this.id ||= `tip-${label ?? name}-${this.getAttribute("for")}`
    if (name) presenter.attach(this, { kind: "popover", name, isPresented: this.#isPresented }, label)
  }

  // The Tab key leads into the tip from the element that it explains.
  #open() {
    this.showPopover({ source: this.#anchor })
    this.#anchor.setAttribute("aria-details", this.id)
  }

  #shut() {
    this.#isClosedByStage = true
    if (this.matches(":popover-open")) this.hidePopover()
    this.#isClosedByStage = false
  }

  // For a redrawn anchor; the focus stays in the tip.
  #openAgain() {
    const focused = this.contains(document.activeElement) ? document.activeElement : null
    this.#shut()
    this.#open()
    focused?.focus({ preventScroll: true })
  }

  #draw(tip) {
    if (tip === this.#tip) return
    this.#tip = tip
    const { card, title, message } = tipCard(tip, {
      style: this.getAttribute("tip-style"), act: action => presenter.act(this, action), close: () => presenter.close(this),
    })
    this.#card = card
    this.#name("aria-labelledby", title)
    this.#name("aria-label", title ? null : tip.title)
    this.#name("aria-describedby", message)
    render(this, h("div.tip", {}, card, tipArrow()))
  }

  #name(attribute, value) {
    if (value === null) this.removeAttribute(attribute)
    else this.setAttribute(attribute, value)
  }

  // MARK: What happens around the anchor

  #startWatching() {
    if (this.#watch) return this.#soon()
    this.#watch = new AbortController()
    const { signal } = this.#watch
    const options = { signal, capture: true, passive: true }
    for (const event of ["scroll", "toggle", "transitionend", "animationend", "focusin", "focusout"]) document.addEventListener(event, this.#soon, options)
    for (const target of [globalThis, visualViewport]) target?.addEventListener("resize", this.#soon, options)
    document.addEventListener("pointerdown", this.#pressed, options)
    document.addEventListener("keydown", this.#pressed, options)
    const changes = new MutationObserver(records => {
      if (records.some(({ target }) => !this.contains(target))) this.#soon()
    })
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    this.#anchorSizes = new ResizeObserver(this.#soon)
    this.#anchorSizes.observe(document.body)
    signal.addEventListener("abort", () => {
      changes.disconnect()
      this.#anchorSizes.disconnect()
    })
    this.#soon()
  }

  #unwatch() {
    this.#watch?.abort()
    this.#watch = null
    cancelAnimationFrame(this.#frame)
    this.#frame = null
    this.#endCalm()
    this.#anchor = null
  }

  #soon = () => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null
      if (this.#watch) this.#look()
    })
  }

  #endCalm() {
    clearTimeout(this.#calm)
    this.#calm = null
  }

  #look() {
    this.#findAnchor()
    const isFree = this.#anchor && !isCovered(this) && !(isBusy() && !this.contains(document.activeElement))
    const spot = isFree ? this.#spot() : null
    if (spot) this.#stand(spot)
    if (spot && !this.matches(":popover-open")) {
      this.#calm ??= setTimeout(this.#calmed, this.#isBack ? 0 : CALM)
    } else if (!spot) {
      this.#endCalm()
      // A tip that has the focus stays.
      if (!this.contains(document.activeElement)) presenter.ready(this, false)
    }
  }

  #calmed = () => {
    const isThere = this.#anchor?.isConnected === true
    presenter.ready(this, isThere)
    if (isThere) return
    // The anchor was redrawn since the last frame: the next frame finds the new anchor, and waits again.
    this.#endCalm()
    this.#soon()
  }

  // An anchor that is redrawn under the same id counts as the same anchor.
  #findAnchor() {
    const anchor = this.getRootNode().getElementById(this.getAttribute("for"))
    const found = [anchor, openerOf(anchor)].find(element => element?.checkVisibility({ visibilityProperty: true })) ?? null
    if (found === this.#anchor) return
    if (this.#anchor) {
      this.#anchorSizes.unobserve(this.#anchor)
      this.#letGo()
    }
    this.#anchor = found
    if (!found) return presenter.anchorGone(this)
    this.#anchorSizes.observe(found)
    if (this.matches(":popover-open")) this.#openAgain()
  }

  #letGo() {
    if (this.#anchor?.getAttribute("aria-details") === this.id) this.#anchor.removeAttribute("aria-details")
  }

  // MARK: Where it stands

  // Beside its element, or at the foot; null while the element is not in sight.
  #spot() {
    const window = visibleWindow()
    const anchor = visiblePart(this.#anchor, window)
    if (anchor === null) return null
    return this.#beside(anchor, window) ?? this.#atFoot(anchor, window)
  }

  #beside(anchor, window) {
    const isOpen = this.matches(":popover-open")
    if (matchMedia(NARROW).matches || (isOpen && this.#isAtFoot)) return null
    const tip = this.#measured(false, () => {
      const border = this.#card.offsetHeight - this.#card.clientHeight
      return { width: this.#card.offsetWidth, height: this.#card.scrollHeight + border }
    })
    const isOurs = element => this.contains(element) || this.#anchor.contains(element)
    const around = { left: anchor.left - GAP, top: anchor.top - GAP, width: anchor.width + 2 * GAP, height: anchor.height + 2 * GAP }
    return place({
      anchor, tip, window, wanted: this.getAttribute("arrow") ?? "top", isRightToLeft: getComputedStyle(this).direction === "rtl",
      obstacles: obstacles(window, element => isOurs(element) || element.contains(this.#anchor)), words: words(around, isOurs),
      stands: isOpen ? this.#stands : null,
    })
  }

  // The element stays in sight above the bar.
  #atFoot(anchor, window) {
    const height = this.#measured(true, () => this.offsetHeight)
    return anchor.top + anchor.height <= window.top + window.height - height ? { edge: "foot" } : null
  }

  get #isAtFoot() { return this.classList.contains("foot-bar") }

  // Measures the card; an open card is measured in its place.
  #measured(isAtFoot, measure) {
    const isOpen = this.matches(":popover-open")
    if (isOpen && isAtFoot === this.#isAtFoot) return measure()
    const wasAtFoot = this.#isAtFoot
    this.classList.add("is-measured")
    this.classList.toggle("foot-bar", isAtFoot)
    const measured = measure()
    this.classList.toggle("foot-bar", wasAtFoot)
    this.classList.remove("is-measured")
    return measured
  }

  #stand(spot) {
    const { edge, left, top, arrow } = spot
    const isAtFoot = edge === "foot"
    this.#stands = isAtFoot ? null : spot
    this.dataset.edge = edge
    this.classList.toggle("foot-bar", isAtFoot)
    const { style } = this
    style.setProperty("left", isAtFoot ? "" : `${Math.round(left)}px`)
    style.setProperty("top", isAtFoot ? "" : `${Math.round(top)}px`)
    if (!isAtFoot) style.setProperty("--tip-arrow-at", `${Math.round(arrow)}px`)
  }

  // The browser closes it on Escape, on a tap elsewhere, and when a dialog opens; a dialog only makes it wait.
  #toggled = ({ newState }) => {
    if (newState !== "closed") return
    if (this.contains(document.activeElement)) this.#giveFocusBack()
    if (this.#isClosedByStage) return
    const isInterrupted = isCovered(this) || this.#isHasty
    this.#hasGivenWay ||= this.#isHasty
    this.#isHasty = false
    // Later, because the next popover may not open while this one closes.
    setTimeout(() => {
      if (!isInterrupted) return presenter.dismiss(this)
      presenter.ready(this, false)
      this.#endCalm()
      this.#soon()
    })
  }

  #pressed = ({ type, target }) => {
    const isElsewhere = type === "pointerdown" && !this.contains(target)
    this.#isHasty = isElsewhere && !this.#hasGivenWay && performance.now() - this.#shownAt < HASTE
  }

  #giveFocusBack() {
    const target = this.#anchor
    if (!target) return
    const isStop = target.matches("a[href], button, input, select, textarea, summary, [tabindex]")
    const stop = isStop ? target : target.querySelector("a[href], button, input, select, textarea, summary, [tabindex]")
    if (stop) return stop.focus({ preventScroll: true })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true })
  }
}

// The button that opens the menu which the element is in, or null. Where the menu is closed, it stands for the element.
function openerOf(element) {
  const menu = element?.closest("[popover]")
  return menu ? element.getRootNode().querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`) : null
}

customElements.define("tip-popover", TipPopover)
