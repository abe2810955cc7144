// Serving hours of items, as the menu states them.

const HORIZON = 12 * 3_600_000 // milliseconds for which the server offers pickup windows

// Whether an item that is not served now can be ordered for a later window of the café. now: milliseconds.
export function isServedLater({ isServed, servedAt }, cafe, now) {
  return isServed === false && cafe.hasPickupWindows === true && servedAt !== undefined && Date.parse(servedAt) < now + HORIZON
}

// Whether an item can be added to a basket.
export const canBeOrdered = (item, cafe, now) => !item.soldOut && !item.pausedUntil && (item.isServed !== false || isServedLater(item, cafe, now))
