import assert from "node:assert/strict"
import { test } from "node:test"
import { NewLanguage, NewStation, NewTaxClass } from "./additions.js"

test("a new station is in the part at once, and typing on changes the same station", () => {
  const station = new NewStation()
  const part = { stations: [{ id: "grill", name: { en: "Grill" } }] }
  assert.equal(station.put(part, " ", "en"), part)
  const added = station.put(part, "Grill", "en")
  assert.deepEqual(added.stations[1], { id: "grill-2", name: { en: "Grill" } })
  assert.deepEqual(station.put(added, "Grill two", "en").stations, [part.stations[0], { id: "grill-2", name: { en: "Grill two" } }])
  // The part as it was before the save.
  assert.deepEqual(station.put(part, "Grill two", "en").stations[1], { id: "grill-2", name: { en: "Grill two" } })
  assert.deepEqual(station.put(added, "", "en"), part)
  assert.deepEqual(new NewStation().put({}, "Bar", "de"), { stations: [{ id: "bar", name: { de: "Bar" } }] })
})

test("a new tax class waits for its name and its rate, and a changed name takes the earlier one away", () => {
  const tax = new NewTaxClass()
  const part = { tax: { included: true, rates: { food: "7" } } }
  assert.equal(tax.put(part, "Drinks", ""), part)
  assert.equal(tax.put(part, "", "19"), part)
  const added = tax.put(part, "Drinks", "19")
  assert.deepEqual(added.tax, { included: true, rates: { food: "7", drinks: "19" } })
  assert.deepEqual(tax.put(added, "Drinks", "20").tax.rates, { food: "7", drinks: "20" })
  const renamed = tax.put(added, "Beer", "20")
  assert.deepEqual(renamed.tax.rates, { food: "7", beer: "20" })
  assert.deepEqual(tax.put(renamed, "Beer", ""), part)
  assert.deepEqual(new NewTaxClass().put(part, "Food", "5").tax.rates, { food: "7", "food-2": "5" })
})

test("a new language has the first name until it has its own, and another choice takes it away", () => {
  const language = new NewLanguage()
  const part = { name: { en: "Main" } }
  assert.equal(language.put(part, "", "", "Main"), part)
  const added = language.put(part, "de", "", "Main")
  assert.deepEqual(added.name, { en: "Main", de: "Main" })
  assert.deepEqual(language.put(added, "de", " Haupt ", "Main").name, { en: "Main", de: "Haupt" })
  assert.deepEqual(language.put(added, "ja", "", "Main").name, { en: "Main", ja: "Main" })
  assert.deepEqual(new NewLanguage().put(added, "", "", "Main"), added)
})
