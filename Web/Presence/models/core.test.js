import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { CoreMemory } from "../../Shared/models/core-memory.js"
import { core } from "./core.test-support.js"

const RESULT = 0 // where the address of a new block is written

function makeMemory() {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const allocator = new CoreMemory()
  allocator.attach({ memory, __heap_base: { value: 1001 } })
  const { posix_memalign: allocate, free } = allocator.imports
  const take = (size, alignment = 4) => {
    assert.equal(allocate(RESULT, alignment, size), 0)
    return new DataView(memory.buffer).getUint32(RESULT, true)
  }
  return { memory, take, free, imports: allocator.imports }
}

describe("memory of the core", () => {
  it("gives aligned blocks behind the module's own data that do not overlap", () => {
    const { take } = makeMemory()
    const blocks = [take(1), take(24), take(100, 64), take(16)]
    assert.ok(blocks.every(address => address >= 1001 && address % 16 === 0))
    assert.equal(blocks[2] % 64, 0)
    const ends = [1, 24, 100, 16].map((size, index) => blocks[index] + size)
    assert.ok(blocks.slice(1).every((address, index) => address >= ends[index]))
  })

  it("reuses a freed block", () => {
    const { take, free } = makeMemory()
    const block = take(40)
    free(block)
    assert.equal(take(64), block)
    assert.notEqual(take(64), block)
  })

  it("takes more pages when it needs them", () => {
    const { memory, take } = makeMemory()
    const block = take(200_000)
    assert.ok(memory.buffer.byteLength >= block + 200_000)
  })

  it("reports a lack of memory instead of failing", () => {
    const allocator = new CoreMemory()
    allocator.attach({ memory: new WebAssembly.Memory({ initial: 1, maximum: 1 }), __heap_base: { value: 0 } })
    assert.equal(allocator.imports.posix_memalign(RESULT, 4, 100_000), 12)
  })

  const products = [
    ["small numbers", 3n, 5n],
    ["a carry into the upper half", 2n ** 64n - 1n, 2n ** 64n - 1n],
    ["more than 128 bits", 2n ** 127n + 1n, 3n],
  ]
  for (const [name, left, right] of products) {
    it(`multiplies ${name} modulo 2 to the 128`, () => {
      const { memory, imports } = makeMemory()
      const halves = [left, left >> 64n, right, right >> 64n].map(half => BigInt.asIntN(64, half))
      imports.__multi3(16, ...halves)
      const view = new DataView(memory.buffer)
      const product = view.getBigUint64(24, true) << 64n | view.getBigUint64(16, true)
      assert.equal(product, BigInt.asUintN(128, left * right))
    })
  }

  it("compares bytes as the C library does", () => {
    const { memory, imports } = makeMemory()
    new Uint8Array(memory.buffer).set([1, 2, 3, 1, 2, 4, 255])
    assert.equal(imports.memcmp(0, 3, 2), 0)
    assert.ok(imports.memcmp(0, 3, 3) < 0)
    assert.ok(imports.memcmp(6, 0, 1) > 0)
  })
})

describe("core", () => {
  it("answers a thousand questions about many places in the same memory", () => {
    const places = Array.from({ length: 500 }, (_, index) => ({ latitude: 0, longitude: index / 10, isOpen: true }))
    for (let round = 0; round < 1000; round += 1) {
      const { latitude, longitude } = places[round % places.length]
      const answer = core.nearestPlace({ latitude, longitude, accuracy: 5 }, places, -1)
      assert.deepEqual(answer, { outcome: "choose", isRough: false, places: [{ index: round % places.length, distance: 0 }] })
    }
  })

  it("decides nothing from invalid coordinates", () => {
    const place = { latitude: 0, longitude: 0, isOpen: true }
    for (const bad of [{ latitude: 91 }, { longitude: -181 }, { latitude: NaN }, { accuracy: Infinity }]) {
      const position = { latitude: 0, longitude: 0, accuracy: 5, ...bad }
      assert.equal(core.nearestPlace(position, [place], -1).outcome, "imprecise")
    }
  })
})
