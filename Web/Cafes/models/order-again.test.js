import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { orderAgain } from "./order-again.js"

const euro = amount => ({ amount, currency: "EUR" })
const milk = { id: "milk", name: "Milk", minimum: 1, maximum: 1, choices: [
  { id: "cow", name: "Cow", price: euro(0), maximumQuantity: 1 }, { id: "oat", name: "Oat", price: euro(40), maximumQuantity: 1 },
] }
const extras = { id: "extras", name: "Extras", minimum: 0, choices: [{ id: "shot", name: "Shot", price: euro(80), maximumQuantity: 2 }] }
const menu = { sections: [
  { name: "Drinks", items: [{ id: "flat", name: "Flat White", price: euro(350), soldOut: false, groups: [milk, extras] }] },
  { name: "Food", items: [{ id: "soup", name: "Soup", price: euro(500), soldOut: true, groups: [] }, { id: "bread", name: "Bread", price: euro(100), soldOut: false, groups: [] }] },
] }
const key = () => "k"
const line = (item, choices = [], more = {}) => ({ item, name: `old ${item}`, quantity: 1, choices: choices.map(([choice, quantity = 1]) => ({ choice, name: choice, quantity })), ...more })
const again = (...lines) => orderAgain({ lines }, menu, key)

describe("orderAgain", () => {
  it("takes the items at today's price, with choices, quantity and note", () => {
    const { lines, gone, altered } = again(line("flat", [["oat"], ["shot", 2]], { quantity: 3, note: "hot" }))
    assert.deepEqual(lines, [{
      key: "k", item: "flat", name: "Flat White", quantity: 3, note: "hot", unitPrice: euro(550), status: "ok",
      choices: [{ choice: "oat", name: "Oat", quantity: 1 }, { choice: "shot", name: "Shot", quantity: 2 }],
    }])
    assert.deepEqual([gone, altered], [[], []])
  })

  it("names items that are off the menu or sold out", () => {
    const { lines, gone } = again(line("cake"), line("soup"), line("bread"))
    assert.deepEqual(lines.map(({ item }) => item), ["bread"])
    assert.deepEqual(gone, ["old cake", "Soup"])
  })

  it("guesses no required choice: it could be an allergen", () => {
    const { lines, gone } = again(line("flat", [["almond"]]))
    assert.deepEqual([lines, gone], [[], ["Flat White"]])
  })

  it("names items that are not served now, and takes no sold-out choice nor a default", () => {
    const flat = menu.sections[0].items[0]
    const now = (item, lines) => orderAgain({ lines }, { sections: [{ items: [item] }] }, key)
    assert.deepEqual(now({ ...flat, isServed: false }, [line("flat", [["oat"]])]).gone, ["Flat White"])
    const later = orderAgain({ lines: [line("flat", [["oat"]])] }, { sections: [{ items: [{ ...flat, isServed: false }] }] }, key, () => true)
    assert.deepEqual([later.lines.length, later.gone], [1, []])
    const withDefault = { ...milk, defaults: ["cow"], choices: [milk.choices[0], { ...milk.choices[1], soldOut: true }] }
    assert.deepEqual(now({ ...flat, groups: [withDefault] }, [line("flat", [["oat"]])]).gone, ["Flat White"])
  })

  it("names items that miss a choice", () => {
    const { lines, altered } = again(line("flat", [["cow"], ["cinnamon"]]), line("flat", [["oat"], ["shot", 5]]))
    assert.deepEqual(lines.map(({ choices }) => choices.map(({ choice }) => choice)), [["cow"], ["oat"]])
    assert.deepEqual(altered, ["Flat White"])
  })
})
