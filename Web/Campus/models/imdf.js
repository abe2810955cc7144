// Converts a site to an archive of the Indoor Mapping Data Format (IMDF 1.0.0), and back. The ground is the venue, a door is an
// opening, and a café or a station is an anchor with an occupant. Each floor is a level with one unit. Our own member "vicinity" has
// what IMDF has no member for, such as the number of a beacon. Other programs ignore it.

import { circleRing, fromPlane, toPlane } from "./map-plane.js"
import { floorOf, floors, spotPosition } from "./ground-points.js"
import { nextMinor, polygonOf } from "./site-edit.js"
import { newID } from "./draft-edit.js"

const VERSION = "1.0.0"
const OWN = "vicinity"
const CIRCLE_CORNERS = 32
const DOOR_HALF = 0.5 // metres
const CATEGORIES = ["venue", "address", "level", "unit", "opening", "anchor", "occupant"]

// draft: the part, the cafés and the languages. now: a Date. usualRadius: the radius of a ground without an area. Returns a list of
// { name, text }.
export function toIMDF({ part, cafes, languages: [main] }, { site, now, usualRadius }) {
  const { coordinate } = part
  const position = [coordinate.longitude, coordinate.latitude]
  const ground = part.area?.type === "Polygon" ? part.area.coordinates : [circleRing(coordinate, part.area?.radius ?? usualRadius, CIRCLE_CORNERS)]
  const id = (...names) => featureID([site, ...names].join("/"))
  const made = Object.fromEntries(CATEGORIES.map(category => [category, []]))
  const add = (category, names, geometry, properties) => {
    made[category].push({ id: id(category, ...names), type: "Feature", feature_type: category, geometry, properties })
    return id(category, ...names)
  }
  const polygon = { type: "Polygon", coordinates: ground }
  const point = at => ({ type: "Point", coordinates: at })
  const address = add("address", [], null, { address: part.name?.[main] ?? site, unit: null, locality: part.name?.[main] ?? site, province: null, country: countryOf(part), postal_code: null, postal_code_ext: null })
  add("venue", [], polygon, {
    category: "businesscampus", restriction: null, name: part.name ?? {}, alt_name: null, hours: null, phone: null, website: null,
    display_point: point(position), address_id: address, [OWN]: { site, ...(part.area?.type !== "Polygon" && { radius: part.area?.radius ?? null }) },
  })
  for (const floor of floors({ spots: part.spots?.length > 0 ? part.spots : [{}] })) {
    const name = { [main]: String(floor) }
    add("level", [floor], polygon, { category: "unspecified", restriction: null, outdoor: false, ordinal: floor, name, short_name: name, display_point: null, address_id: null, building_ids: null })
    add("unit", [floor], polygon, { category: "unspecified", restriction: null, accessibility: null, name: null, alt_name: null, level_id: id("level", floor), display_point: null })
  }
  for (const spot of part.spots ?? []) {
    // Each IMDF feature needs a place. A spot without one gets the site's coordinate.
    const at = spotPosition(spot) ?? position
    const own = { id: spot.id, minor: spot.minor, kind: spot.kind, ...(spot.cafe && { cafe: spot.cafe }), ...(spot.station && { station: spot.station }), ...(Number.isSafeInteger(spot.floor) && { floor: spot.floor }), isPlaced: spotPosition(spot) !== null }
    if (spot.kind === "entrance") {
      const [x, y] = toPlane(coordinate, at)
      const line = [[x - DOOR_HALF, y], [x + DOOR_HALF, y]].map(end => fromPlane(coordinate, end))
      add("opening", [spot.id], { type: "LineString", coordinates: line }, { category: "pedestrian", accessibility: null, access_control: null, door: null, name: spot.name ?? null, alt_name: null, display_point: point(at), level_id: id("level", floorOf(spot)), [OWN]: own })
    } else {
      const anchor = add("anchor", [spot.id], point(at), { address_id: null, unit_id: id("unit", floorOf(spot)) })
      const cafe = cafes.find(known => known.id === spot.cafe)
      add("occupant", [spot.id], null, { category: "restaurant", name: spot.name ?? cafe?.name ?? {}, anchor_id: anchor, hours: null, phone: null, website: null, validity: null, correlation_id: null, [OWN]: own })
    }
  }
  const manifest = { version: VERSION, created: now.toISOString(), generated_by: "Vicinity", language: main, extensions: null }
  return [
    { name: "manifest.json", text: JSON.stringify(manifest, null, 2) },
    ...CATEGORIES.map(category => ({ name: `${category}.geojson`, text: JSON.stringify({ type: "FeatureCollection", name: category, features: made[category] }, null, 1) })),
  ]
}

