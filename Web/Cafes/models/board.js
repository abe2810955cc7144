// The content of the status board: only numbers, and whether they are ready (C87).

const DENSITIES = [3, 8, 18, 32] // most numbers in a column for each size, largest first
const CALLED = 30_000 // milliseconds that a called number is highlighted, and a correction shown
const REJECTED = 120_000 // milliseconds for which the board says that a number is not made

export class BoardList {
  #stages = new Map()
  #called = new Map() // until when, by number; the newest is the last
  #corrected = new Map()
  #rejected = new Map()
  #later = new Map() // from when the board shows it, by number

  // now: milliseconds, as everywhere here.
  reset(entries, now) {
    this.#stages.clear()
    for (const numbers of [this.#called, this.#corrected, this.#rejected, this.#later]) numbers.clear()
    for (const entry of entries) this.#set(entry, now)
  }

  // An order for later is shown from the time `from` on.
  #set({ number, stage, from }, now) {
    this.#later.delete(number)
    if (from && Date.parse(from) > now) {
      this.#stages.delete(number)
      this.#later.set(number, Date.parse(from))
    } else this.#stages.set(number, stage)
  }

  // stage: "preparing", "ready", "gone" or "rejected". Returns "call" for a number that is ready now, "correct" for one that was
  // called back, else null.
  put(entry, now) {
    const { number, stage } = entry
    const before = this.#stages.get(number)
    if (stage === "gone" || stage === "rejected") {
      this.#stages.delete(number)
      this.#later.delete(number)
    } else this.#set(entry, now)
    if (stage === "rejected") this.#rejected.set(number, now + REJECTED)
    else this.#rejected.delete(number)
    for (const numbers of [this.#called, this.#corrected]) if (before !== stage) numbers.delete(number)
    if (stage === "ready" && before !== "ready") {
      this.#called.set(number, now + CALLED)
      return "call"
    }
    if (stage === "preparing" && before === "ready") {
      this.#corrected.set(number, now + CALLED)
      return "correct"
    }
    return null
  }

  // Removes expired entries and shows due ones. Returns whether something changed.
  expire(now) {
    let hasChanged = false
    for (const [number, from] of this.#later) {
      if (from > now) continue
      this.#later.delete(number)
      this.#stages.set(number, "preparing")
      hasChanged = true
    }
    for (const numbers of [this.#called, this.#corrected, this.#rejected]) {
      for (const [number, until] of numbers) if (until <= now) hasChanged = numbers.delete(number)
    }
    return hasChanged
  }

  get isEmpty() { return this.#stages.size === 0 }
  get preparing() { return this.#having("preparing") }
  get ready() { return this.#having("ready") }

  // The number that was called last, while it is highlighted; or null.
  get newest() { return [...this.#called.keys()].at(-1) ?? null }

  // The numbers that were called by mistake, while their correction shows.
  get corrected() { return [...this.#corrected.keys()] }

  // The rejected numbers, while their message shows.
  get rejected() { return [...this.#rejected.keys()] }

  // 1 for few and huge, up to 5 for many and small.
  get density() {
    const longest = Math.max(this.preparing.length, this.ready.length)
    const index = DENSITIES.findIndex(most => longest <= most)
    return index < 0 ? DENSITIES.length + 1 : index + 1
  }

  // Sorted by number, because people look for their own.
  #having(stage) {
    return [...this.#stages].filter(([, other]) => other === stage).map(([number]) => number)
      .sort((left, right) => left.localeCompare(right, "en", { numeric: true }))
  }
}
