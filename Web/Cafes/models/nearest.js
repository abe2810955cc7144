// Finds the closest café, or the cafés to ask about. The core decides; this turns cafés into places and back.

// position: { latitude, longitude, accuracy in metres }; current: a café's id or null.
// Returns { decision: "choose", cafe, distance in metres }, { decision: "ask", cafes, isRough } nearest first, or
// { decision: "none", reason: "imprecise" | "all-closed" | "too-far" }; with "too-far" comes the closed café that is
// near, or null (C2, C4).
export function nearest(core, position, cafes, current = null) {
  const places = cafes.map(({ coordinate, isOpen }) => ({ ...coordinate, isOpen }))
  const answer = core.nearestPlace(position, places, cafes.findIndex(cafe => cafe.id === current))
  const [first] = answer.places
  switch (answer.outcome) {
    case "choose": return { decision: "choose", cafe: cafes[first.index], distance: first.distance }
    case "ask": return { decision: "ask", cafes: answer.places.map(({ index }) => cafes[index]), isRough: answer.isRough }
    case "too-far": return { decision: "none", reason: "too-far", closed: first ? cafes[first.index] : null }
    default: return { decision: "none", reason: answer.outcome }
  }
}
