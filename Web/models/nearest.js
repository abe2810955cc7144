// Which café is the closest, or whom to ask. Pure: a position goes in, a decision comes out, nothing is kept.

import { distance } from "./distance.js"

const SMALLEST_ACCURACY = 10 // metres: what two fixes of one standing person differ by
const USABLE_ACCURACY = 50_000 // metres: a coarser position says which country, not which café
const EXACT_ACCURACY = 1000 // metres: a coarser position cannot say that somebody stands between two cafés
const LONGEST_WAY = 50_000 // metres: nobody goes farther for lunch

// Decides among the open cafés (C2). Every café that the position cannot tell from the best one is a candidate; more
// than one is never settled silently (C4). A current choice that is still a candidate stays, so that walking between
// two near cafés does not flip from one to the other.
//
// position: { latitude, longitude, accuracy in metres }; current: a café's id or null.
// Answers { decision: "choose", cafe, distance in metres }, { decision: "ask", cafes, isRough } nearest first, or
// { decision: "none", reason: "imprecise" | "all-closed" | "too-far" }; with "too-far" comes the closed café that is
// near, or null.
export function nearest(position, cafes, current = null) {
  if (!isUsable(position)) return { decision: "none", reason: "imprecise" }
  const open = cafes.filter(cafe => cafe.isOpen)
  if (open.length === 0) return { decision: "none", reason: "all-closed" }

  const ranked = rank(position, open)
  if (ranked[0].distance > LONGEST_WAY) return { decision: "none", reason: "too-far", closed: closedNearby(position, cafes) }
  const limit = ranked[0].distance + Math.max(position.accuracy, SMALLEST_ACCURACY)
  const candidates = ranked.filter(entry => entry.distance <= limit)

  const kept = candidates.find(({ cafe }) => cafe.id === current)
  if (kept) return { decision: "choose", ...kept }
  if (candidates.length === 1) return { decision: "choose", ...candidates[0] }
  return { decision: "ask", cafes: candidates.map(({ cafe }) => cafe), isRough: position.accuracy > EXACT_ACCURACY }
}

function rank(position, cafes) {
  return cafes
    .map(cafe => ({ cafe, distance: distance(position, cafe.coordinate) }))
    .sort((left, right) => left.distance - right.distance)
}

function closedNearby(position, cafes) {
  const [first] = rank(position, cafes.filter(cafe => !cafe.isOpen))
  return first && first.distance <= LONGEST_WAY ? first.cafe : null
}

function isUsable({ latitude, longitude, accuracy }) {
  return [latitude, longitude, accuracy].every(Number.isFinite) && accuracy >= 0 && accuracy <= USABLE_ACCURACY
}
