import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { changesOf, copyOf, formatTag, ownZone, presentChoices, weekStart } from "./preferences.js"

const NOON = new Date("2026-11-23T14:05:00Z")
const time = tag => new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone: "UTC" }).format(NOON).replaceAll("\u202f", " ")

describe("formats with a clock and a calendar", () => {
  it("have twelve hours where the region has twenty-four", () => assert.equal(time(formatTag("en-GB", { clock: "12" })), "2:05 pm"))
  it("have twenty-four hours where the region has twelve", () => assert.equal(time(formatTag("en-US", { clock: "24" })), "14:05"))
  it("keep the region's clock without a choice", () => assert.equal(time(formatTag("en-US", {})), "2:05 PM"))
  it("count years in the chosen calendar", () => {
    const year = new Intl.DateTimeFormat(formatTag("en-GB", { calendar: "buddhist" }), { year: "numeric", timeZone: "UTC" }).format(NOON)
    assert.match(year, /2569/)
  })
  it("are as before when the browser does not know a choice", () => assert.equal(formatTag("de-DE", { calendar: "no calendar" }), "de-DE"))
})

describe("the zone", () => {
  it("is the chosen one", () => assert.equal(ownZone({ zone: "Asia/Tokyo" }), "Asia/Tokyo"))
  it("is the browser's without a choice", () => assert.equal(ownZone({}), undefined))
  it("is the browser's when that does not know the choice", () => assert.equal(ownZone({ zone: "Mars/Base" }), undefined))
})

describe("the first day of a week", () => {
  it("is the chosen one", () => assert.equal(weekStart("en-GB", { firstDay: "sat" }), "sat"))
  it("is that of the region", () => assert.equal(weekStart("en-US"), "sun"))
  it("does not fail on a choice of a later program", () => assert.equal(weekStart("de-DE", { firstDay: "noon" }), "mon"))
})

describe("a change of preferences", () => {
  it("has only what differs", () => assert.deepEqual(changesOf({ clock: "24", zone: "UTC" }, { clock: "12", zone: "UTC" }), { clock: "12" }))
  it("gives a choice back to the system", () => assert.deepEqual(changesOf({ clock: "24" }, {}), { clock: null }))
  it("leaves unknown choices alone", () => assert.deepEqual(changesOf({ later: 7 }, {}), {}))
})

describe("the choices that hold", () => {
  const ada = { kind: "person", id: "ada", locale: "es-UY", language: "es", preferences: { clock: "12", later: 7 } }
  it("are the device's copy while the server has not answered, with unknown ones", () =>
    assert.deepEqual(presentChoices(null, copyOf(ada)), { locale: "es-UY", preferences: { clock: "12", later: 7 } }))
  it("are those of whoever is signed in", () =>
    assert.deepEqual(presentChoices({ ...ada, id: "bo", locale: "de-DE", preferences: {} }, copyOf(ada)), { locale: "de-DE", preferences: {} }))
  it("are none on a screen", () =>
    assert.deepEqual(presentChoices({ kind: "device" }, copyOf(ada)), { locale: null, preferences: {} }))
})
