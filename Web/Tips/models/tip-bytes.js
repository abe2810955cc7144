// The bytes between the page and the machine of tips: numbers, texts and values one after the other, in the form of the rules
// (TipRules: RuleBytes).

const FORM = 1
const KIND = { null: 0, false: 1, true: 2, integer: 3, number: 4, text: 5, record: 8 }

export class TipBytes {
  #bytes = []

  // Every block from the page begins with the format number; a part of a block does not.
  static block() { return new TipBytes().byte(FORM) }

  byte(byte) {
    this.#bytes.push(byte)
    return this
  }

  // A non-negative whole number: seven bits in each byte, the lowest first.
  number(number) {
    let rest = BigInt(number)
    for (; rest >= 0x80n; rest >>= 7n) this.#bytes.push(Number(rest & 0x7Fn) | 0x80)
    return this.byte(Number(rest))
  }

  // An optional number: zero for none; every number is written plus one.
  optional(number) { return this.number(number === null || number === undefined ? 0 : BigInt(number) + 1n) }

  bytes(bytes) {
    this.number(bytes.length)
    for (const byte of bytes) this.#bytes.push(byte)
    return this
  }

  text(text) { return this.bytes(new TextEncoder().encode(text)) }

  list(elements, write) {
    this.number(elements.length)
    for (const element of elements) write(this, element)
    return this
  }

  // Null, a Boolean, a number, a text, or an object of these.
  value(value) {
    if (value === null || value === undefined) return this.byte(KIND.null)
    switch (typeof value) {
      case "boolean": return this.byte(KIND[value])
      case "string": return this.byte(KIND.text).text(value)
      case "number": return Number.isSafeInteger(value) ? this.#integer(BigInt(value)) : this.#fraction(value)
      default: return this.byte(KIND.record).list(Object.entries(value), (bytes, [name, member]) => bytes.text(name).value(member))
    }
  }

  get array() { return Uint8Array.from(this.#bytes) }

  #integer(integer) { return this.byte(KIND.integer).number(integer >= 0n ? integer << 1n : (-integer << 1n) - 1n) }

  #fraction(number) {
    this.byte(KIND.number)
    const view = new DataView(new ArrayBuffer(8))
    view.setFloat64(0, number, true)
    for (let place = 0; place < 8; place += 1) this.byte(view.getUint8(place))
    return this
  }
}

// Returns a ledger with the number of erasures of `other`, if that number is higher; otherwise returns it unchanged.
// Both begin with the format number, the writers, eight bytes each, and twice the number of erasures.
export function erasedLike(ledger, other) {
  const [own, theirs] = [erasures(ledger), erasures(other)]
  if (own.count >= theirs.count) return ledger
  return Uint8Array.from([...ledger.subarray(0, own.start), ...other.subarray(theirs.start, theirs.end), ...ledger.subarray(own.end)])
}

function erasures(ledger) {
  const writers = numberAt(ledger, 1)
  const start = writers.end + 8 * Number(writers.number)
  const { number, end } = numberAt(ledger, start)
  return { count: number, start, end }
}

function numberAt(bytes, start) {
  let [number, end] = [0n, start]
  do number |= BigInt(bytes[end] & 0x7F) << BigInt(7 * (end - start))
  while (bytes[end++] >= 0x80)
  return { number, end }
}

// A single value, as parameters and payloads are passed.
export const valueBytes = value => TipBytes.block().value(value).array

const CHUNK = 8192 // bytes to convert at a time

export function toBase64(bytes) {
  let letters = ""
  for (let start = 0; start < bytes.length; start += CHUNK) letters += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  return btoa(letters)
}

// Throws for invalid Base64.
export const fromBase64 = text => Uint8Array.from(atob(text), letter => letter.codePointAt(0))
