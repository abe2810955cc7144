// The memory of the WebAssembly core. Embedded Swift has no allocator: it asks for blocks through two functions of the C
// library, which are here. Freed blocks are reused, from one list for each size. The other functions are those that Swift
// expects of the C library and of the compiler's runtime library, which are not linked.

const SMALLEST_BLOCK = 16 // bytes: the strictest alignment that Swift asks for
const PAGE = 65_536 // bytes: what WebAssembly memory grows by
const NO_MEMORY = 12 // ENOMEM

export class CoreMemory {
  #memory = null
  #end = 0 // the first byte that was never allocated
  #sizes = new Map() // bytes of each block that is in use, by its address
  #free = new Map() // addresses of freed blocks, by their size

  // What the module imports under the name "env".
  get imports() {
    return {
      posix_memalign: (result, alignment, size) => this.#allocate(result, alignment, size),
      free: address => this.#release(address),
      memcmp: (left, right, size) => this.#compare(left, right, size),
      __multi3: (result, ...halves) => this.#multiply(result, ...halves.map(half => BigInt.asUintN(64, half))),
      __stack_chk_fail: () => { throw new WebAssembly.RuntimeError("the core's stack was overwritten") },
    }
  }

  // Takes over the memory of a module that has been instantiated with these imports.
  attach({ memory, __heap_base: heapBase }) {
    this.#memory = memory
    this.#end = roundUp(heapBase.value, SMALLEST_BLOCK)
  }

  #allocate(result, alignment, size) {
    const bytes = blockSize(Math.max(size, alignment))
    const address = this.#free.get(bytes)?.pop() ?? this.#extend(bytes, Math.max(alignment, SMALLEST_BLOCK))
    if (address === null) return NO_MEMORY
    this.#sizes.set(address, bytes)
    new DataView(this.#memory.buffer).setUint32(result, address, true)
    return 0
  }

  #extend(bytes, alignment) {
    const address = roundUp(this.#end, alignment)
    const missing = address + bytes - this.#memory.buffer.byteLength
    try {
      if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE))
    } catch {
      return null // grow throws when the browser gives no more memory
    }
    this.#end = address + bytes
    return address
  }

  #compare(left, right, size) {
    const bytes = new Uint8Array(this.#memory.buffer)
    for (let offset = 0; offset < size; offset += 1) {
      const difference = bytes[left + offset] - bytes[right + offset]
      if (difference !== 0) return difference
    }
    return 0
  }

  // The product of two numbers of 128 bits, modulo 2 to the 128; durations are counted in such numbers.
  #multiply(result, leftLow, leftHigh, rightLow, rightHigh) {
    const product = (leftHigh << 64n | leftLow) * (rightHigh << 64n | rightLow)
    const view = new DataView(this.#memory.buffer)
    view.setBigUint64(result, BigInt.asUintN(64, product), true)
    view.setBigUint64(result + 8, BigInt.asUintN(64, product >> 64n), true)
  }

  #release(address) {
    if (address === 0) return
    const bytes = this.#sizes.get(address)
    this.#sizes.delete(address)
    if (!this.#free.has(bytes)) this.#free.set(bytes, [])
    this.#free.get(bytes).push(address)
  }
}

// Powers of two, so that a few lists are enough.
function blockSize(bytes) {
  let size = SMALLEST_BLOCK
  while (size < bytes) size *= 2
  return size
}

function roundUp(number, step) { return Math.ceil(number / step) * step }
