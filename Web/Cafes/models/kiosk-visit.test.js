import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { firstSection, kioskOrder, KioskVisit, plainName, Stage } from "./kiosk-visit.js"

const cafe = { id: "main-cafe", currency: "EUR" }
const euros = amount => ({ amount, currency: "EUR" })
const latte = { item: "latte", name: "Latte", quantity: 1, choices: [{ choice: "oat", name: "Oat drink", quantity: 1 }], note: null, unitPrice: euros(350) }
const soup = { ...latte, item: "soup", name: "Soup", choices: [] }
const menu = names => ({ sections: [{ name: "", items: [
  { id: "latte", name: names[0], groups: [{ choices: [{ id: "oat", name: names[1] }] }] }, { id: "soup", name: names[2], groups: [] }] }] })

let count = 0
const makeKey = () => `key-${++count}`

function ordering() {
  const visit = new KioskVisit()
  visit.begin()
  visit.openItem("latte")
  visit.confirm(cafe, latte, makeKey)
  visit.openItem("soup")
  visit.confirm(cafe, soup, makeKey)
  return visit
}

describe("a visit", () => {
  it("goes from the picture to the number", () => {
    const visit = ordering()
    assert.equal(visit.stage, Stage.menu)
    visit.openBasket()
    visit.pay()
    assert.equal(visit.stage, Stage.pay)
    visit.send({}, makeKey)
    visit.placed({ number: "042" })
    assert.deepEqual([visit.stage, visit.order.number, visit.basket.lines.length], [Stage.done, "042", 0])
  })

  it("goes back one step at a time, and from a changed line to the basket", () => {
    const visit = ordering()
    visit.openBasket()
    visit.openItem("latte", visit.basket.lines[0].key)
    visit.back()
    assert.equal(visit.stage, Stage.basket)
    visit.pay()
    visit.back()
    visit.back()
    assert.equal(visit.stage, Stage.menu)
    visit.back()
    assert.equal(visit.stage, Stage.menu)
  })

  it("changes a line in its place", () => {
    const visit = ordering()
    visit.openItem("latte", visit.basket.lines[0].key)
    visit.confirm(cafe, { ...latte, quantity: 3 }, makeKey)
    assert.deepEqual(visit.basket.lines.map(({ item, quantity }) => [item, quantity]), [["latte", 3], ["soup", 1]])
    assert.equal(visit.stage, Stage.basket)
  })

  it("puts back what was removed last, also the only line", () => {
    const visit = ordering()
    visit.openBasket()
    const before = visit.basket.lines
    visit.remove(before[0].key)
    visit.putBack()
    assert.deepEqual(visit.basket.lines, before)
    visit.remove(before[0].key)
    visit.remove(before[1].key)
    visit.putBack()
    assert.deepEqual(visit.basket.lines, [before[1]])
  })

  it("does not pay for nothing", () => {
    const visit = new KioskVisit()
    visit.begin()
    visit.pay()
    assert.equal(visit.stage, Stage.menu)
  })

  it("sends the same order again until there is an answer (C37), and stays undecided so long (C95)", () => {
    const visit = ordering()
    visit.pay()
    const first = visit.send({ payment: "counter" }, makeKey)
    assert.equal(visit.isUndecided, true)
    assert.equal(visit.send({ payment: "other" }, makeKey), first)
    visit.back()
    assert.equal(visit.stage, Stage.pay)
    visit.refused()
    assert.deepEqual([visit.isUndecided, visit.basket.lines.length], [false, 2])
  })

  it("waits for a payment by card, and does not end so long (C95); what was not paid is in the basket still", () => {
    for (const [stage, isOrdered] of [["accepted", true], ["ready", true], ["expired", false], ["cancelled", false], ["rejected", false]]) {
      const visit = ordering()
      visit.pay()
      visit.send({ payment: "card" }, makeKey)
      visit.placed({ id: "o", number: "042", stage: "placed", payment: "card" })
      assert.deepEqual([visit.stage, visit.isUndecided, visit.basket.lines.length], [Stage.card, true, 2])
      visit.back()
      assert.equal(visit.stage, Stage.card)
      assert.equal(visit.decided(stage), isOrdered)
      assert.deepEqual([visit.stage, visit.isUndecided, visit.basket.lines.length, visit.order?.number], isOrdered ? [Stage.done, false, 0, "042"] : [Stage.pay, false, 2, undefined])
    }
  })

  it("has badge and PIN nowhere but in what is sent, until there is an answer (C94)", () => {
    const visit = ordering()
    visit.pay()
    visit.openBadge()
    visit.send(kioskOrder(visit, euros(700), "account", { number: "04AB", pin: "4711" }), makeKey)
    assert.match(JSON.stringify(visit), /4711/)
    visit.refused()
    assert.doesNotMatch(JSON.stringify(visit), /4711|04AB/)
    assert.equal(visit.stage, Stage.badge)
    visit.back()
    assert.equal(visit.stage, Stage.pay)
  })

  it("keeps the basket when the language or the look changes (C99)", () => {
    const visit = ordering()
    const { lines } = visit.basket
    visit.language = "de"
    visit.nextTextSize()
    visit.isLow = true
    visit.rename(menu(["Milchkaffee", "Haferdrink", "Suppe"]))
    assert.deepEqual(visit.basket.lines.map(({ key, item, quantity, unitPrice }) => [key, item, quantity, unitPrice]),
      lines.map(({ key, item, quantity, unitPrice }) => [key, item, quantity, unitPrice]))
    assert.deepEqual(visit.basket.lines.map(({ name, choices }) => [name, ...choices.map(({ name }) => name)]), [["Milchkaffee", "Haferdrink"], ["Suppe"]])
  })

  it("keeps the names of what has left the menu", () => {
    const visit = ordering()
    visit.rename({ sections: [] })
    assert.deepEqual(visit.basket.lines.map(({ name }) => name), ["Latte", "Soup"])
  })

  it("goes through the text sizes and comes round", () => {
    const visit = new KioskVisit()
    const sizes = [1, 2, 3].map(() => {
      visit.nextTextSize()
      return visit.textSize
    })
    assert.deepEqual(sizes, [150, 200, 100])
  })

  it("is fresh only while there is nothing to forget (C94)", () => {
    assert.equal(new KioskVisit().isFresh, true)
    const changes = { stage: Stage.menu, name: "Ada", language: "ja", textSize: 150, isHighContrast: true, isLow: true, readsAloud: true, group: 1 }
    for (const [name, value] of Object.entries(changes)) assert.equal(Object.assign(new KioskVisit(), { [name]: value }).isFresh, false, name)
    assert.equal(ordering().isFresh, false)
  })
})

describe("the part of the menu to begin with", () => {
  const here = { id: "a" }
  const later = { id: "b", isServed: false }
  const gone = { id: "c", soldOut: true }

  it("is the first one that is served as a whole", () => {
    const begins = (...sections) => firstSection(sections.map(items => ({ items })))
    assert.equal(begins([here, later], [here, gone], [here]), 1)
    assert.equal(begins([here], [here]), 0)
    assert.equal(begins([gone], [later, here]), 1)
    assert.equal(begins([later], [gone]), 0)
    assert.equal(begins(), 0)
  })
})

describe("the request", () => {
  it("has what was chosen, and a name only if there is one", () => {
    const visit = ordering()
    const line = { item: "latte", quantity: 1, choices: [{ choice: "oat", quantity: 1 }] }
    const bare = { lines: [line, { item: "soup", quantity: 1, choices: [] }], expectedTotal: euros(700), payment: "counter" }
    assert.deepEqual(kioskOrder(visit, euros(700), "counter"), bare)
    visit.name = "  Ada \n L. "
    assert.deepEqual(kioskOrder(visit, euros(700), "counter"), { ...bare, name: "Ada L." })
  })

  it("shortens a long name", () => assert.equal(plainName("x".repeat(100)).length, 24))
})
