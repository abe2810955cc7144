// Where a popover stands beside what it explains: never over it, inside the window, with its arrow towards it where there is
// room. All lengths are CSS pixels of the window; rectangles are { left, top, width, height }.

export const GAP = 26 // from the card to the anchor: the length of the arrow, and a little air
const MARGIN = 8 // from the card to the edge of the window
const LEAST_HEIGHT = 128 // of a card that scrolls, as there is no room for all of it
const CORNER = 24 // along an edge of the card, where no arrow begins

const SIDES = { below: { edge: "top", opposite: "above" }, above: { edge: "bottom", opposite: "below" },
  right: { edge: "left", opposite: "left" }, left: { edge: "right", opposite: "right" } }

// anchor: what is visible of it; tip: the size that the card would like; wanted: one of EDGES, the edge of the card that
// has the arrow. Answers { edge, left, top, maxHeight, arrow }: edge is "top", "bottom", "left" or "right" of the card, arrow
// is how far along it the arrow begins. Null: there is no room beside the anchor.
export function place({ anchor, tip, window, wanted = "top", isRightToLeft = false }) {
  const room = rooms(anchor, window)
  const first = wantedSide(wanted, isRightToLeft)
  const order = [first, SIDES[first].opposite, ...Object.keys(SIDES)]
  const fitting = order.find(side => fits(side, tip, room, window))
  if (fitting) return placed(fitting, anchor, tip, window, tip.height)
  const taller = room.above > room.below ? "above" : "below"
  if (room[taller] < LEAST_HEIGHT) return null
  return placed(taller, anchor, { ...tip, height: room[taller] }, window, room[taller])
}

// The part of a rectangle that is inside another; null when there is none.
export function intersection(one, other) {
  const left = Math.max(one.left, other.left)
  const top = Math.max(one.top, other.top)
  const width = Math.min(one.left + one.width, other.left + other.width) - left
  const height = Math.min(one.top + one.height, other.top + other.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : null
}

function wantedSide(edge, isRightToLeft) {
  switch (edge) {
    case "bottom": return "above"
    case "leading": return isRightToLeft ? "left" : "right"
    case "trailing": return isRightToLeft ? "right" : "left"
    default: return "below"
  }
}

function rooms(anchor, window) {
  const air = GAP + MARGIN
  return {
    above: anchor.top - window.top - air,
    below: window.top + window.height - anchor.top - anchor.height - air,
    left: anchor.left - window.left - air,
    right: window.left + window.width - anchor.left - anchor.width - air,
  }
}

function fits(side, tip, room, window) {
  const isBeside = side === "left" || side === "right"
  return isBeside
    ? tip.width <= room[side] && tip.height <= window.height - 2 * MARGIN
    : tip.height <= room[side]
}

function placed(side, anchor, tip, window, maxHeight) {
  const { edge } = SIDES[side]
  if (side === "above" || side === "below") {
    const top = side === "above" ? anchor.top - GAP - tip.height : anchor.top + anchor.height + GAP
    const middle = anchor.left + anchor.width / 2
    const left = slide(middle - tip.width / 2, tip.width, window.left, window.width)
    return { edge, left, top, maxHeight, arrow: arrowAt(middle - left, tip.width) }
  }
  const left = side === "left" ? anchor.left - GAP - tip.width : anchor.left + anchor.width + GAP
  const middle = anchor.top + anchor.height / 2
  const top = slide(middle - tip.height / 2, tip.height, window.top, window.height)
  return { edge, left, top, maxHeight, arrow: arrowAt(middle - top, tip.height) }
}

const slide = (start, length, from, extent) => Math.max(from + MARGIN, Math.min(start, from + extent - MARGIN - length))

// Where along an edge of a length an arrow towards a place begins; the corners are kept free.
export const arrowAt = (place, length) => Math.max(Math.min(CORNER, length / 2), Math.min(place, length - Math.min(CORNER, length / 2)))
