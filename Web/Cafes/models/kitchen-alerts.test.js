import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { mentionsAllergy, ranked } from "./allergen-ranks.js"
import { KitchenAlerts } from "./kitchen-alerts.js"
import { choicesOf, endOf } from "./sold-out.js"
import { SleepWatch } from "./sleep-watch.js"
import { priorityUndoLeft } from "./ticket.js"

const NOON = Date.parse("2026-11-21T12:00:00.000Z")
const iso = milliseconds => new Date(milliseconds).toISOString()
const MINUTE = 60_000
const ticket = (id, more = {}) => ({ id, stage: "waiting", recalled: false, releasedAt: iso(NOON), ...more })

function listening(...tickets) {
  const alerts = new KitchenAlerts()
  assert.deepEqual(alerts.look(tickets, NOON), [])
  return alerts
}

describe("alerts of the kitchen", () => {
  it("a new ticket is heard once, however many come together", () => {
    const alerts = listening(ticket("a"))
    assert.deepEqual(alerts.look([ticket("a"), ticket("b"), ticket("c")], NOON), ["new"])
    assert.deepEqual(alerts.look([ticket("a"), ticket("b"), ticket("c")], NOON), [])
  })

  const changes = { cancelled: { stage: "cancelled" }, recalled: { recalled: true }, "put before the others": { raisedAt: iso(NOON) } }
  for (const [name, change] of Object.entries(changes)) {
    it(`a ticket that was ${name} is heard`, () => {
      assert.deepEqual(listening(ticket("a")).look([ticket("a", change)], NOON), ["changed"])
    })
  }

  it("what cooks do themselves is not heard", () => {
    assert.deepEqual(listening(ticket("a")).look([ticket("a", { stage: "preparing", version: 2 })], NOON), [])
    assert.deepEqual(listening(ticket("a")).look([], NOON), [])
  })

  it("a ticket that comes back is a change and no new one", () => {
    assert.deepEqual(listening().look([ticket("a", { recalled: true })], NOON), ["changed"])
  })

  it("a ticket is heard once when it becomes late", () => {
    const alerts = listening(ticket("a"))
    assert.deepEqual(alerts.look([ticket("a")], NOON + 7 * MINUTE), [])
    assert.deepEqual(alerts.look([ticket("a")], NOON + 8 * MINUTE), ["late"])
    assert.deepEqual(alerts.look([ticket("a")], NOON + 9 * MINUTE), [])
  })

  it("another view begins in silence", () => {
    const alerts = listening(ticket("a"))
    alerts.forget()
    assert.deepEqual(alerts.look([ticket("b")], NOON), [])
  })
})

describe("allergens on a ticket", () => {
  const item = { allergens: { known: true, contains: ["milk"], mayContain: [] } }
  const line = (contains, mayContain = [], known = true) => ({ allergens: { known, contains, mayContain } })

  it("what a choice added is told apart from what is always there", () => {
    assert.deepEqual(ranked(line(["gluten", "milk"], ["nuts"]), item), { isUnknown: false, always: ["milk"], added: ["gluten"], traces: ["nuts"] })
  })

  it("counts as added where the menu does not have the item any more, or does not know", () => {
    assert.deepEqual(ranked(line(["milk"]), undefined).added, ["milk"])
    assert.deepEqual(ranked(line(["milk"]), { allergens: { known: false, contains: ["milk"], mayContain: [] } }).added, ["milk"])
  })

  it("unknown is never none", () => assert.equal(ranked(line([], [], false), item).isUnknown, true))

  const notes = ["Nut allergy!", "Allergisch gegen Nüsse", "Soy alérgica a las nueces", "ナッツアレルギーです", "견과류 알레르기", "لدي حساسية من المكسرات", "coeliac, please"]
  for (const note of notes) it(`finds the warning in “${note}”`, () => assert.equal(mentionsAllergy(note), true))
  it("leaves other notes beside their line", () => {
    assert.equal(mentionsAllergy("No onions, please"), false)
    assert.equal(mentionsAllergy(undefined), false)
  })
})

describe("time on a screen", () => {
  it("a priority can be undone for three seconds", () => {
    const raised = ticket("a", { raisedAt: iso(NOON) })
    assert.equal(priorityUndoLeft(raised, NOON + 2999), 1)
    assert.equal(priorityUndoLeft(raised, NOON + 3000), 0)
    assert.equal(priorityUndoLeft(ticket("a"), NOON), 0)
  })

  it("a device that slept is noticed at the next look", () => {
    const watch = new SleepWatch(0, 20_000)
    assert.equal(watch.look(250), false)
    assert.equal(watch.look(3_600_000), true)
    assert.equal(watch.look(3_600_250), false)
  })
})

describe("sold out", () => {
  it("ends after a span by the server's clock, or with the service day", () => {
    assert.equal(endOf(30, iso(NOON)), iso(NOON + 30 * MINUTE))
    assert.equal(endOf(null, iso(NOON)), null)
  })

  it("lists a choice of several items once", () => {
    const group = (...ids) => ({ choices: ids.map(id => ({ id, name: id })) })
    assert.deepEqual(choicesOf([{ groups: [group("oat", "soy")] }, { groups: [group("oat"), group("large")] }]).map(({ id }) => id), ["oat", "soy", "large"])
  })
})
