// Redraws a list without moving the part that the person reads.

// draw: redraws the list in the element. selector: the part of an entry with a data-key, which it keeps.
export function holdStill(element, selector, draw) {
  // At the top, people see added entries without scrolling.
  const isAtBeginning = element.getBoundingClientRect().top >= 0
  const pressed = element.contains(document.activeElement) ? document.activeElement.closest("li") : null
  const held = Array.from(element.querySelectorAll(selector)).find(part => isInSight(part) && !pressed?.contains(part))
  const top = held?.getBoundingClientRect().top
  const focusedBefore = element.querySelector(":focus-visible")
  // A person who has scrolled away from the focus is not brought back to it.
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
