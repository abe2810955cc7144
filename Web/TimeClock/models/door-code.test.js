import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { DoorCodeMachine } from "./door-code.js"

const answer = (second, code = "a") => ({
  code, now: `2026-11-20T08:00:${String(second).padStart(2, "0")}.000Z`,
  nextAt: "2026-11-20T08:00:30.000Z", expiresAt: "2026-11-20T08:01:00.000Z",
})

describe("the tablet at an entrance", () => {
  it("asks often enough to notice that it was revoked, and at once for the next code", () => {
    const machine = new DoorCodeMachine()
    machine.given(answer(10), 1000)
    assert.equal(machine.wait(1000), 4000)
    machine.given(answer(28), 19_000)
    assert.equal(machine.wait(19_000), 2000)
    machine.given(answer(30), 21_000)
    assert.equal(machine.wait(21_000), 1000)
  })

  it("takes its code away when the server is lost", () => {
    const machine = new DoorCodeMachine()
    assert.equal(machine.isLost(0), false)
    machine.given(answer(10), 1000)
    assert.equal(machine.isLost(11_000), false)
    assert.equal(machine.isLost(11_001), true)
    machine.given(answer(25), 16_000)
    assert.equal(machine.isLost(16_000), false)
  })

  it("shows no code that cannot be scanned, whatever its clock did", () => {
    const machine = new DoorCodeMachine()
    machine.given({ ...answer(10), expiresAt: "2026-11-20T08:00:12.000Z" }, 1000)
    assert.equal(machine.isLost(2999), false)
    assert.equal(machine.isLost(3000), true)
  })

  it("tells the server’s time, and how long the code stays", () => {
    const machine = new DoorCodeMachine()
    assert.equal(machine.time(5), null)
    machine.given(answer(15), 1000)
    assert.equal(machine.time(2000), Date.parse("2026-11-20T08:00:16.000Z"))
    assert.equal(machine.heardAt, Date.parse("2026-11-20T08:00:15.000Z"))
    assert.equal(machine.left(1000), 0.5)
    assert.equal(machine.left(99_000), 0)
  })
})
