import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { columnMap } from "./attendance-import.js"

describe("the map of a table's columns", () => {
  const choice = { source: "other", site: "", dates: "day-month-year", columns: { person: "Who", date: "", start: "From" } }

  it("names the chosen columns only", () => assert.deepEqual(columnMap(choice), { columns: { person: "Who", start: "From" }, dates: "day-month-year" }))
  it("begins from a known system, with the place", () =>
    assert.deepEqual(columnMap({ ...choice, source: "odoo", site: "berlin" }), { base: "odoo", dates: "day-month-year", site: "berlin" }))
  it("needs nothing for our own export", () => assert.deepEqual(columnMap({ ...choice, source: "vicinity", site: "berlin" }), { base: "vicinity" }))
})
