import assert from "node:assert/strict"
import { test } from "node:test"

import { heardWearable, newWearable, sameWearable } from "./wearable.js"

const UUID = "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36"
const beacon = values => newWearable("beacon", { label: "", uuid: UUID, major: "1", minor: "7", ...values })

test("A beacon has its numbers, however they were typed", () => {
  const body = { kind: "beacon", label: "Blue badge", uuid: UUID, major: 1, minor: 7 }
  assert.deepEqual(beacon({ label: " Blue badge " }), { body })
  assert.deepEqual(beacon({ label: "Blue badge", uuid: ` ${UUID.toLowerCase().replaceAll("-", "")} `, major: " 01 " }), { body })
  assert.equal(beacon({}).body.label, null)
})

test("A number that no beacon can send is wrong, and the field is named", () => {
  assert.deepEqual(beacon({ uuid: UUID.slice(1) }), { wrong: "uuid" })
  assert.deepEqual(beacon({ uuid: UUID.replace("B", "G") }), { wrong: "uuid" })
  for (const major of ["", "65536", "-1", "1.5", "x"]) assert.deepEqual(beacon({ major }), { wrong: "major" })
  assert.deepEqual(beacon({ minor: "99999" }), { wrong: "minor" })
  assert.equal(beacon({ minor: "65535" }).body.minor, 65_535)
})

test("Keys and Eddystone identities are 32 hexadecimal digits, with or without separators", () => {
  const hexadecimal = "00112233445566778899aabbccddeeff"
  const separated = "00:11:22:33:44:55:66:77-88 99 AA BB CC DD EE FF"
  assert.deepEqual(newWearable("phone", { label: "", key: separated }), { body: { kind: "phone", label: null, key: hexadecimal } })
  assert.deepEqual(newWearable("phone", { label: "", key: hexadecimal + "0" }), { wrong: "key" })
  assert.deepEqual(newWearable("eddystone", { label: "", eddystone: separated }).body.eddystone, hexadecimal)
  assert.deepEqual(newWearable("eddystone", { label: "", eddystone: "" }), { wrong: "eddystone" })
})

test("A badge that changes its identity has a key, how often it changes, and its counter", () => {
  const key = "00112233445566778899aabbccddeeff"
  const ephemeral = values => newWearable("ephemeral", { label: "", key, rotationExponent: "10", counter: "4294967295", ...values })
  assert.deepEqual(ephemeral({}), { body: { kind: "ephemeral", label: null, key, rotationExponent: 10, counter: 4_294_967_295 } })
  assert.deepEqual(ephemeral({ key: key.slice(1) }), { wrong: "key" })
  for (const rotationExponent of ["", "16", "-1", "1.5"]) assert.deepEqual(ephemeral({ rotationExponent }), { wrong: "rotationExponent" })
  for (const counter of ["", "4294967296", "12345678901"]) assert.deepEqual(ephemeral({ counter }), { wrong: "counter" })
})

test("What was taken away can be assigned once more, except a key", () => {
  const { body } = beacon({ label: "Blue" })
  assert.deepEqual(sameWearable({ kind: "beacon", label: "Blue", shown: `${UUID} 1 7` }), body)
  const eddystone = "00112233445566778899aabbccddeeff"
  assert.deepEqual(sameWearable({ kind: "eddystone", label: "", shown: eddystone }), { kind: "eddystone", label: "", eddystone })
  for (const kind of ["phone", "ephemeral"]) assert.equal(sameWearable({ kind, label: "", shown: "0011aabb" }), null)
})

test("A badge that is heard is assigned by what it sends, without what the gateway says of it", () => {
  assert.deepEqual(heardWearable({ uuid: UUID, major: 1, minor: 7, rssi: -40, count: 3, name: "x" }), { kind: "beacon", uuid: UUID, major: 1, minor: 7 })
  assert.deepEqual(heardWearable({ eddystone: "00", rssi: -40 }), { kind: "eddystone", eddystone: "00" })
})
