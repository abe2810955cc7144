// Sentences about cafés, positions and basket lines, for several parts of the order page.

import { clockTime, kilometres, money, openingTime, percent, windowTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { pausedWords } from "./pace-words.js"

// Whether a café takes orders now: it is open and not paused.
export const takesOrders = ({ isOpen, pausedUntil }) => isOpen && !pausedUntil

// "Open until 14:00" in the café's own time.
export function openingSentence(cafe) {
  if (cafe.isOpen && cafe.pausedUntil) return pausedWords(cafe.pausedUntil, cafe.timeZone)
  if (cafe.isOpen) {
    return cafe.closesAt ? t("Open until {time}", { time: clockTime(cafe.closesAt, cafe.timeZone) }) : t("Open")
  }
  return cafe.opensAt ? t("Closed, opens {when}", { when: openingTime(cafe.opensAt, cafe.timeZone) }) : t("Closed")
}

// Why a closed café takes no orders now.
export function closedSentence({ name, opensAt, timeZone }) {
  return opensAt
    ? t("{cafe} is closed. It opens {when}.", { cafe: name, when: openingTime(opensAt, timeZone) })
    : t("{cafe} is closed.", { cafe: name })
}

export const localTimeSentence = cafe => t("Local time {time}", { time: clockTime(Date.now(), cafe.timeZone) })

const WORTH_SAYING = 1000 // metres

// distance: metres, or null when it is not known.
export function closestWords(distance) {
  return distance > WORTH_SAYING ? t("Closest to you, {distance} away", { distance: kilometres(distance) }) : t("Closest to you")
}

// Says why the page does not follow the person's device.
export const namedSentence = cafe => t("You chose {cafe} yourself, so this page does not follow your device now.", { cafe: cafe.name })

// Why the position is not used (C3, C9). closed: the closed café that is near when no open one is.
export function reasonSentence({ reason, closed }) {
  switch (reason) {
    case "denied": return t("Your browser does not share your position with this page, so you choose the café yourself.")
    case "withdrawn": return t("Your position is no longer shared with this page, and the page has deleted it.")
    case "unavailable": return t("This device does not know its position now, so you choose the café yourself.")
    case "timed-out": return t("Your position is taking too long, so you choose the café yourself.")
    case "imprecise": return t("Your position is too rough to tell the cafés apart, so you choose the café yourself.")
    case "all-closed": return t("No café is open now. You can still look at the menus.")
    case "too-far":
      return closed ? t("No open café is near you. {cafe} is closed.", { cafe: closed.name }) : t("No open café is near you.")
    default: return null
  }
}

// Why a line cannot be ordered, or null. pickup: the start of the wanted window, or null.
export function statusWords(status, { servedAt, pausedUntil, timeZone, pickup = null } = {}) {
  switch (status) {
    case "missing": return t("Not on this café’s menu.")
    case "sold-out": return t("Sold out here.")
    case "not-served": return pickup === null ? servedWords({ servedAt }, timeZone) : notThenWords(pickup, servedAt, timeZone)
    case "paused": return pausedUntil ? pausedWords(pausedUntil, timeZone) : t("Paused now.")
    case "choice-missing": return t("A choice is not offered here. Remove it and choose again.")
    default: return null
  }
}

// When an item is served that is not served now.
export function servedWords({ servedAt }, timeZone) {
  return servedAt ? t("Not now, served {when}", { when: openingTime(servedAt, timeZone) }) : t("Not served now")
}

// When an item is served later, which can be ordered now.
export const laterWords = ({ servedAt }, timeZone) => t("Served {when}. You can order it now.", { when: openingTime(servedAt, timeZone) })

function notThenWords(pickup, servedAt, timeZone) {
  const time = windowTime(pickup, timeZone)
  return servedAt
    ? t("Not at {time}, served {when}", { time, when: openingTime(servedAt, timeZone) })
    : t("Not served at {time}", { time })
}

// Offers another pickup. startsAt: the start of its window, or null for as soon as possible.
export const fitWords = (startsAt, timeZone) => (startsAt === null
  ? t("Collect as soon as possible")
  : t("Collect at {time}", { time: windowTime(startsAt, timeZone) }))

// One thing that has changed in the basket. change: as whatChanged of models/basket.js makes it.
export function changeWords({ line, kind }) {
  const { name, unitPrice } = line
  switch (kind) {
    case "price": return t("{name} is {price} now.", { name, price: money(unitPrice) })
    case "sold-out": return t("{name} is sold out.", { name })
    case "not-served": return t("{name} is no longer served now.", { name })
    case "paused": return t("{name} is paused now.", { name })
    case "back": return t("{name} can be ordered again.", { name })
    case "choice-missing": return t("{name} is not offered with your choices any more.", { name })
    default: return t("{name} is not on the menu any more.", { name })
  }
}

// The price of a line when it was chosen, or null when it is the same now.
export const priceWords = ({ was }) => (was ? t("The price has changed. It was {price}.", { price: money(was) }) : null)

// "Oat drink, Extra shot × 2", or null.
export function choiceWords({ choices }) {
  if (choices.length === 0) return null
  const words = choices.map(({ name, quantity }) => (quantity > 1 ? t("{name} × {quantity}", { name, quantity }) : name))
  return new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(words)
}

// The refund rule for orders that nobody collects; null at a café without such a rule.
export function notCollectedWords({ handover }) {
  const { giveUpMinutes, refundPercent } = handover ?? {}
  if (giveUpMinutes === undefined) return null
  if (refundPercent === 0) {
    return tn("An order that is not collected within {count} minute after it is ready is not refunded.",
      "An order that is not collected within {count} minutes after it is ready is not refunded.", giveUpMinutes)
  }
  return tn("If an order is not collected within {count} minute after it is ready, {share} of it is refunded.",
    "If an order is not collected within {count} minutes after it is ready, {share} of it is refunded.", giveUpMinutes, { share: percent(refundPercent / 100) })
}
