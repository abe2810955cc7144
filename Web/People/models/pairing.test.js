import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { PairingMachine, Stage } from "./pairing.js"

const ANSWER = {
  device_code: "secret", user_code: "BCDF-GHJK", verification_uri: "http://vicinity/pair",
  verification_uri_complete: "http://vicinity/pair#BCDF-GHJK", expires_in: 600, interval: 5,
}
const wait = milliseconds => ({ kind: "wait", milliseconds })
const poll = { kind: "poll", deviceCode: "secret" }

function waiting(answer = ANSWER) {
  const machine = new PairingMachine(0)
  machine.codeGiven(answer, 0)
  return machine
}

describe("pairing of a screen", () => {
  it("asks for a code first", () => assert.deepEqual(new PairingMachine(0).work(0), { kind: "ask" }))

  it("polls after the interval, and not before", () => {
    const machine = waiting()
    assert.deepEqual(machine.work(4999), wait(1))
    assert.deepEqual(machine.work(5000), poll)
  })

  it("polls every five seconds when the server names no interval", () => {
    assert.deepEqual(waiting({ ...ANSWER, interval: undefined }).work(0), wait(5000))
  })

  it("shows the code, the address and the time that is left", () => {
    const machine = waiting()
    const { userCode, address, completeAddress } = machine.code
    assert.deepEqual([userCode, address, completeAddress], ["BCDF-GHJK", "http://vicinity/pair", "http://vicinity/pair#BCDF-GHJK"])
    assert.deepEqual([0, 300_000, 600_000, 700_000].map(now => machine.timeLeft(now)), [1, 0.5, 0, 0])
  })

  it("goes on polling while nobody has decided", () => {
    const machine = waiting()
    machine.refused("authorization_pending", 5000)
    assert.deepEqual(machine.work(5000), wait(5000))
    assert.equal(machine.stage, Stage.waiting)
  })

  it("polls five seconds more slowly after each slow_down", () => {
    const machine = waiting()
    machine.refused("slow_down", 5000)
    assert.deepEqual(machine.work(5000), wait(10_000))
    machine.refused("slow_down", 15_000)
    assert.deepEqual(machine.work(15_000), wait(15_000))
    machine.refused("authorization_pending", 30_000)
    assert.deepEqual(machine.work(30_000), wait(15_000))
  })

  it("asks for another code at once when this one has expired", () => {
    const machine = waiting()
    machine.refused("expired_token", 600_000)
    assert.deepEqual(machine.work(600_000), { kind: "ask" })
    assert.equal(machine.code, null)
  })

  it("says that it was refused, and asks for another code when somebody wants one", () => {
    const machine = waiting()
    machine.refused("access_denied", 5000)
    assert.equal(machine.stage, Stage.refused)
    machine.renew(6000)
    assert.deepEqual(machine.work(6000), { kind: "ask" })
  })

  it("asks for another code by itself a minute after it was refused", () => {
    const machine = waiting()
    machine.refused("access_denied", 5000)
    assert.deepEqual(machine.work(5000), wait(60_000))
    assert.deepEqual(machine.work(65_000), { kind: "ask" })
  })

  it("asks for another code after an error that it does not know", () => {
    const machine = waiting()
    machine.refused("invalid_client", 5000)
    assert.deepEqual(machine.work(10_000), { kind: "ask" })
  })

  it("exchanges its token at once, then is done", () => {
    const machine = waiting()
    machine.tokenGiven("token", 5000)
    assert.deepEqual(machine.work(5000), { kind: "enter", token: "token" })
    machine.entered()
    assert.deepEqual(machine.work(5000), { kind: "nothing" })
  })

  it("keeps its token while the exchange gets no answer", () => {
    const machine = waiting()
    machine.tokenGiven("token", 5000)
    machine.failed(5000)
    assert.deepEqual(machine.work(6000), { kind: "enter", token: "token" })
  })

  it("starts again when its token is refused", () => {
    const machine = waiting()
    machine.tokenGiven("token", 5000)
    machine.tokenRefused(5000)
    assert.deepEqual(machine.work(10_000), { kind: "ask" })
  })
})

describe("pairing without an answer", () => {
  it("asks for a code ever more slowly, at most every 20 seconds", () => {
    const machine = new PairingMachine(0)
    const waits = []
    for (let tries = 0; tries < 7; tries++) {
      machine.failed(0)
      waits.push(machine.work(0).milliseconds)
    }
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 20_000, 20_000])
  })

  it("waits as long as the server asks", () => {
    const machine = new PairingMachine(0)
    machine.failed(0, { retryAfter: 42, isUnreachable: false })
    assert.deepEqual(machine.work(0), wait(42_000))
    assert.equal(machine.isUnreachable, false)
  })

  it("polls no faster than the interval, and keeps the code", () => {
    const machine = waiting()
    machine.failed(5000)
    assert.deepEqual(machine.work(5000), wait(5000))
    assert.equal(machine.isUnreachable, true)
    assert.equal(machine.code.userCode, "BCDF-GHJK")
  })

  it("is quick again after an answer", () => {
    const machine = waiting()
    for (let tries = 0; tries < 9; tries++) machine.failed(5000)
    machine.refused("authorization_pending", 30_000)
    assert.equal(machine.isUnreachable, false)
    assert.deepEqual(machine.work(30_000), wait(5000))
  })
})
