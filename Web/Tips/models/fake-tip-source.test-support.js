// A tip source for tests: the test sets its answers, and it records the calls.

export class FakeTipSource {
  told = [] // lines such as "appeared closest-cafe inline:closest-cafe"
  #current = new Map() // by name: of a group, or a tip's id
  #available = new Map() // by id
  #over = new Set()
  #changed = new Set()

  // Offers a tip under its own id, or under another name.
  offer(tip, name = tip.id) {
    this.#over.delete(tip.id)
    this.#current.set(name, tip)
    this.#available.set(tip.id, tip)
    this.#tell()
  }

  // Withdraws the tip under a name for now: it becomes pending.
  take(name) {
    this.#available.delete(this.#current.get(name)?.id)
    this.#current.delete(name)
    this.#tell()
  }

  invalidate(id) {
    this.#over.add(id)
    this.#available.delete(id)
    for (const [name, tip] of this.#current) if (tip.id === id) this.#current.delete(name)
    this.#tell()
  }

  current(name) { return this.#current.get(name) ?? null }
  mayStay(id) { return this.#available.has(id) }
  isOver(id) { return this.#over.has(id) }

  subscribe(changed) {
    this.#changed.add(changed)
    return () => this.#changed.delete(changed)
  }

  appeared(id, surface) { this.told.push(`appeared ${id} ${surface}`) }
  onScreen(id, surface, seconds) { this.told.push(`onScreen ${id} ${surface} ${Math.round(seconds)}`) }
  ended(id, surface, seconds, how) { this.told.push(`ended ${id} ${surface} ${Math.round(seconds)} ${how}`) }
  acted(id, action) { this.told.push(`acted ${id} ${action}`) }

  closed(id) {
    this.told.push(`closed ${id}`)
    this.invalidate(id)
  }

  #tell() {
    for (const changed of this.#changed) changed()
  }
}
