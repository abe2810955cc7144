import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { hoursOf, typedRanges, weekTexts } from "./hours-text.js"

describe("typed hours", () => {
  const cases = [
    ["08:00-14:30", ["08:00-14:30"]], ["8-14.30, 17:00 – 22", ["08:00-14:30", "17:00-22:00"]], ["", []], ["８：００－１４：００", ["08:00-14:00"]], ["８：００ー１４：３０、１７～２２", ["08:00-14:30", "17:00-22:00"]],
    // What is no range stays, so that the check says so.
    ["noon", ["noon"]], ["8:00", ["8:00"]],
  ]
  for (const [text, ranges] of cases) it(JSON.stringify(text), () => assert.deepEqual(typedRanges(text), ranges))
})

describe("a week", () => {
  const everyday = { everyday: ["08:00-14:30"] }
  const two = { monday: ["08:00-10:00", "12:00-14:00"], friday: ["09:00-10:00"] }
  for (const hours of [everyday, two]) it(`comes back as it was: ${Object.keys(hours)}`, () => assert.deepEqual(hoursOf(weekTexts(hours)), hours))
  it("of seven equal days is written short", () => assert.deepEqual(hoursOf(Object.fromEntries(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(day => [day, "8-14"]))), { everyday: ["08:00-14:00"] }))
  it("without hours is null", () => assert.equal(hoursOf({}), null))
})
