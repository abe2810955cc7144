import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { needsWarning, soFar, union } from "./allergens.js"
import { Selection } from "./selection.js"

const eur = amount => ({ amount, currency: "EUR" })
const choice = (id, price = 0, maximumQuantity = 1) => ({ id, name: id, price: eur(price), maximumQuantity })
const milk = { id: "milk", minimum: 1, maximum: 1, choices: [choice("whole"), choice("oat", 50)] }
const toppings = { id: "toppings", minimum: 0, maximum: 2, choices: [choice("feta", 120), choice("egg", 90), choice("tofu", 150)] }
const extras = { id: "extras", minimum: 0, maximum: 3, choices: [choice("shot", 60, 2), choice("syrup", 50, 2)] }
const item = { price: eur(300), groups: [milk, toppings, extras] }

describe("selection", () => {
  it("offers a group by its rules", () => {
    assert.deepEqual([milk, toppings, extras].map(Selection.kind), ["one", "several", "counts"])
  })

  it("C17 names the groups that still need a choice", () => {
    const selection = new Selection(item)
    assert.deepEqual(selection.missing, [milk])
    selection.set(milk, "oat", 1)
    assert.deepEqual(selection.missing, [])
  })

  it("replaces the choice of a group of one", () => {
    const selection = new Selection(item)
    selection.set(milk, "oat", 1)
    selection.set(milk, "whole", 1)
    assert.deepEqual(selection.choices, [{ choice: "whole", name: "whole", quantity: 1 }])
  })

  it("knows when a group is full", () => {
    const selection = new Selection(item)
    selection.set(extras, "shot", 2)
    assert.equal(selection.isFull(extras), false)
    selection.set(extras, "syrup", 1)
    assert.equal(selection.isFull(extras), true)
  })

  it("adds the choices to the price, each as often as it is taken", () => {
    const selection = new Selection(item, [{ choice: "oat", quantity: 1 }, { choice: "shot", quantity: 2 }])
    assert.deepEqual(selection.unitPrice, eur(300 + 50 + 2 * 60))
  })

  it("proposes the café's defaults, unless they are sold out or not accepted", () => {
    const group = (more = {}) => ({ ...milk, defaults: ["whole"], choices: [{ ...milk.choices[0], ...more }, milk.choices[1]] })
    const chosen = (item, ...rest) => new Selection(item, ...rest).choices.map(({ choice: id }) => id)
    const latte = { price: eur(300), groups: [group(), toppings] }
    assert.deepEqual(chosen(latte), ["whole"])
    assert.deepEqual(chosen({ ...latte, groups: [group({ soldOut: true })] }), [])
    assert.deepEqual(chosen(latte, [], { accepts: ({ id }) => id !== "whole" }), [])
  })

  it("adds no default to choices that a person has made", () => {
    const several = { ...toppings, defaults: ["feta"] }
    const bowl = { price: eur(300), groups: [{ ...milk, defaults: ["whole"] }, several] }
    assert.deepEqual(new Selection(bowl, [{ choice: "oat", quantity: 1 }]).choices.map(({ choice: id }) => id), ["oat"])
    assert.deepEqual(new Selection(bowl, [], { proposes: false }).choices, [])
  })

  it("names the chosen choices that have sold out since", () => {
    const latte = { price: eur(300), groups: [{ ...milk, choices: [milk.choices[0], { ...milk.choices[1], soldOut: true }] }] }
    assert.deepEqual(new Selection(latte, [{ choice: "oat", quantity: 1 }]).soldOut.map(({ id }) => id), ["oat"])
  })

  it("chooses by itself only where there is nothing to choose", () => {
    const only = { id: "cup", minimum: 1, maximum: 1, choices: [choice("cup")] }
    assert.deepEqual(new Selection({ price: eur(1), groups: [only, milk] }).choices.map(({ choice: id }) => id), ["cup"])
  })
})

describe("allergens of an item with its choices", () => {
  const known = (contains, mayContain = []) => ({ known: true, contains, mayContain })

  it("C18 are the union", () => {
    assert.deepEqual(union([known(["milk"]), known(["gluten"], ["nuts"])]), known(["gluten", "milk"], ["nuts"]))
  })

  it("C19 a trace of what is contained is contained", () => {
    assert.deepEqual(union([known(["nuts"]), known([], ["nuts"])]), known(["nuts"]))
  })

  it("C19 one unknown part makes the whole unknown, without hiding what is known", () => {
    assert.deepEqual(union([known(["milk"]), { known: false }]), { known: false, contains: ["milk"], mayContain: [] })
  })

  const of = (id, allergens) => ({ ...choice(id), allergens })
  const drink = (milks, more = {}) => ({ price: eur(300), allergens: known([]), groups: [{ id: "milk", minimum: 1, maximum: 1, choices: milks, ...more }] })
  const latte = drink([of("whole", known(["milk"])), of("oat", known(["gluten"])), of("rice", known([]))])

  it("C18 depend on a required choice until it is made", () => {
    assert.deepEqual(soFar(latte, new Selection(latte)), { ...known([]), isUndecided: true })
    const chosen = name => soFar(latte, new Selection(latte, [{ choice: name, quantity: 1 }]))
    assert.deepEqual(chosen("oat"), { ...known(["gluten"]), isUndecided: false })
    assert.deepEqual(chosen("rice"), { ...known([]), isUndecided: false })
  })

  it("C18 depend on a required choice that is made in part", () => {
    const pair = drink(latte.groups[0].choices, { minimum: 2, maximum: 2 })
    assert.equal(soFar(pair, new Selection(pair, [{ choice: "rice", quantity: 1 }])).isUndecided, true)
  })

  it("C19 depend on a choice with unknown allergens", () => {
    const item = drink([of("rice", known([])), of("guest", { known: false })])
    assert.equal(soFar(item, new Selection(item)).isUndecided, true)
  })

  it("do not depend on choices without allergens, nor on those that may be left out", () => {
    const sizes = drink([of("small", known([])), of("large", known([]))])
    const optional = drink(latte.groups[0].choices, { minimum: 0 })
    for (const item of [sizes, optional]) assert.equal(soFar(item, new Selection(item)).isUndecided, false)
  })

  it("unknown is a warning like contained", () => {
    assert.equal(needsWarning({ known: false }), true)
    assert.equal(needsWarning(undefined), true)
    assert.equal(needsWarning(known(["milk"])), true)
    assert.equal(needsWarning(known([], ["nuts"])), true)
    assert.equal(needsWarning(known([])), false)
  })
})