// files: a map from names to texts. Returns { part, ignored }: the part after the import, and the number of places that belong to no
// café of the site. Returns null without a venue with a ground. Spots that are missing in the archive stay.
export function fromIMDF(files, { part, cafes, languages: [main] }) {
  const features = category => {
    const text = [...files].find(([name]) => name.split("/").at(-1) === `${category}.geojson`)?.[1]
    if (text === undefined) return []
    const list = JSON.parse(text)?.features
    return Array.isArray(list) ? list.filter(feature => typeof feature === "object" && feature !== null) : []
  }
  const [venue] = features("venue")
  const ground = venue && polygonOf(firstPolygon(venue.geometry))
  if (!ground) return null
  const own = venue.properties?.[OWN]
  let made = { ...part, area: ground }
  if (own && "radius" in own) {
    const { area: _, ...rest } = made
    made = own.radius === null ? rest : { ...rest, area: { radius: own.radius } }
  }
  const ordinals = new Map(features("level").map(({ id, properties }) => [id, properties?.ordinal]))
  const unitLevels = new Map(features("unit").map(({ id, properties }) => [id, properties?.level_id]))
  const anchors = new Map(features("anchor").map(feature => [feature.id, feature]))
  let ignored = 0
  const put = (feature, position, level, kind) => {
    const spot = spotOf(feature, { position, floor: ordinals.get(level), kind, part: made, cafes, main })
    if (spot === null) ignored += 1
    else made = { ...made, spots: (made.spots ?? []).some(({ id }) => id === spot.id) ? made.spots.map(known => (known.id === spot.id ? { ...known, ...spot } : known)) : [...(made.spots ?? []), spot] }
  }
  for (const opening of features("opening")) put(opening, middleOf(opening), opening.properties?.level_id, "entrance")
  for (const occupant of features("occupant")) {
    const anchor = anchors.get(occupant.properties?.anchor_id)
    put(occupant, anchor?.geometry?.coordinates ?? null, unitLevels.get(anchor?.properties?.unit_id), "cafe")
  }
  return { part: made, ignored }
}

// Returns the spot of a feature; null for a place that belongs to no café of the site.
function spotOf({ properties = {} }, { position, floor, kind, part, cafes, main }) {
  const own = properties?.[OWN]
  const isPosition = Array.isArray(position) && position.slice(0, 2).every(Number.isFinite) && position.length >= 2
  const name = typeof properties?.name === "object" && properties.name !== null ? properties.name : null
  const place = isPosition ? { coordinate: { latitude: position[1], longitude: position[0] } } : {}
  if (own?.id) {
    const { id, minor, kind: known, cafe, station, isPlaced, floor: own_floor } = own
    return {
      id, ...(name && { name }), minor, kind: known, ...(cafe && { cafe }), ...(station && { station }),
      ...(isPlaced && place), ...(Number.isSafeInteger(own_floor) && { floor: own_floor }),
    }
  }
  const cafe = kind === "cafe" ? cafes.find(known => Object.values(known.name ?? {}).some(text => Object.values(name ?? {}).includes(text))) : null
  if (kind === "cafe" && !cafe) return null
  const title = name?.[main] ?? Object.values(name ?? {})[0] ?? `${kind === "cafe" ? "Café" : "Door"} ${(part.spots ?? []).length + 1}`
  return {
    id: newID(title, (part.spots ?? []).map(({ id }) => id), "spot"), name: { ...name, [main]: title }, minor: nextMinor(part), kind, ...(cafe && { cafe: cafe.id }), ...place,
    ...(Number.isSafeInteger(floor) && floor !== 0 && { floor }),
  }
}

// The middle of a door, whose opening is a line.
function middleOf({ geometry, properties }) {
  if (properties?.display_point?.coordinates) return properties.display_point.coordinates
  const line = geometry?.coordinates
  if (geometry?.type !== "LineString" || !Array.isArray(line) || line.length < 2) return null
  const [from, to] = [line[0], line.at(-1)]
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
}

const firstPolygon = geometry => (geometry?.type === "MultiPolygon" ? { type: "Polygon", coordinates: geometry.coordinates?.[0] } : geometry)

// IMDF requires a country. It is taken from the region of the holidays.
const countryOf = ({ holidayRegion }) => (/^[A-Z]{2}/u.test(holidayRegion ?? "") ? holidayRegion.slice(0, 2) : "ZZ")

// A stable UUID for a text. Version 8 of RFC 9562 lets an application choose the bits.
function featureID(text) {
  const words = [0, 1, 2, 3].map(seed => [...new TextEncoder().encode(text)].reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0))
  const hex = words.map(word => word.toString(16).padStart(8, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
