// Stand-ins for tests of tips: the machine as `scripts/wasm` built it, a browser's storage, and a server that joins ledgers
// with the same machine.

import { readFile } from "node:fs/promises"
import { fromBase64, toBase64, TipBytes, valueBytes } from "./tip-bytes.js"
import { TipMachine } from "./tip-machine.js"

const file = new URL("../../core/tips.wasm", import.meta.url)
const module = await WebAssembly.compile(await readFile(file))

export const startMachine = replica => TipMachine.start(module, replica)

// Keeps keys in the order of insertion, like browsers; `full` makes every write fail.
export class FakeStorage {
  isFull = false
  #items = new Map()

  get length() { return this.#items.size }
  key(index) { return [...this.#items.keys()][index] ?? null }
  getItem(key) { return this.#items.get(key) ?? null }
  removeItem(key) { this.#items.delete(key) }

  setItem(key, value) {
    if (this.isFull) throw new RangeError("full")
    this.#items.set(key, String(value))
  }
}

// Rules of the catalogues below: an event has at least a number of donations.
const COUNT = 6
const ALL = 0
const COMPARISON = 11
const NOT_LESS = 5
const CONSTANT = 0

export function atLeast(count, event) {
  const bytes = TipBytes.block().byte(COMPARISON).byte(NOT_LESS).byte(COUNT).byte(ALL).text(event).byte(CONSTANT).value(count)
  return toBase64(bytes.array)
}

const PARAMETER = 1
export const isTrue = parameter => toBase64(TipBytes.block().byte(PARAMETER).text(parameter).array)

export const made = value => toBase64(valueBytes(value))

// A catalogue as GET /api/v1/tips gives it.
export function catalogueOf(tips, more = {}) {
  return {
    edition: "1", displayFrequency: "immediate",
    parameters: [{ name: "isKnown", initial: made(false), transient: true, formerly: [] }],
    events: [
      { name: "used", maximumCount: 20, staysOnDevice: false, formerly: [] },
      { name: "near", maximumCount: 20, staysOnDevice: true, formerly: [] },
      { name: "tip.acted", maximumCount: 200, staysOnDevice: false, formerly: [] },
      { name: "tip.dismissed", maximumCount: 200, staysOnDevice: false, formerly: [] },
    ],
    groups: [],
    tips: tips.map(tip => ({ title: tip.id, language: "en", rules: [], actions: [], ...tip })),
    facts: {},
    ...more,
  }
}

// POST /api/v1/tips/ledger for one person: joins the changes, and returns the whole ledger to a device that lacks a
// part.
export class FakeServer {
  requests = [] // the bodies that were sent
  isReachable = true
  refusal = null // { status, code, body }
  #machine
  #cursor = 0

  static async start() {
    const server = new FakeServer()
    await server.clear()
    return server
  }

  // As after the loss of its database.
  async clear() {
    this.#machine = await startMachine(0n)
    this.#machine.declare(catalogueOf([]), 0)
    this.#cursor += 1000
    this.#isEmpty = true
  }
  #isEmpty = true

  get ledger() { return this.#machine.ledger }

  // Replaces the ledger with an empty ledger of a later epoch.
  erase(epoch) {
    this.#machine.merge(TipBytes.block().number(0).number(epoch * 2).number(0).number(0).number(0).array, 0)
    this.#cursor += 1
    this.#isEmpty = false
  }

  post(body, now) {
    if (!this.isReachable) throw new Error("unreachable")
    this.requests.push(body)
    if (this.refusal) throw Object.assign(new Error(this.refusal.code), this.refusal)
    const had = body.cursor === this.#cursor || (body.cursor === 0 && this.#isEmpty)
    const before = toBase64(this.#machine.ledger)
    if (body.changes !== null) this.#machine.merge(fromBase64(body.changes), now)
    const after = toBase64(this.#machine.ledger)
    if (after !== before) {
      this.#cursor += 1
      this.#isEmpty = false
    }
    return { cursor: this.#cursor, changes: had ? null : after }
  }
}
