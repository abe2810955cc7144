// Records that a person was near a place, without the place (TA10): a word that only this browser can compute, at most once
// for each visit. The words and times stay in the browser.

const VISIT = 4 * 3_600_000 // milliseconds after which the next report is another visit
const LONGEST = 90 * 86_400_000 // milliseconds for which a visit is remembered

// FNV-1a in 64 bits.
const START = 0xCBF29CE484222325n
const PRIME = 0x100000001B3n

export class NearPlaces {
  #storage
  #name
  #random

  // name: the key under which the visits are stored. random: fills bytes.
  constructor(storage, name, random) {
    this.#storage = storage
    this.#name = name
    this.#random = random
  }

  // place: its name. Returns its word when a visit begins, and null during one.
  visit(place, now) {
    const { salt, seen } = this.#kept()
    const word = wordOf(salt + place)
    const isNew = !(now - seen[word] < VISIT)
    seen[word] = now
    for (const known of Object.keys(seen)) if (!(now - seen[known] < LONGEST)) delete seen[known]
    this.#keep({ salt, seen })
    return isNew ? word : null
  }

  // Forgets the visits to a place, because the person knows it now. Returns its word, or null when there were no
  // visits.
  take(place, now) {
    const { salt, seen } = this.#kept()
    const word = wordOf(salt + place)
    if (!(now - seen[word] < LONGEST)) return null
    delete seen[word]
    this.#keep({ salt, seen })
    return word
  }

  #kept() {
    try {
      const { salt, seen } = JSON.parse(this.#storage.getItem(this.#name))
      if (typeof salt === "string" && typeof seen === "object" && seen !== null) return { salt, seen }
    } catch {
      // Nothing is stored yet, or not by us.
    }
    const bytes = this.#random(new Uint8Array(16))
    return { salt: Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join(""), seen: {} }
  }

  #keep(value) {
    try {
      this.#storage.setItem(this.#name, JSON.stringify(value))
    } catch {
      // A browser without storage counts a visit more than once.
    }
  }
}

function wordOf(text) {
  let hash = START
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME)
  return hash.toString(16).padStart(16, "0")
}
