// Finds the ticket that an arrow key leads to. Left and right follow the order of the tickets; up and down follow the screen.

// places: [{ x, y }] centres in reading order; index: where the focus is; returns the new index.
export function neighbour(places, index, direction, isRightToLeft = false) {
  switch (direction) {
    case "ArrowRight": return step(places, index, isRightToLeft ? -1 : 1)
    case "ArrowLeft": return step(places, index, isRightToLeft ? 1 : -1)
    case "ArrowDown": return nearest(places, index, (from, to) => to.y > from.y + 1)
    case "ArrowUp": return nearest(places, index, (from, to) => to.y < from.y - 1)
    default: return index
  }
}

const step = (places, index, by) => Math.min(Math.max(index + by, 0), places.length - 1)

// Prefers the same column: a sideways distance counts threefold.
function nearest(places, index, isAhead) {
  const from = places[index]
  let best = index
  let bestCost = Infinity
  places.forEach((to, candidate) => {
    if (!isAhead(from, to)) return
    const cost = Math.abs(to.y - from.y) + 3 * Math.abs(to.x - from.x)
    if (cost < bestCost) [best, bestCost] = [candidate, cost]
  })
  return best
}
