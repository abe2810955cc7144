// Stores one person's tips in the browser. Each tab is a process of this device: it writes its own record and reads those of
// all tabs. The machine joins records in any order, any number of times.
//
//   vicinity-tips-device                 { number: 16 hexadecimal digits }
//   vicinity-tips/<owner>/<process>      { ledger: Base64, isUnsent, cursor, running: [[tip, seconds]], private: [event] }
//   vicinity-near/<owner>                visits of places, as models/near-places.js tells them
//   vicinity-tips-aside/<owner>/<process>  what could not be read, as it was
//   vicinity-tips-waiting/<owner>        donations from before there was a machine: [[event, payload, time]]
//   vicinity-tips-catalogue/<owner>      the last catalogue that the server gave: { tag, body }
//
// The last record that a tab could write is used. A browser without storage is not an error.

import { fromBase64, toBase64 } from "./tip-bytes.js"

const DEVICE = "vicinity-tips-device"
const RECORDS = "vicinity-tips/"
const ASIDE = "vicinity-tips-aside/"
const WAITING = "vicinity-tips-waiting/"
const CATALOGUE = "vicinity-tips-catalogue/"
const NEAR = "vicinity-near/"
const MOST_WAITING = 200
const PROCESS_DIGITS = 2

export class TipStorage {
  #storage
  #owner
  #process
  #report

  // owner: "person/ada" or "device/kitchen-main". process: this tab's number among those that share the browser, 0 to 255.
  // report: called once with a sentence when something is unreadable.
  constructor(storage, owner, process, report = () => {}) {
    this.#storage = storage
    this.#owner = owner
    this.#process = process
    this.#report = report
  }

  // The device's number: 56 random bits, with room for the process. random: fills bytes.
  static device(storage, random) {
    const known = read(storage, DEVICE)?.number
    if (typeof known === "string" && /^[0-9a-f]{14}00$/.test(known)) return known
    const number = Array.from(random(new Uint8Array(7)), byte => byte.toString(16).padStart(2, "0")).join("") + "00"
    write(storage, DEVICE, { number })
    return number
  }

  get key() { return `${RECORDS}${this.#owner}/${this.#process}` }

  // The number of the process that wrote under a key, or null when the key is not one of this owner's records.
  processOf(key) {
    const start = `${RECORDS}${this.#owner}/`
    return key?.startsWith(start) && /^\d{1,3}$/.test(key.slice(start.length)) ? Number(key.slice(start.length)) : null
  }

  // Reads every process's record: [{ process, isOwn, ledger, isUnsent, cursor, running, privateEvents }], this one's first. An
  // unreadable own record is set aside and reported; another's is ignored, because its tab may be newer.
  all(isLedger) {
    const records = this.#keys(RECORDS).map(key => ({ process: this.processOf(key), key })).filter(({ process }) => process !== null)
    records.sort((left, right) => (right.process === this.#process) - (left.process === this.#process) || left.process - right.process)
    return records.map(({ process }) => this.one(process, isLedger, process === this.#process)).filter(record => record !== null)
  }

  // mayTake: whether no other tab reads it, so that it may be set aside.
  one(process, isLedger, mayTake = false) { return this.#record(`${RECORDS}${this.#owner}/${process}`, process, isLedger, mayTake) }

  // Returns whether the browser has stored it.
  save({ ledger, isUnsent, cursor, running, privateEvents }) {
    return write(this.#storage, this.key, { ledger: toBase64(ledger), isUnsent, cursor, running, private: privateEvents })
  }

  // Removes the record of a closed tab, which is now part of this tab's record.
  drop(process) {
    if (process !== this.#process) remove(this.#storage, `${RECORDS}${this.#owner}/${process}`)
  }

  // Removes this process's own record.
  leave() { remove(this.#storage, this.key) }

  get catalogue() { return read(this.#storage, CATALOGUE + this.#owner) }
  set catalogue(catalogue) { write(this.#storage, CATALOGUE + this.#owner, catalogue) }

  // Donations wait for the machine; the oldest are dropped.
  wait(event, payload, time) {
    const waiting = [...this.#waiting, [event, payload, time]].slice(-MOST_WAITING)
    write(this.#storage, WAITING + this.#owner, waiting)
  }

  // Returns and forgets the waiting donations.
  takeWaiting() {
    const waiting = this.#waiting
    remove(this.#storage, WAITING + this.#owner)
    return waiting
  }

  // The key under which visits of places are stored.
  get nearName() { return NEAR + this.#owner }

  // Forgets the person on this device, including what was set aside; with the last person also the device's number.
  forget() {
    for (const start of [RECORDS, ASIDE]) for (const key of this.#keys(`${start}${this.#owner}/`)) remove(this.#storage, key)
    remove(this.#storage, CATALOGUE + this.#owner)
    remove(this.#storage, WAITING + this.#owner)
    remove(this.#storage, this.nearName)
    if (this.#keys(RECORDS).length === 0) remove(this.#storage, DEVICE)
  }

  get #waiting() {
    const waiting = read(this.#storage, WAITING + this.#owner)
    const isDonation = entry => Array.isArray(entry) && typeof entry[0] === "string" && Number.isFinite(entry[2])
    return Array.isArray(waiting) ? waiting.filter(isDonation) : []
  }

  #keys(start) {
    try {
      return Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index)).filter(key => key?.startsWith(start))
    } catch {
      return []
    }
  }

  #record(key, process, isLedger, mayTake) {
    const text = item(this.#storage, key)
    if (text === null) return null
    try {
      const record = JSON.parse(text)
      const ledger = fromBase64(record.ledger)
      if (!isLedger(ledger)) throw new RangeError("its ledger cannot be read")
      return {
        process, isOwn: process === this.#process, ledger, isUnsent: record.isUnsent !== false, cursor: Number.isSafeInteger(record.cursor) ? record.cursor : 0,
        running: Array.isArray(record.running) ? record.running.filter(isRunning) : [],
        privateEvents: Array.isArray(record.private) ? record.private.filter(name => typeof name === "string") : [],
      }
    } catch (error) {
      if (mayTake) this.#setAside(key, text, error)
      return null
    }
  }

  #setAside(key, text, error) {
    try {
      this.#storage.setItem(key.replace(RECORDS, ASIDE), text)
      this.#storage.removeItem(key)
    } catch {
      // The record stays there, and is found again next time.
    }
    this.#report(`What was kept of tips (${key}) is set aside: ${error.message}.`)
  }
}

const isRunning = entry => Array.isArray(entry) && typeof entry[0] === "string" && Number.isFinite(entry[1])

// The replica number of a process of a device.
export const replicaOf = (device, process) =>
  BigInt(`0x${device.slice(0, -PROCESS_DIGITS)}${process.toString(16).padStart(PROCESS_DIGITS, "0")}`)

function item(storage, key) {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function read(storage, key) {
  try {
    return JSON.parse(item(storage, key))
  } catch {
    return null
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function remove(storage, key) {
  try {
    storage.removeItem(key)
  } catch {
    // The browser forbids storage, so it counts as empty.
  }
}
