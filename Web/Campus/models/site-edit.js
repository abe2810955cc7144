// Changes of a site's part of the campus file: its spots, the numbers of their beacons, and its gateways. Each function returns a
// new part.

import { toPlane } from "./map-plane.js"

const LARGEST = 65_535 // of a minor

// The minors that no spot may get: those of spots, and those of beacons that were taken out of use, because such a beacon may
// still send somewhere.
export const takenMinors = part => new Set([...(part.spots ?? []).map(({ minor }) => minor), ...(part.retiredMinors ?? [])])

// The number for a new beacon: one more than the largest that was ever given out, or the smallest that is free; null when none is.
export function nextMinor(part) {
  const taken = takenMinors(part)
  const largest = Math.max(0, ...[...taken].filter(Number.isSafeInteger))
  if (largest < LARGEST) return largest + 1
  for (let minor = 1; minor <= LARGEST; minor += 1) if (!taken.has(minor)) return minor
  return null
}

export const setSpot = (part, spot) => ({
  ...part, spots: (part.spots ?? []).some(({ id }) => id === spot.id) ? part.spots.map(known => (known.id === spot.id ? spot : known)) : [...(part.spots ?? []), spot],
})

// Takes a spot away; its beacon's number is never given out again.
export function retireSpot(part, id) {
  const spot = part.spots.find(known => known.id === id)
  const spots = part.spots.filter(known => known.id !== id)
  const isNumber = Number.isSafeInteger(spot.minor) && !spots.some(({ minor }) => minor === spot.minor)
  return { ...part, spots, ...(isNumber && { retiredMinors: [...new Set([...(part.retiredMinors ?? []), spot.minor])].sort((one, other) => one - other) }) }
}

// The number may be given out again, because its beacon sends it no more.
export function freeMinor(part, minor) {
  const { retiredMinors, ...rest } = part
  const left = retiredMinors.filter(known => known !== minor)
  return left.length === 0 ? rest : { ...rest, retiredMinors: left }
}

export const setGateway = (part, gateway) => ({
  ...part, gateways: (part.gateways ?? []).some(({ id }) => id === gateway.id) ? part.gateways.map(known => (known.id === gateway.id ? gateway : known)) : [...(part.gateways ?? []), gateway],
})

export function removeGateway(part, id) {
  const gateways = part.gateways.filter(known => known.id !== id)
  const { gateways: _, ...rest } = part
  return gateways.length === 0 ? rest : { ...rest, gateways }
}

// The polygon of a GeoJSON text: itself, or that of the first feature. Returns null when there is none.
export function polygonOf(value) {
  if (value?.type === "Polygon" && Array.isArray(value.coordinates)) return { type: "Polygon", coordinates: value.coordinates }
  if (value?.type === "Feature") return polygonOf(value.geometry)
  if (value?.type === "FeatureCollection" && Array.isArray(value.features)) return value.features.map(polygonOf).find(found => found !== null) ?? null
  return null
}

// What is drawn of an area: rings of points in metres from the origin, x to the east and y to the south, or the center and the radius
// of a circle. Returns null without a coordinate or with rings that cannot be drawn.
export function areaOutline({ coordinate, area }, usualRadius, origin = coordinate) {
  const { latitude, longitude } = coordinate ?? {}
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null
  const center = toPlane(origin, [longitude, latitude])
  if (area?.type !== "Polygon") return { center, radius: Number.isFinite(area?.radius) ? area.radius : usualRadius, rings: [] }
  const rings = (area.coordinates ?? []).map(ring => (Array.isArray(ring) ? ring : []).map((position = []) => toPlane(origin, position)))
  return rings.length > 0 && rings.flat(2).every(Number.isFinite) ? { center, radius: null, rings } : null
}
