import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { unzip, zip } from "../../Shared/models/zip.js"
import { fromIMDF, toIMDF } from "./imdf.js"

const RING = [[13.399, 52.499], [13.401, 52.499], [13.401, 52.501], [13.399, 52.501], [13.399, 52.499]]
const HOLE = [[13.4001, 52.5001], [13.4002, 52.5001], [13.4001, 52.5002], [13.4001, 52.5001]]
const ROOM = [[13.4001, 52.4999], [13.4004, 52.4999], [13.4004, 52.5001], [13.4001, 52.5001], [13.4001, 52.4999]]
const CAFES = [{ id: "main", name: { en: "Main Café", ja: "メイン" }, stations: [{ id: "bar", name: { en: "Bar" } }] }]
const PART = {
  name: { en: "Berlin", ja: "ベルリン" }, coordinate: { latitude: 52.5, longitude: 13.4 }, area: { type: "Polygon", coordinates: [RING, HOLE] }, holidayRegion: "DE-BE",
  spots: [
    { id: "north", name: { en: "North door", ja: "北口" }, minor: 3, kind: "entrance", coordinate: { latitude: 52.5009, longitude: 13.4 } },
    { id: "south", name: { en: "South door" }, minor: 4, kind: "entrance" },
    { id: "hall", name: { en: "Hall" }, minor: 1, kind: "cafe", cafe: "main", coordinate: { latitude: 52.5, longitude: 13.4002 }, floor: 1 },
    { id: "bar", name: { en: "Bar" }, minor: 2, kind: "station", cafe: "main", station: "bar", coordinate: { latitude: 52.5, longitude: 13.4003 }, floor: -1 },
  ],
  retiredMinors: [9], gateways: [{ id: "ear", spot: "hall" }],
  cafes: [{ id: "main", coordinate: { latitude: 52.5, longitude: 13.4002 }, area: { type: "Polygon", coordinates: [ROOM] } }],
}
const draft = part => ({ part, cafes: CAFES, languages: ["en", "ja"] })
const OPTIONS = { site: "berlin", now: new Date("2026-11-27T12:00:00Z"), usual: { ground: 150, cafe: 30 } }
const archive = async part => unzip(zip(toIMDF(draft(part), OPTIONS)), 1_000_000)
const features = (files, category) => JSON.parse(files.get(`${category}.geojson`)).features

