// Draws anew without moving what the person is looking at.

// draw: draws a list in the element anew. selector: what of an entry has a data-key that it keeps.
export function holdStill(element, selector, draw) {
  // Whose eyes are on the beginning sees what comes there.
  const isAtBeginning = element.getBoundingClientRect().top >= 0
  const pressed = element.contains(document.activeElement) ? document.activeElement.closest("li") : null
  const held = Array.from(element.querySelectorAll(selector)).find(part => isInSight(part) && !pressed?.contains(part))
  const top = held?.getBoundingClientRect().top
  const focusedBefore = element.querySelector(":focus-visible")
  // Who has scrolled away from what has the focus is not brought back to it.
  const isFollowed = focusedBefore !== null && isInSight(focusedBefore)
  draw()
  const focused = isFollowed ? element.querySelector(":focus-visible") : null
  if (focused) return focused.scrollIntoView({ block: "nearest" })
  const successor = held && element.querySelector(`[data-key="${CSS.escape(held.dataset.key)}"]`)
  if (successor && !isAtBeginning) scrollBy({ top: successor.getBoundingClientRect().top - top, behavior: "instant" })
}

function isInSight(part) {
  const { top } = part.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}
