// Converts a site to an archive of the Indoor Mapping Data Format (IMDF 1.0.0), and back. The ground is the venue, a door is an
// opening, and a café or a station is an anchor with an occupant. Each floor is a level with one unit, and each café has a unit with its
// area. Our own member "vicinity" has what IMDF has no member for, such as the number of a beacon. Other programs ignore it.

import { circleRing, fromPlane, toPlane } from "./map-plane.js"
import { changeArea, floorOf, floors, spotPosition } from "./ground-points.js"
import { nextMinor, polygonOf } from "./site-edit.js"
import { newID } from "./draft-edit.js"
import { isEqual } from "./merge.js"

const VERSION = "1.0.0"
const OWN = "vicinity"
const CIRCLE_CORNERS = 32
const DOOR_HALF = 0.5 // metres
const SAME_PLACE = 0.5 // metres
const CATEGORIES = ["venue", "address", "level", "unit", "opening", "anchor", "occupant"]

// draft: the part, the cafés and the languages. now: a Date. usual: the radii of what has no area, { ground, cafe }. Returns a list of
// { name, text }.
export function toIMDF({ part, cafes, languages: [main] }, { site, now, usual }) {
  const { coordinate } = part
  const position = spotPosition(part)
  const ground = ringsOf(part, usual.ground)
  const id = (...names) => featureID(site, names)
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
    display_point: point(position), address_id: address, [OWN]: { site, ...radiusOf(part) },
  })
  const onGroundFloor = (part.cafes ?? []).some(cafe => levelOf(part, cafe.id) === 0)
  for (const floor of floors({ spots: [...(part.spots ?? []), ...(onGroundFloor || !part.spots?.length ? [{}] : [])] })) {
    const name = { [main]: String(floor) }
    add("level", [floor], polygon, { category: "unspecified", restriction: null, outdoor: false, ordinal: floor, name, short_name: name, display_point: null, address_id: null, building_ids: null })
    add("unit", [floor], polygon, { category: "unspecified", restriction: null, accessibility: null, name: null, alt_name: null, level_id: id("level", floor), display_point: null })
  }
  for (const cafe of part.cafes ?? []) {
    add("unit", ["cafe", cafe.id], { type: "Polygon", coordinates: ringsOf(cafe, usual.cafe) }, {
      category: "foodservice", restriction: null, accessibility: null, name: cafes.find(known => known.id === cafe.id)?.name ?? null, alt_name: null,
      level_id: id("level", levelOf(part, cafe.id)), display_point: point(spotPosition(cafe)), [OWN]: { cafe: cafe.id, ...radiusOf(cafe) },
    })
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
      const isInArea = (part.cafes ?? []).some(known => known.id === spot.cafe) && levelOf(part, spot.cafe) === floorOf(spot)
      const anchor = add("anchor", [spot.id], point(at), { address_id: null, unit_id: isInArea ? id("unit", "cafe", spot.cafe) : id("unit", floorOf(spot)) })
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
// café of the site. Returns null without a venue with a ground. Spots that are missing in the archive stay. A feature without our own
// member is the spot with its identifier, or else the one with its name on its level, or without a name the one at its place; only
// then it is a new one.
export function fromIMDF(files, { part, cafes, languages: [main] }, { site, usual }) {
  const features = category => {
    const text = [...files].find(([name]) => name.split("/").at(-1) === `${category}.geojson`)?.[1]
    if (text === undefined) return []
    const list = JSON.parse(text)?.features
    return Array.isArray(list) ? list.filter(feature => typeof feature === "object" && feature !== null) : []
  }
  const [venue] = features("venue")
  const ground = venue && polygonOf(firstPolygon(venue.geometry))
  if (!ground) return null
  let made = withArea(part, ground, venue.properties?.[OWN], usual.ground)
  const ordinals = new Map(features("level").map(({ id, properties }) => [id, properties?.ordinal]))
  const units = new Map(features("unit").map(feature => [feature.id, feature]))
  const anchors = new Map(features("anchor").map(feature => [feature.id, feature]))
  const found = new Set() // the spots that a feature was
  const areas = new Map() // of cafés: the unit of each and the position of its occupant
  let ignored = 0
  const put = (feature, { position, level, kind, unit }) => {
    const spot = spotOf(feature, { position, floor: ordinals.get(level), kind, part: made, before: part, cafes, main, site, found })
    if (spot === null) {
      ignored += 1
      return
    }
    found.add(spot.id)
    if (unit?.properties?.category === "foodservice" && spot.kind === "cafe" && !areas.has(spot.cafe)) areas.set(spot.cafe, { unit, position })
    made = { ...made, spots: (made.spots ?? []).some(({ id }) => id === spot.id) ? made.spots.map(known => (known.id === spot.id ? spot : known)) : [...(made.spots ?? []), spot] }
  }
  for (const opening of features("opening")) put(opening, { position: middleOf(opening), level: opening.properties?.level_id, kind: "entrance" })
  for (const occupant of features("occupant")) {
    const anchor = anchors.get(occupant.properties?.anchor_id)
    const unit = units.get(anchor?.properties?.unit_id)
    put(occupant, { position: anchor?.geometry?.coordinates ?? null, level: unit?.properties?.level_id, kind: "cafe", unit })
  }
  for (const cafe of part.cafes ?? []) {
    const own = [...units.values()].find(({ id, properties }) => (properties?.[OWN]?.cafe ?? null) === cafe.id || id === featureID(site, ["unit", "cafe", cafe.id]))
    const { unit, position } = own ? { unit: own, position: own.properties?.display_point?.coordinates } : areas.get(cafe.id) ?? {}
    const polygon = unit && polygonOf(firstPolygon(unit.geometry))
    if (polygon) made = changeArea(made, cafe.id, thing => withArea({ ...thing, ...coordinateOf(position) }, polygon, unit.properties?.[OWN], usual.cafe))
  }
  return { part: made, ignored }
}

// The spot of a feature; null for a place that belongs to no café of the site.
function spotOf(feature, { position, floor, kind, part, before, cafes, main, site, found }) {
  const { properties = {} } = feature
  const own = properties?.[OWN]
  const name = typeof properties?.name === "object" && properties.name !== null ? properties.name : null
  const place = coordinateOf(position)
  if (own?.id) {
    const { id, minor, kind: known, cafe, station, isPlaced, floor: ownFloor } = own
    const names = name ?? part.spots?.find(spot => spot.id === id)?.name
    return {
      id, ...(names && { name: names }), minor, kind: known, ...(cafe && { cafe }), ...(station && { station }),
      ...(isPlaced && place), ...(Number.isSafeInteger(ownFloor) && { floor: ownFloor }),
    }
  }
  const texts = Object.values(name ?? {})
  const isNamed = thing => Object.values(thing?.name ?? {}).some(text => texts.includes(text))
  const cafe = kind === "cafe" ? cafes.find(isNamed) : null
  const free = (before.spots ?? []).filter(spot => (spot.kind === "entrance") === (kind === "entrance") && !found.has(spot.id))
  const onLevel = free.filter(spot => !Number.isSafeInteger(floor) || floorOf(spot) === floor)
  const known = free.find(spot => feature.id === featureID(site, [kind === "entrance" ? "opening" : "occupant", spot.id]))
    ?? onLevel.find(isNamed)
    ?? (cafe ? onLevel.find(spot => spot.kind === "cafe" && spot.cafe === cafe.id) : undefined)
    ?? (texts.length === 0 && place.coordinate ? onLevel.find(spot => isNear(before.coordinate, spotPosition(spot), position)) : undefined)
  if (known) {
    // An export puts a spot without a place at the coordinate of the site.
    const isUnplaced = spotPosition(known) === null && isEqual(place.coordinate, before.coordinate)
    return { ...known, ...(!isUnplaced && place), ...(Number.isSafeInteger(floor) && floor !== floorOf(known) && { floor }) }
  }
  if (kind === "cafe" && !cafe) return null
  const title = name?.[main] ?? texts[0] ?? `${kind === "cafe" ? "Café" : "Door"} ${(part.spots ?? []).length + 1}`
  return {
    id: newID(title, (part.spots ?? []).map(({ id }) => id), "spot"), name: { ...name, [main]: title }, minor: nextMinor(part), kind, ...(cafe && { cafe: cafe.id }), ...place,
    ...(Number.isSafeInteger(floor) && floor !== 0 && { floor }),
  }
}

const coordinateOf = position => (Array.isArray(position) && position.length >= 2 && position.slice(0, 2).every(Number.isFinite)
  ? { coordinate: { latitude: position[1], longitude: position[0] } } : {})

const isNear = (coordinate, one, other) => {
  if (one === null) return false
  const [[x, y], [u, v]] = [one, other].map(position => toPlane(coordinate, position))
  return Math.hypot(x - u, y - v) < SAME_PLACE
}

// The rings of an area; those of a circle are its corners.
const ringsOf = (thing, usual) => (thing.area?.type === "Polygon" ? thing.area.coordinates : [circleRing(thing.coordinate, thing.area?.radius ?? usual, CIRCLE_CORNERS)])
const radiusOf = ({ area }) => (area?.type === "Polygon" ? {} : { radius: area?.radius ?? null })
// The floor on which the area of a café is drawn.
const levelOf = (part, cafe) => {
  const own = (part.spots ?? []).filter(spot => spot.cafe === cafe)
  return floorOf(own.find(({ kind }) => kind === "cafe") ?? own[0] ?? {})
}

// Puts an area onto a thing. own: what an archive of ours says about it. A circle that came back as its corners is still a circle.
function withArea(thing, polygon, own, usual) {
  const { area, ...rest } = thing
  if (own && "radius" in own) return own.radius === null ? rest : { ...rest, area: { radius: own.radius } }
  if (area?.type !== "Polygon" && isEqual(polygon.coordinates, ringsOf(thing, usual))) return thing
  return { ...thing, area: polygon }
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

// A stable UUID for a feature of a site. Version 8 of RFC 9562 lets an application choose the bits.
function featureID(site, names) {
  const text = [site, ...names].join("/")
  const words = [0, 1, 2, 3].map(seed => [...new TextEncoder().encode(text)].reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0))
  const hex = words.map(word => word.toString(16).padStart(8, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
