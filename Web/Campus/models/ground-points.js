// Changes the points of an area and the places of spots. An area belongs to a thing with a coordinate: the part of a site, whose area
// is the ground, or one of the cafés in it. Each function returns a new thing. The points are those of the outer ring without the
// closing one. Holes stay unchanged.

import { circleRing, fromPlane, toPlane } from "./map-plane.js"

const CORNERS = 8 // of a circle that becomes a polygon
const LEAST = 3 // points of a polygon

export const isDrawn = part => part.area?.type === "Polygon"
export const points = part => (isDrawn(part) ? part.area.coordinates[0].slice(0, -1) : [])

const withPoints = (part, ring) => ({ ...part, area: { ...part.area, coordinates: [[...ring, ring[0]], ...part.area.coordinates.slice(1)] } })

// The thing of an area: the part itself without a café; null for a café that the part does not have.
export const areaOwner = (part, cafe) => (cafe === null ? part : (part.cafes ?? []).find(({ id }) => id === cafe) ?? null)

// Changes the thing of an area within the part.
export const changeArea = (part, cafe, change) => (cafe === null ? change(part) : {
  ...part, cafes: part.cafes.map(known => (known.id === cafe ? change(known) : known)),
})

// Turns the circle of a thing into a polygon.
export const drawCircle = (part, usualRadius) => ({
  ...part, area: { type: "Polygon", coordinates: [circleRing(part.coordinate, part.area?.radius ?? usualRadius, CORNERS)] },
})

export const setPoint = (part, index, position) => withPoints(part, points(part).map((known, at) => (at === index ? position : known)))

// Adds a point halfway to the next one.
export function addPoint(part, index) {
  const ring = points(part)
  const [from, to] = [ring[index], ring[(index + 1) % ring.length]].map(position => toPlane(part.coordinate, position))
  const middle = fromPlane(part.coordinate, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
  return withPoints(part, ring.toSpliced(index + 1, 0, middle))
}

export const canRemovePoint = part => points(part).length > LEAST
export const removePoint = (part, index) => (canRemovePoint(part) ? withPoints(part, points(part).toSpliced(index, 1)) : part)

export const spotPosition = ({ coordinate }) => (coordinate ? [coordinate.longitude, coordinate.latitude] : null)

// A thing, such as a spot or a café, at a position.
export const withCoordinate = (thing, [longitude, latitude]) => ({ ...thing, coordinate: { latitude, longitude } })

export const placeSpot = (part, id, position) => ({
  ...part,
  spots: part.spots.map(spot => {
    if (spot.id !== id) return spot
    const { coordinate: _, ...rest } = spot
    return position === null ? rest : withCoordinate(rest, position)
  }),
})

// A spot without a floor is on the ground floor.
export const floorOf = ({ floor }) => (Number.isSafeInteger(floor) ? floor : 0)

// The floors of the spots, the lowest first.
export const floors = part => [...new Set((part.spots ?? []).map(floorOf))].sort((one, other) => one - other)

// The floors of a café are those of its spots.
export const cafeFloors = (part, cafe) => {
  const own = (part.spots ?? []).filter(spot => spot.cafe === cafe)
  return own.length === 0 ? [0] : floors({ spots: own })
}
