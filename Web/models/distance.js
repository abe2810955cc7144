// Distance on the sphere, good to half a per cent, which is far below what a phone's position is worth.

// Mean radius R1 of the WGS 84 ellipsoid: Moritz, Geodetic Reference System 1980, Journal of Geodesy 74 (2000).
const EARTH_RADIUS = 6_371_008.8 // metres

const radians = degrees => (degrees * Math.PI) / 180

// Great-circle distance in metres. The haversine form keeps its digits for near points, and the squared sine does not
// mind a difference of longitudes across the antimeridian.
export function distance(from, to) {
  const south = radians(from.latitude)
  const north = radians(to.latitude)
  const halfLatitude = Math.sin((north - south) / 2)
  const halfLongitude = Math.sin(radians(to.longitude - from.longitude) / 2)
  const haversine = halfLatitude ** 2 + Math.cos(south) * Math.cos(north) * halfLongitude ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
