import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { neededRepair, registeredName, Repair } from "./repair.js"

const subscription = { digest: "d1", key: "k1" }
const known = { pushKey: "k1", channels: [{ id: "c1", kind: "push", digest: "d1" }, { id: "c2", kind: "mail" }] }
const device = more => ({ permission: "granted", subscription, kept: { person: "ada", digest: "d1" }, person: "ada", server: known, ...more })

describe("the repair of a subscription (W79)", () => {
  const cases = [
    ["tells the server that it lives", {}, Repair.confirm],
    ["does nothing before somebody was asked", { permission: "default", subscription: null, kept: null }, Repair.nothing],
    ["does nothing after the permission was taken away", { permission: "denied" }, Repair.nothing],
    ["does nothing where notices are off", { subscription: null, kept: null }, Repair.nothing],
    ["subscribes again when the subscription has vanished", { subscription: null }, Repair.subscribe],
    ["registers what the browser has put in its place", { subscription: { digest: "d2", key: "k1" } }, Repair.register],
    ["registers when the browser has forgotten what it registered", { kept: null, server: { ...known, channels: [] } }, Repair.register],
    ["makes a new one when the server has dropped it", { server: { ...known, channels: [] } }, Repair.renew],
    ["makes a new one for a new key of the server", { server: { ...known, pushKey: "k2" } }, Repair.renew],
    ["keeps what the browser has while the server cannot push", { server: { channels: known.channels } }, Repair.nothing],
    ["subscribes to nothing while the server cannot push", { subscription: null, server: { channels: known.channels } }, Repair.nothing],
    ["trusts a browser that does not tell the key", { subscription: { digest: "d1", key: null } }, Repair.confirm],
    ["ends it for somebody else", { person: "kenji" }, Repair.end],
    ["does nothing for somebody else without one", { person: "kenji", subscription: null }, Repair.nothing],
    ["ends it when the person removed it elsewhere", { server: { ...known, channels: [], removedDigests: ["d1"] } }, Repair.end],
    ["ends also what has vanished and was removed", { subscription: null, server: { ...known, channels: [], removedDigests: ["d1"] } }, Repair.end],
  ]
  for (const [name, more, expected] of cases) it(`W79 ${name}`, () => assert.equal(neededRepair(device(more)), expected))
})

describe("the name of a device that is registered again", () => {
  const proposal = "Firefox · Linux"
  const kept = { person: "ada", digest: "d1" }
  const name = (label, more) => registeredName({ digest: "d1", kept, channels: [{ id: "c1", digest: "d1", label }, { id: "c2", kind: "mail", label: "Mail" }], proposal, ...more })
  const cases = [
    ["W86 stays as the person has chosen it", name("My phone"), "My phone"],
    ["W86 goes over to the subscription that takes the place of the last one", name("My phone", { digest: "d2" }), "My phone"],
    ["is proposed for a device without a name", name(""), proposal],
    ["is proposed for a device that is not on the list", name("My phone", { channels: [] }), proposal],
    ["is not taken from other devices and addresses", name("My phone", { digest: "d3", kept: null }), proposal],
  ]
  for (const [words, found, expected] of cases) it(words, () => assert.equal(found, expected))
})