describe("a site as IMDF", () => {
  it("has a venue, a level and a unit for each floor, an opening for each door, and an anchor with an occupant for each café", async () => {
    const files = await archive(PART)
    assert.equal(JSON.parse(files.get("manifest.json")).version, "1.0.0")
    assert.deepEqual(["venue", "address", "level", "unit", "opening", "anchor", "occupant"].map(category => features(files, category).length), [1, 1, 3, 4, 2, 2, 2])
    assert.deepEqual(features(files, "level").map(({ properties }) => properties.ordinal), [-1, 0, 1])
    const area = features(files, "unit").find(({ properties }) => properties.category === "foodservice")
    assert.deepEqual([area.geometry.coordinates, area.properties.name], [[ROOM], CAFES[0].name])
    assert.equal(features(files, "anchor")[0].properties.unit_id, area.id)
    assert.equal(features(files, "level").find(({ id }) => id === area.properties.level_id).properties.ordinal, 1)
    const [venue] = features(files, "venue")
    assert.equal(features(files, "address")[0].properties.country, "DE")
    assert.equal(venue.properties.address_id, features(files, "address")[0].id)
    const all = [...files.keys()].filter(name => name.endsWith(".geojson")).flatMap(name => JSON.parse(files.get(name)).features)
    const ids = all.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const { id, properties } of all) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/u)
      for (const [name, value] of Object.entries(properties)) if (name.endsWith("_id") && value !== null && name !== "correlation_id") assert.ok(ids.includes(value), `${name} of ${id}`)
    }
  })

  it("comes back as it went, drawn or as a circle, with and without floors and places", async () => {
    const circle = { ...PART, area: { radius: 80 } }
    const { area: _, ...plain } = PART
    const round = { ...PART, cafes: [{ ...PART.cafes[0], area: { radius: 12 } }] }
    const undrawn = { ...PART, cafes: [{ id: "main", coordinate: PART.cafes[0].coordinate }] }
    for (const part of [PART, circle, plain, { ...PART, spots: [] }, round, undrawn]) {
      const { part: back, ignored } = fromIMDF(await archive(part), draft(part), OPTIONS)
      assert.deepEqual(back, part)
      assert.equal(ignored, 0)
    }
  })

  it("comes back as it went when another program dropped our own members, and when it gave other identifiers too", async () => {
    const round = { ...PART, area: { radius: 80 }, cafes: [{ id: "main", coordinate: PART.cafes[0].coordinate }] }
    for (const part of [PART, round, { ...PART, spots: PART.spots.map(spot => ({ ...spot, name: { en: "Same" } })) }]) {
      const files = await archive(part)
      const foreign = new Map([...files].map(([name, text]) => [name, JSON.stringify(JSON.parse(text, (key, value) => (key === "vicinity" ? undefined : value)))]))
      assert.deepEqual(fromIMDF(foreign, draft(part), OPTIONS), { part, ignored: 0 })
    }
    const files = await archive(PART)
    const renamed = new Map([...files].map(([name, text]) => [name, JSON.stringify(JSON.parse(text, (key, value) => (key === "vicinity" ? undefined : value))).replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-8/gu, "x-8")]))
    assert.deepEqual(fromIMDF(renamed, draft(PART), OPTIONS), { part: PART, ignored: 0 })
  })

  it("moves the spot with the name on the level, and not the one on another level or a second one", async () => {
    const feature = (id, geometry, properties) => ({ id, type: "Feature", geometry, properties })
    const files = new Map(Object.entries({
      venue: [feature("v", PART.area, {})], level: [feature("l", null, { ordinal: 1 }), feature("g", null, { ordinal: 0 })],
      unit: [feature("u", { type: "Polygon", coordinates: [ROOM] }, { level_id: "l", category: "foodservice" }), feature("w", null, { level_id: "g" })],
      anchor: [feature("a", { type: "Point", coordinates: [13.4003, 52.5] }, { unit_id: "u" }), feature("b", { type: "Point", coordinates: [13.4004, 52.5] }, { unit_id: "w" })],
      occupant: [feature("x", null, { anchor_id: "a", name: { ja: "メイン" } }), feature("y", null, { anchor_id: "b", name: { en: "Main Café" } })],
    }).map(([name, list]) => [`${name}.geojson`, JSON.stringify({ type: "FeatureCollection", features: list })]))
    const { part } = fromIMDF(files, draft({ ...PART, cafes: [{ id: "main", coordinate: PART.cafes[0].coordinate }] }), OPTIONS)
    assert.equal(part.spots.length, PART.spots.length + 1)
    assert.deepEqual(part.spots.find(({ id }) => id === "hall"), { ...PART.spots[2], coordinate: { latitude: 52.5, longitude: 13.4003 } })
    assert.deepEqual(part.spots.at(-1), { id: "main-cafe", name: { en: "Main Café" }, minor: 10, kind: "cafe", cafe: "main", coordinate: { latitude: 52.5, longitude: 13.4004 } })
    assert.deepEqual(part.cafes, [{ id: "main", coordinate: { latitude: 52.5, longitude: 13.4003 }, area: { type: "Polygon", coordinates: [ROOM] } }])
  })

  it("brings a lost spot back with its number", async () => {
    const files = await archive(PART)
    const back = fromIMDF(files, draft({ ...PART, spots: PART.spots.slice(1) }), OPTIONS).part
    assert.deepEqual(back.spots.find(({ id }) => id === "north"), PART.spots[0])
  })

  it("of another program gives new doors with numbers that nothing had, and passes over what is no café of the site", () => {
    const feature = (id, geometry, properties) => ({ id, type: "Feature", geometry, properties })
    const files = new Map(Object.entries({
      venue: [feature("v", { type: "MultiPolygon", coordinates: [[RING]] }, { name: { en: "Place" } })],
      level: [feature("l", null, { ordinal: 2 })], unit: [feature("u", null, { level_id: "l" })],
      opening: [feature("o", { type: "LineString", coordinates: [[13.4, 52.5], [13.4002, 52.5]] }, { level_id: "l", name: { en: "Roof door" } }), feature("p", null, { name: null })],
      anchor: [feature("a", { type: "Point", coordinates: [13.4, 52.5] }, { unit_id: "u" })],
      occupant: [feature("x", null, { anchor_id: "a", name: { de: "Main Café" } }), feature("y", null, { anchor_id: "a", name: { en: "Bank" } })],
    }).map(([name, list]) => [`mall/${name}.geojson`, JSON.stringify({ type: "FeatureCollection", features: list })]))
    const { part, ignored } = fromIMDF(files, draft({ coordinate: PART.coordinate, spots: [], retiredMinors: [9] }), OPTIONS)
    assert.equal(ignored, 1)
    assert.deepEqual(part.area, { type: "Polygon", coordinates: [RING] })
    assert.deepEqual(part.spots.map(({ name, minor, kind, cafe, floor }) => [name.en, minor, kind, cafe, floor]), [
      ["Roof door", 10, "entrance", undefined, 2], ["Door 2", 11, "entrance", undefined, undefined], ["Main Café", 12, "cafe", "main", 2],
    ])
    assert.deepEqual(part.spots[0].coordinate, { latitude: 52.5, longitude: 13.4001 })
  })

  it("of another program changes nothing when it comes a second time, also with a door that has no name", () => {
    const feature = (id, geometry, properties) => ({ id, type: "Feature", geometry, properties })
    const door = (id, longitude, level) => feature(id, { type: "LineString", coordinates: [[longitude, 52.5], [longitude + 0.0002, 52.5]] }, { level_id: level, name: null })
    const files = new Map(Object.entries({
      venue: [feature("v", PART.area, {})], level: [feature("l", null, { ordinal: 1 }), feature("g", null, { ordinal: 0 })],
      opening: [door("o", 13.4, "g"), door("p", 13.4004, "g"), door("q", 13.4, "l")],
    }).map(([name, list]) => [`${name}.geojson`, JSON.stringify({ type: "FeatureCollection", features: list })]))
    const first = fromIMDF(files, draft({ coordinate: PART.coordinate, spots: [] }), OPTIONS).part
    assert.deepEqual(first.spots.map(({ name, minor, floor }) => [name.en, minor, floor]), [["Door 1", 0, undefined], ["Door 2", 1, undefined], ["Door 3", 2, 1]].map(([name, minor, floor]) => [name, first.spots[0].minor + minor, floor]))
    // The person gave one a name, and a place in the draft may have fewer decimals.
    const named = { ...first, spots: first.spots.map((spot, index) => (index === 1 ? { ...spot, name: { en: "Back door" }, coordinate: { latitude: 52.5, longitude: 13.4005001 } } : spot)) }
    const second = fromIMDF(files, draft(named), OPTIONS).part
    assert.deepEqual(second.spots.map(({ id, name }) => [id, name.en]), [[first.spots[0].id, "Door 1"], [first.spots[1].id, "Back door"], [first.spots[2].id, "Door 3"]])
    assert.deepEqual(fromIMDF(files, draft(second), OPTIONS).part, second)
  })

  it("without a venue is none", () => {
    assert.equal(fromIMDF(new Map(), draft(PART), OPTIONS), null)
    assert.equal(fromIMDF(new Map([["venue.geojson", "{\"features\": [{\"geometry\": null}]}"]]), draft(PART), OPTIONS), null)
    assert.throws(() => fromIMDF(new Map([["venue.geojson", "no"]]), draft(PART), OPTIONS), SyntaxError)
  })
})
