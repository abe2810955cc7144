// Where a popover stands beside what it explains: never over it, inside the window, with its arrow towards it where there is
// room, and a little further off or aside where it is then over fewer things that can be pressed. All lengths are CSS pixels of the
// window; rectangles are { left, top, width, height }.

export const GAP = 26 // from the card to the anchor: the length of the arrow, and a little air
export const FURTHEST = 112 // that a card stands further off; the arrow is longer then
const AIR = 6 // from the card to a control that it stands clear of
const MARGIN = 8 // from the card to the edge of the window
const LEAST_HEIGHT = 128 // of a card that scrolls, as there is no room for all of it
const CORNER = 24 // along an edge of the card, where no arrow begins

const SIDES = { below: { edge: "top", opposite: "above" }, above: { edge: "bottom", opposite: "below" },
  right: { edge: "left", opposite: "left" }, left: { edge: "right", opposite: "right" } }

// anchor: what is visible of it; tip: the size that the card would like; wanted: one of EDGES, the edge of the card that
// has the arrow; controls: what else can be pressed; stands: the answer from before, of a card that stays where it is as long
// as it can. Answers { edge, left, top, maxHeight, arrow, further }: edge is "top", "bottom", "left" or "right" of the card,
// arrow is how far along it the arrow begins, further by how much it is longer than usual, aside by how much the card stands to
// the right of its usual place. Null: there is no room beside the anchor.
export function place({ anchor, tip, window, wanted = "top", isRightToLeft = false, controls = [], stands = null }) {
  const room = rooms(anchor, window)
  const first = wantedSide(wanted, isRightToLeft)
  const order = [first, SIDES[first].opposite, ...Object.keys(SIDES)]
  const before = stands && order.find(side => SIDES[side].edge === stands.edge && fits(side, tip, room, window, stands.further))
  if (before) return placed(before, anchor, tip, window, tip.height, stands)
  const fitting = order.find(side => fits(side, tip, room, window))
  if (fitting) return clearest(fitting, anchor, tip, window, room, controls)
  const taller = room.above > room.below ? "above" : "below"
  if (room[taller] < LEAST_HEIGHT) return null
  return placed(taller, anchor, { ...tip, height: room[taller] }, window, room[taller])
}

// On a side where it fits: where it usually is, or just past one of the controls that would be under it, wherever it is over
// the fewest; of several such places the closest. Beside the anchor it stays, because what is in a row with that is left alone.
function clearest(side, anchor, tip, window, room, controls) {
  const usual = placed(side, anchor, tip, window, tip.height)
  if (side !== "above" && side !== "below") return usual
  const rise = side === "below" ? 0 : FURTHEST
  const reach = { left: window.left, top: usual.top - rise, width: window.width, height: tip.height + FURTHEST }
  const near = controls.filter(control => intersection(reach, control) !== null)
  const past = near.map(({ top, height }) => side === "below" ? top + height + AIR - usual.top : usual.top + tip.height + AIR - top)
  const beside = near.flatMap(({ left, width }) => [left + width + AIR - usual.left, left - AIR - tip.width - usual.left])
  const steps = [0, ...past.filter(further => further > 0 && further <= FURTHEST && fits(side, tip, room, window, further))]
  const shifts = [0, ...beside.filter(aside => isTied(usual, aside, anchor, tip, window))]
  const spots = steps.flatMap(further => shifts.map(aside => placed(side, anchor, tip, window, tip.height, { further, aside })))
  const cost = ({ left, top, further, aside }) =>
    [near.filter(control => intersection({ ...tip, left, top }, control) !== null).length, further + Math.abs(aside)]
  const [best] = spots.map(spot => ({ spot, cost: cost(spot) })).sort((one, other) => one.cost[0] - other.cost[0] || one.cost[1] - other.cost[1])
  return best.spot
}

// Whether a card that stands aside is in the window, and its arrow can still be at the anchor's middle.
function isTied({ left }, aside, anchor, tip, window) {
  const middle = anchor.left + anchor.width / 2
  return slide(left + aside, tip.width, window.left, window.width) === left + aside &&
    arrowAt(middle - left - aside, tip.width) === middle - left - aside
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

function fits(side, tip, room, window, further = 0) {
  const isBeside = side === "left" || side === "right"
  return isBeside
    ? tip.width <= room[side] && tip.height <= window.height - 2 * MARGIN
    : tip.height + further <= room[side]
}

function placed(side, anchor, tip, window, maxHeight, { further = 0, aside = 0 } = {}) {
  const { edge } = SIDES[side]
  if (side === "above" || side === "below") {
    const gap = GAP + further
    const top = side === "above" ? anchor.top - gap - tip.height : anchor.top + anchor.height + gap
    const middle = anchor.left + anchor.width / 2
    const usual = slide(middle - tip.width / 2, tip.width, window.left, window.width)
    const left = slide(usual + aside, tip.width, window.left, window.width)
    return { edge, left, top, maxHeight, arrow: arrowAt(middle - left, tip.width), further, aside }
  }
  const left = side === "left" ? anchor.left - GAP - tip.width : anchor.left + anchor.width + GAP
  const middle = anchor.top + anchor.height / 2
  const top = slide(middle - tip.height / 2, tip.height, window.top, window.height)
  return { edge, left, top, maxHeight, arrow: arrowAt(middle - top, tip.height), further: 0, aside: 0 }
}

const slide = (start, length, from, extent) => Math.max(from + MARGIN, Math.min(start, from + extent - MARGIN - length))

// Where along an edge of a length an arrow towards a place begins; the corners are kept free.
export const arrowAt = (place, length) => Math.max(Math.min(CORNER, length / 2), Math.min(place, length - Math.min(CORNER, length / 2)))
