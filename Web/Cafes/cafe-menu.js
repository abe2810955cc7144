// One café's menu, with the person's favourites first. Fires "item-opened" with the item, "favourite-set" with { item,
// isMarked }, and "filter-cleared".

import { emit, h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { allergenLines } from "./allergen-lines.js"
import { dishFacts, dishPicture, servingLine } from "./dish-parts.js"
import { holdStill } from "./scroll.js"
import { soFar } from "./models/allergens.js"
import { dietsSoFar } from "./models/diets.js"
import { energy } from "./models/energy.js"
import { favouritesFirst } from "./models/favourites.js"
import { doesClash, filtered, fits, isFiltering, noFilter } from "./models/menu-filter.js"
import { isServedLater } from "./models/serving.js"
import { Selection } from "./models/selection.js"

const SECOND_PRESS = 700 // milliseconds in which a second press on the same spot is ignored
const SAME_SPOT = 12 // pixels
const READING_LINE = 120 // pixels from the top of the window

class CafeMenu extends HTMLElement {
  #menu = null
  #marked = null
  #filter = noFilter
  #cafe = null
  #watch = null // aborted when the element leaves the page
  #press = null // the last press of a star by a pointer: { key, time, x, y, scroll }

  constructor() {
    super()
    this.addEventListener("click", event => this.#skipSecondPress(event), { capture: true })
  }

  connectedCallback() {
    this.#watch = new AbortController()
    addEventListener("scroll", () => this.#markJump(), { passive: true, signal: this.#watch.signal })
  }

  disconnectedCallback() { this.#watch.abort() }

  // marked: the ids of the person's favourites, or null when the reader cannot mark items. filter: see
  // models/menu-filter.js.
  show(menu, { marked = null, filter = noFilter, cafe } = {}) {
    if (menu === this.#menu && marked === this.#marked && filter === this.#filter) return
    this.#menu = menu
    this.#marked = marked
    this.#filter = filter
    this.#cafe = cafe
    const before = scrollY
    holdStill(this, ".item-name[data-key]", () => this.#draw(menu))
    if (this.#press) this.#press.scroll += scrollY - before
  }

  // An item moves at once, so a second press on the same spot would hit its neighbour.
  #skipSecondPress(event) {
    // By keyboard the focus moves with the item.
    if (event.detail === 0) return
    const key = event.target.closest("li")?.querySelector(".favourite")?.dataset.key
    const press = { key, time: event.timeStamp, x: event.clientX, y: event.clientY, scroll: scrollY }
    if (this.#press && press.key !== this.#press.key && isSecondHalf(press, this.#press)) {
      event.stopPropagation()
      event.preventDefault()
    } else {
      this.#press = event.target.closest(".favourite") ? press : null
    }
  }

  #draw(menu) {
    const found = { sections: filtered(menu.sections, this.#filter).sections }
    const sections = favouritesFirst(found, this.#marked, t("Favourites")).filter(({ items }) => items.length > 0)
    if (sections.length === 0 && isFiltering(this.#filter)) return render(this, this.#nothingFound())
    if (sections.length === 0) return render(this, h("p.empty", {}, t("Nothing is on this menu today. Another café may have something.")))
    render(this, this.#jumps(sections), sections.map((section, index) => this.#section(section, index)))
    this.#markJump()
  }

  #nothingFound() {
    return h("div.empty", {}, mark(), h("p", {}, t("Nothing on this menu fits.")),
      h("button.button", { type: "button", "data-key": "filter-cleared", onclick: () => this.#clearFilter() }, t("Show the whole menu")))
  }

  // The pressed button is removed, so the focus moves.
  #clearFilter() {
    emit(this, "filter-cleared")
    this.querySelector("h2")?.focus({ preventScroll: true })
  }

  // Marks the part of the menu that is being read.
  #markJump() {
    const jumps = this.querySelectorAll(".jump")
    if (jumps.length === 0) return
    const isAbove = heading => heading.getBoundingClientRect().top <= READING_LINE
    const read = Math.max(0, [...this.querySelectorAll("section > h2")].findLastIndex(isAbove))
    for (const [index, jump] of jumps.entries()) {
      if (index === read) jump.setAttribute("aria-current", "true")
      else jump.removeAttribute("aria-current")
    }
  }

  #jumps(sections) {
    if (sections.length < 2) return null
    const links = sections.map(({ name }, index) =>
      h("li", {}, h("button.jump", { type: "button", "data-key": `jump-${name}`, onclick: () => this.#jump(index) }, name)))
    return h("nav.jumps", { "aria-label": t("Parts of the menu") }, h("ul", {}, links))
  }

  // A button instead of a link: the address says which view is shown.
  #jump(index) {
    const heading = this.querySelector(`#section-${index}`)
    heading.scrollIntoView({ block: "start" })
    heading.focus({ preventScroll: true })
  }

  #section({ name, items }, index) {
    return h("section.stack", { "aria-labelledby": `section-${index}` },
      h("h2", { id: `section-${index}`, tabindex: "-1", "data-key": `section-${name}` }, name),
      h("ul.items", {}, items.map(item => h("li", {}, this.#item(item)))))
  }

  #item(item) {
    const open = () => emit(this, "item-opened", item)
    const selection = new Selection(item, [], { accepts: choice => !doesClash(choice, this.#filter) })
    const isAway = item.pausedUntil || (item.isServed === false && !isServedLater(item, this.#cafe, Date.now()))
    return h(item.soldOut ? "article.item.is-sold-out" : isAway ? "article.item.is-not-served" : "article.item", {},
      h("div.item-head", {},
        h("div.item-title", {},
          h("h3", {}, item.soldOut
            ? item.name
            : h("button.item-name", { type: "button", "data-key": `item-${item.id}`, onclick: open, "aria-haspopup": "dialog" }, item.name)),
          h("span.price.figures", {}, money(item.price))),
        this.#marked && this.#star(item)),
      h("div.item-body", {},
        h("div.item-words", {},
          item.summary && h("p.muted.own-direction", {}, item.summary),
          dishFacts(dietsSoFar(item, selection), energy(item, selection))),
        dishPicture(item)),
      h("div.item-foot.small", {},
        item.soldOut ? h("p.sold-out", {}, icon("close"), t("Sold out")) : servingLine(item, this.#cafe),
        !item.soldOut && fits(item, this.#filter) === "choice" && h("p.with-icon", {}, icon("check"), h("span", {}, t("Fits with the right choices"))),
        !item.soldOut && allergenLines(soFar(item, selection))))
  }

  #star(item) {
    const isMarked = this.#marked.has(item.id)
    const press = ({ currentTarget }) => {
      // Safari does not focus a pressed button; without the focus the code below could not find the item.
      currentTarget.focus({ preventScroll: true })
      emit(this, "favourite-set", { item, isMarked: !isMarked })
    }
    return h("button.favourite", {
      type: "button", "data-key": `favourite-${item.id}`, "aria-pressed": String(isMarked), "aria-label": t("Favourite: {item}", { item: item.name }),
      onclick: press,
    }, icon("favourite"))
  }
}

// Whether a press is the second one at the same spot. After a scroll it is meant for another item.
function isSecondHalf(press, last) {
  const isAtRest = Math.hypot(press.x - last.x, press.y - last.y) <= SAME_SPOT && Math.abs(press.scroll - last.scroll) <= SAME_SPOT
  return isAtRest && press.time - last.time < SECOND_PRESS
}

customElements.define("cafe-menu", CafeMenu)
