import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { endsNextDay, hoursOf, hoursText, isOn, missingOf, moved, switched, weekFrom } from "./notice-settings.js"

describe("the order of channels", () => {
  const order = ["push", "ntfy", "mail"]
  it("moves one up", () => assert.deepEqual(moved(order, "mail", -1), ["push", "mail", "ntfy"]))
  it("moves one down", () => assert.deepEqual(moved(order, "push", 1), ["ntfy", "push", "mail"]))
  it("stays at its ends", () => {
    assert.equal(moved(order, "push", -1), order)
    assert.equal(moved(order, "mail", 1), order)
    assert.equal(moved(order, "pigeon", 1), order)
  })
})

describe("a kind of notice on a channel", () => {
  const off = [{ kind: "clock-in", channel: "mail" }]
  it("is on unless it is switched off", () => {
    assert.equal(isOn(off, "clock-in", "mail"), false)
    assert.equal(isOn(off, "clock-in", "push"), true)
    assert.equal(isOn(off, "clock-out", "mail"), true)
  })
  it("is switched off once", () => assert.deepEqual(switched(off, "clock-in", "mail", false), off))
  it("is switched on", () => assert.deepEqual(switched(off, "clock-in", "mail", true), []))
})

describe("quiet hours", () => {
  it("are read and written", () => {
    assert.deepEqual(hoursOf("22:00–07:00"), { from: "22:00", to: "07:00" })
    assert.equal(hoursText({ from: "22:00", to: "07:00" }), "22:00–07:00")
    for (const text of ["", undefined, "22:00", "22–07", "22:00–07:00x"]) assert.equal(hoursOf(text), null)
  })
  it("may end on the next day", () => {
    assert.equal(endsNextDay({ from: "22:00", to: "07:00" }), true)
    assert.equal(endsNextDay({ from: "12:00", to: "13:00" }), false)
  })
  it("need a day, a begin and another end", () => {
    assert.equal(missingOf({ days: [], from: "22:00", to: "07:00" }), "days")
    for (const hours of [{ from: "", to: "07:00" }, { from: "22:00", to: "" }, { from: "22:00", to: "22:00" }]) {
      assert.equal(missingOf({ days: ["mon"], ...hours }), "hours")
    }
    assert.equal(missingOf({ days: ["mon"], from: "22:00", to: "07:00" }), null)
  })
  it("begin with the person's first day of the week", () => {
    assert.deepEqual(weekFrom("sun"), ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])
    assert.equal(weekFrom("mon")[6], "sun")
  })
})
