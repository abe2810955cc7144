// Lays out the tickets, each at a fixed place. On a narrow or low screen they form one column.

import { h } from "../Shared/dom.js"
import { neighbour } from "./models/neighbour.js"
import { inLine, Places } from "./models/places.js"
import "./kitchen-ticket.js"

const COLUMN = 15 // rem: how wide a column is at least
const GAP = 8 // pixels
// The smallest screen with pages of fixed places: two rows must fit.
const HAS_PAGES = "(min-width: 48em) and (min-height: 34em)"
const GUARD = 400 // milliseconds in which a new ticket takes no touch

export class KitchenGrid {
  #container
  #turned
  #elements = new Map()
  #entries = []
  #places = null
  #columns = 1
  #height = 0
  #width = 0
  #outerWidth = 0
  #heights = new Map()
  #isBlind = false
  #media = matchMedia(HAS_PAGES)
  #sizes = new ResizeObserver(() => this.#resize())

  // container: of the tickets; turned: called when the page or the number of tickets behind may have changed.
  constructor(container, turned) {
    this.#container = container
    this.#turned = turned
  }

  connect() { this.#sizes.observe(this.#container.parentElement ?? this.#container) }
  disconnect() { this.#sizes.disconnect() }

  get focused() { return document.activeElement?.closest("kitchen-ticket") ?? null }
  get elements() { return [...this.#elements.values()] }
  get visible() { return this.elements.filter(element => element.isConnected && !element.hidden) }
  get page() { return this.#places?.page ?? 0 }
  get pages() { return this.#places?.pages ?? 1 }
  get behind() { return this.#places?.behind ?? 0 }

  element(id) { return this.#elements.get(id) }

  // While the link is lost the tickets keep their places, although the banner takes space.
  set isBlind(value) {
    this.#isBlind = value
    if (!value) this.#resize()
  }

  clear() {
    for (const element of this.#elements.values()) element.remove()
    this.#elements.clear()
    this.#entries = []
    this.#heights.clear()
    if (this.#places) this.#places = this.#newPlaces()
  }

  // entries: what kitchen-ticket shows, in the order of the release. Elements stay with their tickets, so that changes elsewhere
  // do not disturb a finger or the focus.
  show(entries, now) {
    const { focused } = this
    const at = this.visible.indexOf(focused)
    this.#entries = entries
    const ids = new Set(entries.map(({ ticket }) => ticket.id))
    for (const [id, element] of this.#elements) {
      if (ids.has(id)) continue
      element.remove()
      this.#elements.delete(id)
      this.#heights.delete(id)
    }
    entries.forEach((entry, index) => this.#put(entry, index, now))
    this.#arrange()
    const { visible } = this
    if (visible.length > 0 && !visible.some(({ tabIndex }) => tabIndex === 0)) visible[0].tabIndex = 0
    if (focused && !focused.isConnected && visible.length > 0) this.focus(visible[Math.min(Math.max(0, at), visible.length - 1)])
  }

  tick(now) { for (const element of this.visible) element.tick(now) }

  turn(page) {
    this.#places?.turn(page, this.#tickets())
    this.#apply()
  }

  // To the page of a ticket.
  reveal(id) {
    const place = this.#places?.of(id)
    if (place && place.page !== this.page) this.turn(place.page)
    const element = this.#elements.get(id)
    if (element) this.focus(element)
  }

  move(key) {
    const { visible } = this
    if (visible.length === 0) return
    const index = visible.indexOf(this.focused)
    if (index < 0) return this.focus(visible[0])
    const places = visible.map(element => {
      const { x, y, width } = element.getBoundingClientRect()
      return { x: x + width / 2, y }
    })
    this.focus(visible[neighbour(places, index, key, getComputedStyle(this.#container).direction === "rtl")])
  }

  focus(element) {
    for (const other of this.#elements.values()) other.tabIndex = other === element ? 0 : -1
    element.focus()
    element.scrollIntoView({ block: "nearest" })
  }

  #put(entry, index, now) {
    const { ticket } = entry
    let element = this.#elements.get(ticket.id)
    if (!element) {
      element = h("kitchen-ticket")
      this.#elements.set(ticket.id, element)
    }
    if (this.#container.children[index] !== element) this.#container.insertBefore(element, this.#container.children[index] ?? null)
    if (element.show(entry, now)) this.#heights.delete(ticket.id)
  }

  #resize() {
    if (!this.#container.isConnected) return
    const hasPages = this.#media.matches
    const { clientWidth, offsetWidth } = this.#container.parentElement
    // While it is blind it follows a screen that is turned. What the banner takes is reached by scrolling.
    if (this.#isBlind && offsetWidth === this.#outerWidth) return
    const banner = this.#isBlind ? document.querySelector(".link-lost-banner")?.offsetHeight ?? 0 : 0
    const clientHeight = this.#container.parentElement.clientHeight + banner
    this.#outerWidth = offsetWidth
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const columns = Math.max(1, Math.floor((clientWidth + GAP) / (COLUMN * rem + GAP)))
    const isSame = hasPages === (this.#places !== null) && columns === this.#columns
    if (isSame && (!hasPages || (clientHeight === this.#height && clientWidth === this.#width))) return
    const isOnlyHigher = isSame && clientWidth === this.#width
    this.#columns = columns
    this.#height = clientHeight
    this.#width = clientWidth
    if (isOnlyHigher) this.#places.resize(clientHeight)
    else {
      this.#heights.clear()
      this.#places = hasPages ? this.#newPlaces() : null
    }
    this.#container.classList.toggle("placed", hasPages)
    this.#container.style.setProperty("--columns", columns)
    this.#arrange()
  }

  #arrange() {
    if (this.#places) {
      this.#measure()
      this.#places.arrange(this.#tickets())
    }
    this.#apply()
  }

  #tickets() {
    return inLine(this.#entries.map(({ ticket }) => ticket)).map(({ id, releasedAt, raisedAt }) =>
      ({ id, height: this.#heights.get(id), releasedAt: Date.parse(releasedAt), isFirst: Boolean(raisedAt) }))
  }

  #newPlaces() { return new Places({ columns: this.#columns, height: this.#height, gap: GAP }) }

  // Frees all elements before it measures them, so that the browser computes the layout once.
  #measure() {
    const changed = [...this.#elements].filter(([id]) => !this.#heights.has(id))
    const hidden = changed.filter(([, element]) => element.hidden).map(([, element]) => element)
    for (const element of hidden) element.hidden = false
    for (const [, element] of changed) element.style.blockSize = "auto"
    for (const [id, element] of changed) this.#heights.set(id, Math.ceil(element.getBoundingClientRect().height))
  }

  #apply() {
    for (const [id, element] of this.#elements) {
      const place = this.#places?.of(id)
      element.hidden = Boolean(place) && place.page !== this.#places.page
      const at = place ? `${place.page}/${place.column}/${place.top}` : ""
      if (element.dataset.at !== at) element.guard(GUARD)
      element.dataset.at = at
      element.style.setProperty("--column", place?.column ?? 0)
      element.style.insetBlockStart = place ? `${place.top}px` : ""
      element.style.blockSize = place ? `${place.height}px` : ""
    }
    this.visible.forEach((element, index) => { element.position = index < 10 ? (index + 1) % 10 : null })
    this.#turned()
  }
}
