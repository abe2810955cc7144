// One guest's visit at a kiosk: where the guest is, and everything that a reset has to forget (C94). A visit is kept in memory
// alone: nothing of it goes into storage or into the address, so that a new visit is the whole reset.

import { addLine, emptyBasket, isEmpty, removeLine, replaceLine, restoreLine } from "./basket.js"

export const Stage = Object.freeze({ attract: "attract", menu: "menu", item: "item", basket: "basket", pay: "pay", badge: "badge", card: "card", done: "done" })
export const TEXT_SIZES = Object.freeze([100, 150, 200]) // per cent (C98)
export const LONGEST_NAME = 24 // characters

// Where "Back" leads.
const BEFORE = { [Stage.item]: Stage.menu, [Stage.basket]: Stage.menu, [Stage.pay]: Stage.basket, [Stage.badge]: Stage.pay }

export class KioskVisit {
  stage = Stage.attract
  basket = emptyBasket
  name = "" // to call, or "" for the number alone
  group = 0 // the part of the menu that is shown
  textSize = TEXT_SIZES[0]
  isHighContrast = false
  isLow = false // all controls are in the lower part of the screen (C96)
  readsAloud = false
  language = null // null for the kiosk's own
  item = null // the id of the open item
  line = null // the key of the line that the open item changes, or null for a new one
  removed = null // { line, index }: the line that was removed last, until something else happens
  order = null // the placed order
  pickup = null // the pickup that was named when the order was sent: { startsAt, endsAt }, or null
  attempt = null // { key, body }: an order that was sent and has no answer yet

  // Whether there is nothing to forget.
  get isFresh() { return JSON.stringify(this) === FRESH }
  // Whether the result of an order is unknown; the visit is not reset before it is known (C95).
  get isUndecided() { return this.attempt !== null || this.stage === Stage.card }

  // group: the part of the menu to begin with.
  begin(group = 0) {
    this.group = group
    this.#go(Stage.menu)
  }

  openGroup(index) { this.group = index }

  openItem(item, line = null) {
    this.#go(Stage.item)
    this.item = item
    this.line = line
  }

  // line: as item-dialog.js makes it; makeKey: returns a key for a new line.
  confirm(cafe, line, makeKey) {
    const { line: changed } = this
    this.basket = changed === null ? addLine(this.basket, cafe, { ...line, key: makeKey() }) : replaceLine(this.basket, changed, line)
    this.#go(changed === null ? Stage.menu : Stage.basket)
  }

  openBasket() { this.#go(Stage.basket) }

  remove(key) {
    const index = this.basket.lines.findIndex(line => line.key === key)
    this.removed = { line: this.basket.lines[index], index }
    this.basket = removeLine(this.basket, key)
  }

  putBack() {
    if (this.removed === null) return
    this.basket = isEmpty(this.basket) ? { ...this.basket, lines: [this.removed.line] } : restoreLine(this.basket, this.removed.line, this.removed.index)
    this.removed = null
  }

  pay() { if (!isEmpty(this.basket)) this.#go(Stage.pay) }

  // An employee pays with the badge.
  openBadge() { this.#go(Stage.badge) }

  back() {
    if (this.isUndecided) return
    this.#go(this.stage === Stage.item && this.line !== null ? Stage.basket : BEFORE[this.stage] ?? this.stage)
  }

  // Sends the order once: while there is no answer, the same is sent again (C37). body: of the request.
  // pickup: what the price said about the time.
  send(body, makeKey, pickup = null) {
    if (this.attempt === null) this.pickup = pickup
    this.attempt ??= { key: makeKey(), body }
    return this.attempt
  }

  // The server has placed the order. One that is paid by card waits for that, and the basket stays so long.
  placed(order) {
    this.attempt = null
    this.order = order
    if (order.stage === "placed" && order.payment === "card") this.#go(Stage.card)
    else this.#finish()
  }

  // The payment by card is decided. stage: of the order. Returns whether it is ordered; if not, nothing is, and the guest pays in
  // another way.
  decided(stage) {
    const isOrdered = !["cancelled", "rejected", "expired"].includes(stage)
    this.order = isOrdered ? { ...this.order, stage } : null
    if (isOrdered) this.#finish()
    else this.#go(Stage.pay)
    return isOrdered
  }

  // The server has refused the order, so that nothing was ordered.
  refused() { this.attempt = null }

  nextTextSize() { this.textSize = TEXT_SIZES[(TEXT_SIZES.indexOf(this.textSize) + 1) % TEXT_SIZES.length] }

  // The basket in the language of a menu: lines keep what was chosen, and get the names of the menu.
  rename(menu) {
    const items = new Map(menu.sections.flatMap(({ items }) => items).map(item => [item.id, item]))
    const lines = this.basket.lines.map(line => {
      const item = items.get(line.item)
      if (!item) return line
      const names = new Map(item.groups.flatMap(({ choices }) => choices).map(({ id, name }) => [id, name]))
      return { ...line, name: item.name, choices: line.choices.map(choice => ({ ...choice, name: names.get(choice.choice) ?? choice.name })) }
    })
    this.basket = { ...this.basket, lines }
  }

  #finish() {
    this.basket = emptyBasket
    this.#go(Stage.done)
  }

  #go(stage) {
    this.stage = stage
    this.item = null
    this.line = null
    this.removed = null
  }
}

const FRESH = JSON.stringify(new KioskVisit())

// The name as the server takes it: one line without runs of blanks.
export const plainName = text => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu, " ").trim().slice(0, LONGEST_NAME)

// pays: one of the ways that the server offers; badge: { number, pin } of an employee, or null.
export function kioskOrder({ basket, name }, expectedTotal, pays, badge = null) {
  const lines = basket.lines.map(({ item, quantity, choices }) => ({ item, quantity, choices: choices.map(({ choice, quantity }) => ({ choice, quantity })) }))
  const plain = plainName(name)
  return { lines, expectedTotal, payment: pays, ...(plain !== "" && { name: plain }), ...(badge && { badge }) }
}

// The part of the menu to begin with: the first one of which everything is served now, if something of it is left, so that nobody
// lands in the breakfast at noon.
export function firstSection(sections) {
  const isLeft = ({ soldOut, isServed, pausedUntil }) => !soldOut && isServed !== false && !pausedUntil
  const hasSome = sections.map(({ items }) => items.some(isLeft))
  const whole = sections.findIndex(({ items }, index) => hasSome[index] && items.every(({ isServed }) => isServed !== false))
  return Math.max(0, whole >= 0 ? whole : hasSome.indexOf(true))
}
