import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { fromBase64, toBase64, TipBytes } from "./tip-bytes.js"
import { atLeast, catalogueOf, isTrue, made, startMachine } from "./tip-fakes.test-support.js"
import { AVAILABLE, PENDING } from "./tip-machine.js"

const HOUR = 3_600_000
const CLOSED = 3 // the status of a tip that was closed

describe("TipBytes", () => {
  it("writes numbers in as many bytes as they need", () => {
    assert.deepEqual([...new TipBytes().number(0).number(127).number(128).number(300).array], [0, 127, 128, 1, 172, 2])
    assert.deepEqual([...new TipBytes().optional(null).optional(0).array], [0, 1])
  })

  it("writes values in the form of rules", () => {
    assert.deepEqual([...new TipBytes().value(null).value(true).value(-1).value("é").array], [0, 2, 3, 1, 5, 2, 0xC3, 0xA9])
    assert.deepEqual([...new TipBytes().value({ a: 1 }).array], [8, 1, 1, 97, 3, 2])
    assert.equal(new TipBytes().value(0.5).array.length, 9)
  })

  it("comes back from Base64 as it was", () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index * 7)
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes)
  })
})

describe("TipMachine", () => {
  let machine, now

  beforeEach(async () => {
    machine = await startMachine(0x100n)
    now = 1_800_000_000_000
  })

  const statuses = () => [...machine.statuses(now).codes]

  it("decides by donations and parameters (TA1)", () => {
    machine.declare(catalogueOf([{ id: "a", rules: [atLeast(2, "used")] }, { id: "b", rules: [isTrue("isKnown")] }, { id: "c" }]), now)
    assert.deepEqual(statuses(), [PENDING, PENDING, AVAILABLE])
    machine.donate("used", { place: "menu" }, now)
    machine.donate("used", null, now)
    assert.equal(machine.set("isKnown", true, now), false, "a transient parameter is not kept")
    assert.deepEqual(statuses(), [AVAILABLE, AVAILABLE, AVAILABLE])
  })

  it("takes facts of the server, which are never stored", () => {
    const parameters = [{ name: "orders", initial: made(0), transient: false, formerly: [] }]
    machine.declare(catalogueOf([{ id: "a", rules: [isTrue("orders")] }], { parameters, facts: { orders: made(true) } }), now)
    assert.deepEqual(statuses(), [AVAILABLE])
    assert.equal(new TextDecoder().decode(machine.ledger).includes("orders"), false)
  })

  it("holds other new tips back for the display frequency, and says until when (T69)", () => {
    machine.declare(catalogueOf([{ id: "a" }, { id: "b" }], { displayFrequency: "hourly" }), now)
    assert.equal(machine.appeared("a", "inline:a", now), true)
    assert.deepEqual(statuses(), [AVAILABLE, PENDING])
    assert.equal(machine.statuses(now).next, now + HOUR)
    now += HOUR
    assert.deepEqual(statuses(), [AVAILABLE, AVAILABLE])
  })

  it("ends a tip with its last appearance, and a closed one for good (TD3, T31)", () => {
    machine.declare(catalogueOf([{ id: "a", maximumDisplayCount: 1 }, { id: "b" }]), now)
    assert.equal(machine.appeared("a", "inline:a", now), true)
    assert.equal(machine.appeared("a", "inline:a", now), false, "a redraw is the same appearance")
    assert.deepEqual(statuses(), [AVAILABLE, AVAILABLE])
    machine.disappeared("a", "inline:a", 5, now)
    assert.equal(machine.invalidate("b", "tipClosed", now), true)
    assert.deepEqual(statuses(), [4, CLOSED])
  })

  it("ends a tip by the time that it was in sight, not by the clock (T76, T77)", () => {
    machine.declare(catalogueOf([{ id: "a", maximumDisplayMicroseconds: 30_000_000 }]), now)
    machine.appeared("a", "inline:a", now)
    now += 10 * HOUR
    assert.deepEqual(statuses(), [AVAILABLE], "it was out of sight for hours")
    assert.equal(machine.measured("a", "inline:a", 59, now), false)
    assert.equal(machine.measured("a", "inline:a", 60, now), true)
    assert.deepEqual(statuses(), [5])
  })

  it("adds up appearances that are always shorter than the limit (T76, TD3)", () => {
    machine.declare(catalogueOf([{ id: "a", maximumDisplayMicroseconds: 60_000_000 }]), now)
    const seen = [59, 59].map(seconds => {
      machine.appeared("a", "inline:a", now)
      machine.disappeared("a", "inline:a", seconds, now)
      now += HOUR
      return statuses()[0]
    })
    assert.deepEqual(seen, [AVAILABLE, 5])
    assert.equal(machine.appeared("a", "inline:a", now), false)
  })

  it("keeps events that stay on the device out of what is sent (TA10)", () => {
    machine.declare(catalogueOf([{ id: "a", rules: [atLeast(1, "near")] }]), now)
    machine.donate("near", { area: "secret-place" }, now)
    machine.donate("used", { area: "open-place" }, now)
    machine.donate("unknown", { area: "odd-place" }, now)
    const [kept, sent] = [machine.ledger, machine.shared()].map(bytes => new TextDecoder().decode(bytes))
    for (const place of ["secret-place", "open-place", "odd-place"]) assert.ok(kept.includes(place))
    assert.ok(sent.includes("open-place"))
    assert.ok(!sent.includes("secret-place") && !sent.includes("odd-place") && !sent.includes("near"))
  })

  it("leaves out events that are in the server's future", () => {
    machine.declare(catalogueOf([{ id: "a" }]), now)
    machine.donate("used", "now", now)
    machine.donate("used", "later", now + 48 * HOUR)
    assert.ok(!new TextDecoder().decode(machine.shared(now + 24 * HOUR)).includes("later"))
    assert.ok(new TextDecoder().decode(machine.shared(now + 24 * HOUR)).includes("now"))
  })

  it("joins ledgers in any order, and refuses invalid ones (TD1)", async () => {
    const other = await startMachine(0x200n)
    for (const [one, payload] of [[machine, "left"], [other, "right"]]) {
      one.declare(catalogueOf([{ id: "a", rules: [atLeast(2, "used")] }]), now)
      one.donate("used", payload, now)
    }
    const [left, right] = [machine.ledger, other.ledger]
    machine.merge(right, now)
    machine.merge(right, now)
    other.merge(left, now)
    assert.deepEqual(statuses(), [AVAILABLE])
    assert.deepEqual([...other.statuses(now).codes], [AVAILABLE])
    const before = machine.ledger
    for (const bytes of [[], [1], [9, 9, 9], [...right, 0]]) assert.throws(() => machine.merge(Uint8Array.from(bytes), now), RangeError)
    assert.deepEqual(machine.ledger, before)
  })

  it("ignores an unreadable catalogue", () => {
    machine.declare(catalogueOf([{ id: "a" }]), now)
    assert.throws(() => machine.declare(catalogueOf([{ id: "b", rules: [toBase64(Uint8Array.of(1, 99))] }]), now), RangeError)
    assert.throws(() => machine.declare(catalogueOf([], { displayFrequency: "yearly" }), now), RangeError)
    assert.deepEqual(statuses(), [AVAILABLE])
    machine.declare(catalogueOf([{ id: "c" }, { id: "a" }]), now)
    assert.deepEqual(statuses(), [AVAILABLE, AVAILABLE])
  })

  it("ends a tip whose feature is used (T85)", () => {
    machine.declare(catalogueOf([{ id: "a", endsOn: ["used"] }]), now)
    machine.donate("used", null, now)
    assert.deepEqual(statuses(), [2])
  })
})
