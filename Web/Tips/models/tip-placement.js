// Places a popover beside its anchor, the element that it explains: inside the window, over nothing that must stay in
// sight, with a short arrow that crosses no words. All lengths are CSS pixels of the window; rectangles are { left,
// top, width, height }.

export const GAP = 26 // from the card to the anchor: the length of the arrow and a small gap
const AIR = 6 // from the card to an obstacle beside it
const MARGIN = 8 // from the card to the edge of the window
const CORNER = 24 // along an edge of the card, where no arrow begins
const ARROW = 18 // across the arrow

const SIDES = { below: { edge: "top", opposite: "above" }, above: { edge: "bottom", opposite: "below" },
  right: { edge: "left", opposite: "left" }, left: { edge: "right", opposite: "right" } }

// anchor: its visible part; tip: the size of the card; wanted: one of EDGES, the edge of the card that has the arrow;
// obstacles: rectangles that no card may cover; words: rectangles that no arrow may cross; stands: the last result,
// because a card keeps its side as long as possible. Returns { edge, left, top, arrow }: edge is "top", "bottom",
// "left" or "right" of the card; arrow is the place along that edge where the arrow begins. Null when there is no
// place.
export function place({ anchor, tip, window, wanted = "top", isRightToLeft = false, obstacles = [], words = [], stands = null }) {
  const first = wantedSide(wanted, isRightToLeft)
  const before = stands && Object.keys(SIDES).find(side => SIDES[side].edge === stands.edge)
  const sides = new Set([...(before ? [before] : []), first, SIDES[first].opposite, ...Object.keys(SIDES)])
  for (const side of sides) {
    const spot = fits(side, tip, anchor, window) ? clear(side, { anchor, tip, window, obstacles, words }) : null
    if (spot) return spot
  }
  return null
}

// Places the card on one side: at its usual place, else as near to it as possible; null when it would cover something
// everywhere.
function clear(side, { anchor, tip, window, obstacles, words }) {
  const isAcross = side === "above" || side === "below"
  const usual = placed(side, anchor, tip, window, 0)
  const shifts = obstacles.flatMap(({ left, top, width, height }) => isAcross
    ? [left + width + AIR - usual.left, left - AIR - tip.width - usual.left]
    : [top + height + AIR - usual.top, top - AIR - tip.height - usual.top])
  return [0, ...shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other))]
    .map(aside => placed(side, anchor, tip, window, aside))
    .find(spot => isFree({ ...tip, left: spot.left, top: spot.top }, obstacles) && isTied(side, spot, anchor) &&
      isFree(arrowOf(side, spot, anchor), [...obstacles, ...words])) ?? null
}

const isFree = (part, others) => others.every(other => intersection(part, other) === null)

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

function fits(side, tip, anchor, window) {
  const air = GAP + MARGIN
  const isInside = tip.width <= window.width - 2 * MARGIN && tip.height <= window.height - 2 * MARGIN
  switch (side) {
    case "above": return isInside && tip.height <= anchor.top - window.top - air
    case "below": return isInside && tip.height <= window.top + window.height - anchor.top - anchor.height - air
    case "left": return isInside && tip.width <= anchor.left - window.left - air
    default: return isInside && tip.width <= window.left + window.width - anchor.left - anchor.width - air
  }
}

// aside: how far the card is from its usual place along the anchor, as far as the window allows.
function placed(side, anchor, tip, window, aside) {
  const { edge } = SIDES[side]
  const middle = middleOf(anchor)
  if (side === "above" || side === "below") {
    const top = side === "above" ? anchor.top - GAP - tip.height : anchor.top + anchor.height + GAP
    const usual = slide(middle.left - tip.width / 2, tip.width, window.left, window.width)
    const left = slide(usual + aside, tip.width, window.left, window.width)
    return { edge, left, top, arrow: arrowAt(middle.left - left, tip.width) }
  }
  const left = side === "left" ? anchor.left - GAP - tip.width : anchor.left + anchor.width + GAP
  const usual = slide(middle.top - tip.height / 2, tip.height, window.top, window.height)
  const top = slide(usual + aside, tip.height, window.top, window.height)
  return { edge, left, top, arrow: arrowAt(middle.top - top, tip.height) }
}

// Whether the arrow begins where it can reach the anchor.
function isTied(side, { left, top, arrow }, anchor) {
  const isAcross = side === "above" || side === "below"
  const [at, from, length] = isAcross ? [left + arrow, anchor.left, anchor.width] : [top + arrow, anchor.top, anchor.height]
  return at >= from && at <= from + length
}

// The strip between the card and the anchor that the arrow takes.
function arrowOf(side, { left, top, arrow }, anchor) {
  switch (side) {
    case "below": return { left: left + arrow - ARROW / 2, top: anchor.top + anchor.height, width: ARROW, height: GAP }
    case "above": return { left: left + arrow - ARROW / 2, top: anchor.top - GAP, width: ARROW, height: GAP }
    case "right": return { left: anchor.left + anchor.width, top: top + arrow - ARROW / 2, width: GAP, height: ARROW }
    default: return { left: anchor.left - GAP, top: top + arrow - ARROW / 2, width: GAP, height: ARROW }
  }
}

const middleOf = ({ left, top, width, height }) => ({ left: left + width / 2, top: top + height / 2 })
const slide = (start, length, from, extent) => Math.max(from + MARGIN, Math.min(start, from + extent - MARGIN - length))

// Where along an edge the arrow begins; the corners stay free.
export const arrowAt = (place, length) => Math.max(Math.min(CORNER, length / 2), Math.min(place, length - Math.min(CORNER, length / 2)))
