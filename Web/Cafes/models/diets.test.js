import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { dietsSoFar } from "./diets.js"
import { Selection } from "./selection.js"

const euro = amount => ({ amount, currency: "EUR" })
const choice = (id, diets) => ({ id, name: id, diets, price: euro(0), maximumQuantity: 1 })
const cow = choice("cow", ["vegetarian"])
const oat = choice("oat", ["vegan", "vegetarian"])
const drink = (choices, more = {}) => ({ diets: ["vegan", "vegetarian"], price: euro(3), groups: [{ id: "milk", minimum: 1, maximum: 1, choices, ...more }] })
const told = (item, ...chosen) => dietsSoFar(item, new Selection(item, chosen.map(id => ({ choice: id, quantity: 1 }))))

describe("the diets of an item", () => {
  it("are those that the item and all of its choices fit", () => {
    assert.deepEqual(told(drink([cow, oat]), "oat"), ["vegan", "vegetarian"])
    assert.deepEqual(told(drink([cow, oat]), "cow"), ["vegetarian"])
    assert.deepEqual(told(drink([cow, oat], { defaults: ["cow"] })), ["vegetarian"])
  })

  it("are only what every choice of an open group fits", () => {
    assert.deepEqual(told(drink([cow, oat])), ["vegetarian"])
    assert.deepEqual(told(drink([cow, oat], { minimum: 0 })), ["vegan", "vegetarian"])
  })

  it("are unknown as soon as one part does not state them", () => {
    assert.equal(told(drink([choice("guest"), oat])), undefined)
    assert.equal(told({ ...drink([oat]), diets: undefined }), undefined)
    assert.deepEqual(told(drink([choice("guest"), oat]), "oat"), ["vegan", "vegetarian"])
  })
})
