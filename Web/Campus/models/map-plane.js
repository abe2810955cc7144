// Converts positions to metres around a site's coordinate, x to the east and y to the south. Precise enough for the ground of a site.

const METRES_PER_DEGREE = 111_320
const DIGITS = 7 // of degrees: a centimetre

const eastPerDegree = latitude => METRES_PER_DEGREE * Math.cos(latitude * Math.PI / 180)
const rounded = degrees => Number(degrees.toFixed(DIGITS))

// [longitude, latitude] → [x, y]
export const toPlane = ({ latitude, longitude }, [x, y]) => [(x - longitude) * eastPerDegree(latitude), (latitude - y) * METRES_PER_DEGREE]
// [x, y] → [longitude, latitude]
export const fromPlane = ({ latitude, longitude }, [x, y]) => [rounded(longitude + x / eastPerDegree(latitude)), rounded(latitude - y / METRES_PER_DEGREE)]

// Moves a position by metres.
export function moved(origin, position, [east, south]) {
  const [x, y] = toPlane(origin, position)
  return fromPlane(origin, [x + east, y + south])
}

// A circle as a closed ring.
export const circleRing = (origin, radius, count) => closed(Array.from({ length: count }, (_, index) => {
  const angle = 2 * Math.PI * index / count
  return fromPlane(origin, [radius * Math.cos(angle), -radius * Math.sin(angle)])
}))

const closed = ring => [...ring, ring[0]]
