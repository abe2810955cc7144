import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { energy } from "./energy.js"
import { Selection } from "./selection.js"

const choice = (id, kilocalories, maximumQuantity = 1) => ({ id, name: id, kilocalories, maximumQuantity, price: { amount: 0, currency: "EUR" } })
const of = (kilocalories, ...groups) => ({ kilocalories, price: { amount: 1, currency: "EUR" }, groups })
const milk = { id: "milk", minimum: 1, maximum: 1, choices: [choice("cow", 90), choice("guest")] }
const shots = { id: "shots", minimum: 0, maximum: 3, choices: [choice("shot", 5, 3)] }
const told = (item, ...chosen) => energy(item, new Selection(item, chosen.map(([id, quantity]) => ({ choice: id, quantity }))))

describe("the energy of an item", () => {
  it("adds the choices, each as often as it is taken", () => {
    assert.deepEqual(told(of(10, milk, shots), ["cow", 1], ["shot", 2]), { amount: 110, isLeast: false })
  })

  it("is a least amount while a part is open or does not state it", () => {
    assert.deepEqual(told(of(10, milk)), { amount: 10, isLeast: true })
    assert.deepEqual(told(of(10, milk), ["guest", 1]), { amount: 10, isLeast: true })
    const size = { id: "size", minimum: 1, maximum: 1, choices: [choice("small", 0), choice("large", 0)] }
    assert.deepEqual(told(of(10, size)), { amount: 10, isLeast: false })
  })

  it("is not guessed", () => {
    assert.equal(told(of(undefined, shots), ["shot", 1]), null)
    assert.deepEqual(told(of(0)), { amount: 0, isLeast: false })
  })
})
