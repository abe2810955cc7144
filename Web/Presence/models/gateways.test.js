import assert from "node:assert/strict"
import { describe, it } from "node:test"

import { beaconName, clockState, isCatchingUp, unknownBeacons } from "./gateways.js"

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
