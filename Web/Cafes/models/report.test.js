import assert from "node:assert/strict"
import { test } from "node:test"
import { askedFor, capacityRows, countRows, earlyShare, hasNone, hourRows, isEmpty, isRange, lastDays, lengthRows } from "./report.js"

test("bars of hours are shares of the fullest hour, and hidden numbers have none", () => {
  const rows = hourRows([{ hour: 11, ahead: 30, walkUp: 10 }, { hour: 12, ahead: null, walkUp: 20 }])
  assert.deepEqual(rows.map(({ bars }) => bars), [[0.75, 0.25], [0, 0.5]])
  assert.deepEqual(hourRows([]), [])
})

test("a length has a bar up to its median and a whisker up to nine tenths", () => {
  const rows = lengthRows([{ name: "Soup", lengths: { medianSeconds: 60, p90Seconds: 240 } }, { name: "Tea", lengths: null }])
  assert.deepEqual(rows.map(({ bar, whisker }) => [bar, whisker]), [[0.25, 1], [0, 0]])
})

test("numbers by name are shares of the largest", () => {
  const rows = countRows([{ minutes: 0, orders: 8 }, { minutes: 3, orders: null }, { minutes: 4, orders: 2 }], ({ orders }) => orders)
  assert.deepEqual(rows.map(({ bar }) => bar), [1, 0, 0.25])
})

test("an hour that gave out more than its windows hold shows where they were full", () => {
  const rows = capacityRows([{ hour: 11, thousandths: 500 }, { hour: 12, thousandths: 1250 }, { hour: 13, thousandths: null }])
  assert.deepEqual(rows.map(({ bar, limit, share }) => [bar, limit, share]), [[0.4, 0.8, 0.5], [1, 0.8, 1.25], [0, 0.8, null]])
  assert.equal(capacityRows([{ hour: 11, thousandths: 250 }])[0].limit, 1)
})

test("a range of days ends today, also over the end of a month and of summer time", () => {
  assert.deepEqual(lastDays("2026-11-03", 7), { from: "2026-10-28", to: "2026-11-03" })
  assert.deepEqual(lastDays("2026-03-29", 1), { from: "2026-03-29", to: "2026-03-29" })
})

test("a range has both dates, in order, within a year", () => {
  assert.ok(isRange({ from: "2026-11-03", to: "2026-11-03" }))
  assert.ok(isRange({ from: "2025-11-04", to: "2026-11-04" }))
  assert.ok(!isRange({ from: "2025-11-03", to: "2026-11-04" }))
  assert.ok(!isRange({ from: "2026-11-04", to: "2026-11-03" }))
  assert.ok(!isRange({ from: "", to: "2026-11-03" }))
  assert.ok(!isRange({ from: "2026-02-31", to: "2026-03-05" }))
})

test("an address with a wrong range or an unknown café is told from one without", () => {
  const asked = text => askedFor(new URLSearchParams(text), ["main", "bar"])
  assert.deepEqual(asked("cafe=bar&from=2026-11-01&to=2026-11-03"), { cafe: "bar", from: "2026-11-01", to: "2026-11-03", isUnknownCafe: false, isWrongRange: false })
  assert.deepEqual(asked(""), { cafe: "main", from: null, to: null, isUnknownCafe: false, isWrongRange: false })
  assert.deepEqual(asked("cafe=gone&from=2026-11-03&to=2026-11-01"), { cafe: "main", from: null, to: null, isUnknownCafe: true, isWrongRange: true })
  assert.ok(asked("cafe=bar&from=rubbish").isWrongRange)
})

test("nobody ordered in a way when each hour says so; a hidden number says nothing", () => {
  assert.ok(hasNone([{ ahead: 5, walkUp: 0 }, { ahead: null, walkUp: 0 }], "walkUp"))
  assert.ok(!hasNone([{ ahead: 5, walkUp: 0 }, { ahead: 6, walkUp: null }], "walkUp"))
  assert.ok(!hasNone([], "ahead"))
})

test("the share of early orders needs each number", () => {
  assert.equal(earlyShare([{ minutes: -3, orders: 6 }, { minutes: 0, orders: 3 }, { minutes: 4, orders: 3 }]), 0.5)
  assert.equal(earlyShare([{ minutes: -3, orders: 6 }, { minutes: 0, orders: null }]), null)
  assert.equal(earlyShare([]), null)
})

test("a report is empty without orders and without anything that was sold out; a hidden number is not empty", () => {
  assert.ok(isEmpty({ orders: 0, soldOut: [] }))
  assert.ok(!isEmpty({ orders: null, soldOut: [] }))
  assert.ok(!isEmpty({ orders: 0, soldOut: [{ minutes: 3 }] }))
})
