import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { neededRepair, Repair } from "./repair.js"

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
    ["trusts a browser that does not tell the key", { subscription: { digest: "d1", key: null } }, Repair.confirm],
    ["ends it for somebody else", { person: "kenji" }, Repair.end],
    ["does nothing for somebody else without one", { person: "kenji", subscription: null }, Repair.nothing],
    ["ends it when the person removed it elsewhere", { server: { ...known, channels: [], removedDigests: ["d1"] } }, Repair.end],
    ["ends also what has vanished and was removed", { subscription: null, server: { ...known, channels: [], removedDigests: ["d1"] } }, Repair.end],
  ]
  for (const [name, more, expected] of cases) it(name, () => assert.equal(neededRepair(device(more)), expected))
})
