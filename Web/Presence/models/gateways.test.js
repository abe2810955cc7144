import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { beaconName, byAttention, clockState, isCatchingUp, steadyOrder, unknownBeacons, unknownCount } from "./gateways.js"

describe("a gateway's clock", () => {
  it("is unknown before the first report", () => assert.equal(clockState(undefined), null))
  it("is right within two seconds", () => assert.equal(clockState(-1.9), "right"))
  it("is ahead", () => assert.equal(clockState(2), "ahead"))
  it("is behind", () => assert.equal(clockState(-61), "behind"))
})

describe("a gateway that catches up", () => {
  it("has more reports waiting than the one that it sends", () => {
    assert.equal(isCatchingUp({ queued: 1 }), false)
    assert.equal(isCatchingUp({ queued: 6 }), true)
    assert.equal(isCatchingUp(undefined), false)
  })
})

describe("unknown beacons", () => {
  it("are named like the print on a badge", () => {
    assert.equal(beaconName({ uuid: "A", major: 1, minor: 2 }), "A 1 2")
    assert.equal(beaconName({ eddystone: "00112233445566778899aabbccddeeff" }), "00112233445566778899 aabbccddeeff")
  })
  it("are listed by strength, with their place", () => {
    const far = { uuid: "A", major: 1, minor: 1, rssi: -90 }
    const near = { uuid: "A", major: 1, minor: 2, rssi: -50 }
    const listed = unknownBeacons([{ spotName: "Door", unknown: [far] }, { spotName: "Café", unknown: [near] }])
    assert.deepEqual(listed.map(({ name, place }) => [name, place]), [["A 1 2", "Café"], ["A 1 1", "Door"]])
  })
})

describe("a beacon that several gateways hear", () => {
  const beacon = (minor, rssi) => ({ uuid: "A", major: 1, minor, rssi, count: 3 })
  const gateways = [
    { spotName: "Door", unknownCount: 2, unknown: [beacon(1, -80), beacon(2, undefined)] },
    { spotName: "Café", unknownCount: 40, unknown: [beacon(1, -50)] },
  ]
  it("is listed once, where it is strongest", () => assert.deepEqual(
    unknownBeacons(gateways).map(({ name, place }) => [name, place]), [["A 1 1", "Café"], ["A 1 2", "Door"]]))
  it("counts once, beside those that are not listed", () => assert.equal(unknownCount(gateways), 41))
})

describe("the rows of unknown beacons", () => {
  const beacons = strengths => Object.entries(strengths).map(([name, rssi]) => ({ name, rssi })).sort((one, other) => other.rssi - one.rssi)
  const order = (previous, strengths) => steadyOrder(previous, beacons(strengths)).map(({ name }) => name)

  it("begin with the strongest", () => assert.deepEqual(order([], { a: -80, b: -50, c: -60 }), ["b", "c", "a"]))
  it("stay where they are while strengths waver", () => assert.deepEqual(order(["a", "b", "c"], { a: -59, b: -52, c: -51 }), ["a", "b", "c"]))
  it("move up for a badge that is held beside a gateway", () => assert.deepEqual(order(["a", "b", "c"], { a: -59, b: -52, c: -30 }), ["c", "a", "b"]))
  it("take a new badge at its strength", () => assert.deepEqual(order(["a", "b"], { a: -70, b: -80, c: -75 }), ["a", "c", "b"]))
  it("forget what is not heard any more", () => assert.deepEqual(order(["a", "b"], { b: -80 }), ["b"]))
})

describe("gateways that need attention", () => {
  const ids = gateways => byAttention(gateways.map(([id, state, more]) => ({ id, state, ...more }))).map(({ id }) => id)

  it("come first, and the others stay in their order", () => assert.deepEqual(
    ids([["a", "live"], ["b", "unpaired"], ["c", "silent"], ["d", "live"], ["e", "deaf"], ["f", "revoked"]]), ["c", "e", "a", "b", "d", "f"]))
  it("are also those that catch up or whose clock is wrong", () => assert.deepEqual(
    ids([["a", "live", { clockAheadSeconds: 0.2 }], ["b", "live", { clockAheadSeconds: -90 }], ["c", "live", { health: { queued: 9 } }]]), ["b", "c", "a"]))
})
