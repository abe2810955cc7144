// The content of the status board: only numbers, and whether they are ready (C87).

const DENSITIES = [3, 8, 18, 32] // most numbers in a column for each size, largest first

export class BoardList {
  #stages = new Map()

  reset(entries) {
    this.#stages = new Map(entries.map(({ number, stage }) => [number, stage]))
  }

  // stage: "preparing", "ready" or "gone".
  put({ number, stage }) {
    if (stage === "gone") this.#stages.delete(number)
    else this.#stages.set(number, stage)
  }

  get isEmpty() { return this.#stages.size === 0 }
  get preparing() { return this.#having("preparing") }
  get ready() { return this.#having("ready") }

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
