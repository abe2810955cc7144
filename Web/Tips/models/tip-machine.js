// The tips of one person, decided by the state machine that the server and every device use, compiled to WebAssembly. Times
// are milliseconds since 1970.

import { CoreMemory } from "../../Shared/models/core-memory.js"
import { fromBase64, TipBytes, valueBytes } from "./tip-bytes.js"

const FREQUENCIES = ["immediate", "hourly", "daily", "weekly", "monthly"]
const SAYINGS = { appeared: 0, measured: 1, disappeared: 2, recalled: 3, ended: 4 }
const REASONS = { actionPerformed: 0, tipClosed: 1 }
const LENGTH = 4 // bytes before a block from the machine
const MOMENT = 8 // bytes before the statuses

export const PENDING = 0
export const AVAILABLE = 1 // everything above has ended

export class TipMachine {
  #calls
  #place

  // module: a compiled WebAssembly.Module. replica: a BigInt, the number of the device and of the tab.
  static async start(module, replica) {
    const memory = new CoreMemory()
    const instance = await WebAssembly.instantiate(module, { env: memory.imports })
    memory.attach(instance.exports)
    return new TipMachine(instance.exports, replica)
  }

  constructor(calls, replica) {
    this.#calls = calls
    this.#place = calls.vicinity_tips_begin(replica)
  }

  // Sets the server's catalogue (GET /api/v1/tips). Throws for an unreadable catalogue and changes nothing. Returns
  // whether there is something to save.
  declare(catalogue, now) {
    const result = this.#give(catalogueBytes(catalogue), (block, size) => this.#calls.vicinity_tips_declare(this.#place, block, size))
    if (result < 0) throw new RangeError("the catalogue of tips cannot be read")
    this.learn(catalogue.facts, now)
    return result === 1
  }

  // Sets the facts that the server has computed: values as Base64, by name.
  learn(facts, now) {
    for (const [name, value] of Object.entries(facts ?? {})) this.#set(name, fromBase64(value), now)
  }

  // Joins a ledger. Throws for invalid bytes and changes nothing.
  merge(ledger, now) {
    const result = this.#give(ledger, (block, size) => this.#calls.vicinity_tips_merge(this.#place, block, size, now))
    if (result < 0) throw new RangeError("the ledger of tips cannot be read")
  }

  get ledger() { return this.#take(this.#calls.vicinity_tips_ledger(this.#place)) }

  // Whether a ledger contains another one, in any byte order. Throws for invalid bytes.
  holds(ledger, part) {
    const other = new TipMachine(this.#calls, 0n)
    try {
      other.merge(ledger, 0)
      const before = other.ledger
      other.merge(part, 0)
      return isSame(before, other.ledger)
    } finally {
      other.end()
    }
  }

  // The part of the ledger that may leave the device; `limit` is the latest time that the server accepts.
  shared(limit = Infinity) { return this.#take(this.#calls.vicinity_tips_shared(this.#place, limit)) }

  // Returns { codes, next }: a number for each tip in the order of the catalogue, and when time alone could change one.
  statuses(now) {
    const bytes = this.#take(this.#calls.vicinity_tips_statuses(this.#place, now))
    return { codes: bytes.subarray(MOMENT), next: new DataView(bytes.buffer).getFloat64(0, true) }
  }

  donate(event, payload, now) {
    this.#give(named(event, valueBytes(payload)), (block, size) => this.#calls.vicinity_tips_donate(this.#place, block, size, now))
  }

  // Returns whether to save it.
  set(parameter, value, now) { return this.#set(parameter, valueBytes(value), now) }

  // Each returns whether there is something to save.
  appeared(tip, surface, now) { return this.#say(SAYINGS.appeared, tip, surface, 0, now) }
  measured(tip, surface, seconds, now) { return this.#say(SAYINGS.measured, tip, surface, seconds, now) }
  disappeared(tip, surface, seconds, now) { return this.#say(SAYINGS.disappeared, tip, surface, seconds, now) }
  recalled(tip, seconds, now) { return this.#say(SAYINGS.recalled, tip, "", seconds, now) }
  invalidate(tip, reason, now) { return this.#say(SAYINGS.ended + REASONS[reason], tip, "", 0, now) }

  // Releases the machine; call nothing afterwards.
  end() { this.#calls.vicinity_tips_end(this.#place) }

  #set(name, bytes, now) {
    return this.#give(named(name, bytes), (block, size) => this.#calls.vicinity_tips_set(this.#place, block, size, now)) === 1
  }

  #say(saying, tip, surface, seconds, now) {
    const bytes = TipBytes.block().text(tip).text(surface).array
    return this.#give(bytes, (block, size) => this.#calls.vicinity_tips_say(this.#place, saying, block, size, seconds, now)) === 1
  }

  #give(bytes, call) {
    const block = this.#calls.vicinity_tips_block(bytes.length)
    try {
      new Uint8Array(this.#calls.memory.buffer, block, bytes.length).set(bytes)
      return call(block, bytes.length)
    } finally {
      this.#calls.vicinity_tips_release(block)
    }
  }

  #take(block) {
    try {
      const size = new DataView(this.#calls.memory.buffer).getUint32(block, true)
      return new Uint8Array(this.#calls.memory.buffer, block + LENGTH, size).slice()
    } finally {
      this.#calls.vicinity_tips_release(block)
    }
  }
}

const isSame = (left, right) => left.length === right.length && left.every((byte, index) => byte === right[index])
const named = (name, value) => TipBytes.block().text(name).bytes(value).array
const texts = (bytes, list) => bytes.list(list ?? [], (bytes, text) => bytes.text(text))

// The form that TipPageCore reads. A fact, which the server computes, starts empty with each page and is never stored.
function catalogueBytes({ displayFrequency, parameters, events, tips, facts = {} }) {
  const code = FREQUENCIES.indexOf(displayFrequency)
  if (code < 0) throw new RangeError(`“${displayFrequency}” is no display frequency`)
  const bytes = TipBytes.block().byte(code)
  bytes.list(parameters, (bytes, { name, initial, transient, fromWorkplace, formerly }) =>
    texts(bytes.text(name).byte(transient || fromWorkplace || name in facts ? 1 : 0).bytes(fromBase64(initial)), formerly))
  bytes.list(events, (bytes, { name, staysOnDevice, maximumCount, maximumAge, formerly }) =>
    texts(bytes.text(name).byte(staysOnDevice ? 1 : 0).number(maximumCount).optional(maximumAge), formerly))
  bytes.list(tips, (bytes, tip) => {
    bytes.text(tip.id).byte(tip.ignoresDisplayFrequency ? 1 : 0).optional(tip.maximumDisplayCount).optional(tip.maximumDisplayMicroseconds)
    bytes.list(tip.rules ?? [], (bytes, rule) => bytes.bytes(fromBase64(rule)))
    texts(texts(bytes, tip.formerly), tip.endsOn)
  })
  return bytes.array
}
