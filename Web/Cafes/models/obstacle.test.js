import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Catalogue } from "../../Shared/models/catalogue.js"
import { naming } from "../../Shared/models/opening.js"
import { obstacle } from "./obstacle.js"

const eur = amount => ({ amount, currency: "EUR" })
const fine = { cafe: { isOpen: true }, lines: [{ status: "ok" }], quote: { isOrderable: true, total: eur(900) }, balance: eur(900) }

describe("what is in the way of an order", () => {
  const table = [
    ["nothing, when the money just suffices", {}, null],
    ["nothing, as far as an unknown balance tells", { balance: null }, null],
    ["a closed café", { cafe: { isOpen: false } }, "closed"],
    ["a café that closed a moment ago", { quote: { ...fine.quote, isOrderable: false } }, "closed"],
    ["a line that is sold out", { lines: [{ status: "missing" }, { status: "sold-out" }], quote: { isOrderable: false } }, "sold-out"],
    ["a line that is not on the menu", { lines: [{ status: "missing" }], quote: { isOrderable: false } }, "lines"],
    ["a line that is served at another time", { lines: [{ status: "not-served" }, { status: "ok" }], quote: { isOrderable: false, pickup: {} } }, "not-served"],
    ["a line that is not served, without windows", { lines: [{ status: "not-served" }], quote: { isOrderable: false } }, "lines"],
    ["a line that is not served beside one that is gone", { lines: [{ status: "not-served" }, { status: "missing" }], quote: { isOrderable: false, pickup: {} } }, "lines"],
    ["a line that is paused", { lines: [{ status: "paused" }, { status: "ok" }], quote: { isOrderable: false } }, "paused"],
    ["a line that is paused beside one that is gone", { lines: [{ status: "paused" }, { status: "missing" }], quote: { isOrderable: false } }, "lines"],
    ["no account", { balance: null, hasNoAccount: true }, "no-account"],
    ["no account at a closed café", { cafe: { isOpen: false }, balance: null, hasNoAccount: true }, "closed"],
    ["too little money", { balance: eur(899) }, "short"],
  ]
  for (const [name, facts, reason] of table) it(name, () => assert.equal(obstacle({ ...fine, ...facts }), reason))
})

describe("the day of an opening", () => {
  const now = "2026-11-21T14:30:00.000Z" // 15:30 in Berlin, 23:30 in Tokyo
  const table = [
    ["2026-11-21T22:59:00.000Z", "Europe/Berlin", "today"],
    ["2026-11-21T23:00:00.000Z", "Europe/Berlin", "weekday"],
    ["2026-11-21T15:00:00.000Z", "Asia/Tokyo", "weekday"],
    ["2026-11-27T12:00:00.000Z", "Europe/Berlin", "weekday"],
    ["2026-11-28T07:00:00.000Z", "Europe/Berlin", "date"],
  ]
  for (const [instant, zone, kind] of table) it(`${instant} in ${zone} is named by ${kind}`, () => assert.equal(naming(instant, now, zone), kind))
})

describe("a sentence that ends with a value", () => {
  const catalogue = new Catalogue()
  it("has one full stop", () => {
    assert.equal(catalogue.text("It opens at {time}.", { time: "8:00 a. m." }), "It opens at 8:00 a. m.")
    assert.equal(catalogue.text("It opens at {time}.", { time: "08:00" }), "It opens at 08:00.")
  })
})
