import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { FeedMachine, Link, LOST, STALE, TICK } from "./feed.js"

const change = number => ({ number, topic: "cafe/main/kitchen", body: { ticket: `t${number}` } })

function liveMachine(asOf = 10) {
  const machine = new FeedMachine(0)
  machine.snapshotShown(asOf)
  machine.opened()
  machine.beat(0)
  return machine
}

describe("feed machine", () => {
  it("reads the snapshot before the stream is opened", () => {
    const machine = new FeedMachine(0)
    assert.deepEqual(machine.work, { kind: "snapshot" })
    assert.equal(machine.mayOpen, false)
    machine.snapshotShown(10)
    assert.equal(machine.mayOpen, true)
    assert.equal(machine.after, 10)
  })

  it("is live after the first beat", () => {
    assert.equal(liveMachine().state, Link.live)
  })

  it("is not live before anything has been shown", () => {
    const machine = new FeedMachine(0)
    machine.beat(0)
    assert.equal(machine.state, Link.starting)
  })

  it("is stale when a beat is overdue and lost after five seconds", () => {
    const machine = liveMachine()
    machine.tick(STALE - 1)
    assert.equal(machine.state, Link.live)
    machine.tick(STALE)
    assert.equal(machine.state, Link.stale)
    machine.tick(LOST - 1)
    assert.equal(machine.isLost, false)
    machine.tick(LOST)
    assert.equal(machine.isLost, true)
    // A page looks every TICK, and then draws.
    assert.ok(LOST + TICK <= 4750)
  })

  it("is lost after five seconds even when nothing was ever shown", () => {
    const machine = new FeedMachine(0)
    machine.tick(LOST)
    assert.equal(machine.isLost, true)
  })

  it("remembers when the server was last heard", () => {
    const machine = liveMachine()
    machine.beat(1000)
    machine.tick(1000 + LOST)
    machine.tick(60_000)
    assert.equal(machine.lostSince, 1000)
  })

  it("stays lost until the server is heard, then catches up, then is live", () => {
    const machine = liveMachine()
    machine.tick(LOST)
    machine.opened()
    assert.equal(machine.isLost, true)
    machine.change(change(11), 9000)
    assert.equal(machine.state, Link.catchingUp)
    machine.beat(9001)
    assert.equal(machine.state, Link.live)
    assert.equal(machine.lostSince, null)
  })

  it("continues from the last number it saw", () => {
    const machine = liveMachine(10)
    machine.change(change(11), 1)
    machine.change(change(14), 2)
    machine.failed()
    assert.equal(machine.after, 14)
  })

  it("drops what it has seen and keeps the order of the rest", () => {
    const machine = liveMachine(10)
    for (const number of [9, 10, 11, 12, 11, 13]) machine.change(change(number), 1)
    assert.deepEqual(machine.work.changes.map(({ number }) => number), [11, 12, 13])
  })

  it("keeps what arrived while others were being fetched", () => {
    const machine = liveMachine(10)
    machine.change(change(11), 1)
    const { changes } = machine.work
    machine.change(change(12), 2)
    machine.changesShown(changes)
    assert.deepEqual(machine.work.changes.map(({ number }) => number), [12])
  })

  it("reads one snapshot after a burst of 500", () => {
    const machine = liveMachine(10)
    for (let number = 11; number <= 510; number += 1) machine.change(change(number), 1)
    assert.deepEqual(machine.work, { kind: "snapshot" })
    machine.snapshotShown(505)
    assert.deepEqual(machine.work.changes.map(({ number }) => number), [506, 507, 508, 509, 510])
    assert.equal(machine.after, 510)
  })

  it("fetches twenty changes one by one", () => {
    const machine = liveMachine(10)
    for (let number = 11; number <= 30; number += 1) machine.change(change(number), 1)
    assert.equal(machine.work.kind, "changes")
  })

  it("reads everything again after a reset, even when numbers have gone back", () => {
    const machine = liveMachine(1000)
    machine.change(change(1001), 1)
    machine.reset(2)
    assert.equal(machine.mayOpen, false)
    assert.deepEqual(machine.work, { kind: "snapshot" })
    machine.snapshotShown(3)
    assert.equal(machine.after, 3)
    machine.change(change(4), 3)
    assert.equal(machine.work.changes.length, 1)
  })

  it("is not live between a reset and the snapshot", () => {
    const machine = liveMachine()
    machine.tick(LOST)
    machine.reset(6000)
    machine.beat(6001)
    assert.notEqual(machine.state, Link.live)
  })

  it("reads a snapshot without a number only once the stream is open", () => {
    const machine = new FeedMachine(0, { isNumbered: false })
    assert.equal(machine.mayOpen, true)
    assert.deepEqual(machine.work, { kind: "nothing" })
    machine.opened()
    assert.deepEqual(machine.work, { kind: "snapshot" })
    machine.snapshotShown()
    assert.deepEqual(machine.work, { kind: "nothing" })
  })

  it("reads it again on reconnecting, as long as no number is known", () => {
    const machine = new FeedMachine(0, { isNumbered: false })
    machine.opened()
    machine.snapshotShown()
    machine.opened()
    assert.deepEqual(machine.work, { kind: "snapshot" })
    machine.snapshotShown()
    machine.change(change(7), 1)
    machine.changesShown(machine.work.changes)
    machine.opened()
    assert.deepEqual(machine.work, { kind: "nothing" })
  })

  it("waits longer after each failure, up to four seconds, and starts again after a beat", () => {
    const machine = liveMachine()
    const delays = Array.from({ length: 6 }, () => {
      machine.failed()
      return machine.delay
    })
    assert.deepEqual(delays, [500, 1000, 2000, 4000, 4000, 4000])
    machine.beat(1)
    machine.failed()
    assert.equal(machine.delay, 500)
  })
})
