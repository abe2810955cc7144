import assert from "node:assert/strict"
import { deflateRawSync } from "node:zlib"
import { describe, it } from "node:test"
import { unzip, zip } from "./zip.js"

const FILES = [{ name: "manifest.json", text: "{}" }, { name: "größe.txt", text: "日本 ".repeat(50) }]

// The archive with its first file deflated, as other programs write it.
function deflated(name, content) {
  const stored = zip([{ name, text: "" }])
  const packed = deflateRawSync(content)
  const at = 30 + name.length
  const made = new Uint8Array([...stored.subarray(0, at), ...packed, ...stored.subarray(at)])
  const view = new DataView(made.buffer)
  view.setUint16(at + packed.length + 10, 8, true)
  view.setUint32(at + packed.length + 20, packed.length, true)
  view.setUint32(made.length - 6, at + packed.length, true)
  return made
}

describe("an archive", () => {
  it("gives back what went in", async () => {
    assert.deepEqual([...await unzip(zip(FILES), 10_000)], FILES.map(({ name, text }) => [name, text]))
  })

  it("is read when another program has deflated it", async () => {
    assert.deepEqual([...await unzip(deflated("a.json", "[1, 2]"), 100)], [["a.json", "[1, 2]"]])
  })

  it("that unpacks to more than it may is refused before it fills the memory", async () => {
    await assert.rejects(unzip(deflated("bomb", Buffer.alloc(30_000_000)), 1_000_000), RangeError)
    await assert.rejects(unzip(zip(FILES), 10), RangeError)
  })

  it("that is none, or is cut off, is refused", async () => {
    const whole = zip(FILES)
    for (const bytes of [new Uint8Array(), new TextEncoder().encode("{}"), whole.subarray(0, 40), whole.subarray(20)]) await assert.rejects(unzip(bytes, 10_000), SyntaxError)
  })
})
