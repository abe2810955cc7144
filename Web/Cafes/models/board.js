// The content of the status board: only numbers, and whether they are ready (C87).

const DENSITIES = [3, 8, 18, 32] // most numbers in a column for each size, largest first
const CALLED = 30_000 // milliseconds that a called number is highlighted, and a correction shown

export class BoardList {
  #stages = new Map()
  #called = new Map() // until when, by number; the newest is the last
  #corrected = new Map()

  reset(entries) {
    this.#stages = new Map(entries.map(({ number, stage }) => [number, stage]))
    for (const numbers of [this.#called, this.#corrected]) numbers.clear()
  }

  // stage: "preparing", "ready" or "gone". Returns "call" for a number that is ready now, "correct" for one that was called back,
  // else null.
  put({ number, stage }, now) {
    const before = this.#stages.get(number)
    if (stage === "gone") this.#stages.delete(number)
    else this.#stages.set(number, stage)
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

  // Ends what has been shown long enough. Returns whether something ended.
  expire(now) {
    let hasEnded = false
    for (const numbers of [this.#called, this.#corrected]) {
      for (const [number, until] of numbers) if (until <= now) hasEnded = numbers.delete(number)
    }
    return hasEnded
  }

  get isEmpty() { return this.#stages.size === 0 }
  get preparing() { return this.#having("preparing") }
  get ready() { return this.#having("ready") }

  // The number that was called last, while it is highlighted; or null.
  get newest() { return [...this.#called.keys()].at(-1) ?? null }

  // The numbers that were called by mistake, while people are told so.
  get corrected() { return [...this.#corrected.keys()] }

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
