// The orders for which this device may look where it is (C113). All tabs keep them in one place, so that a reload goes on,
// and each change begins with what the others have kept.

const NAME = "vicinity-arrivals"
const MOST = 20

export class SharedOrders {
  #keep
  #ids

  // kept: { read(name), write(name, value) }, of what this browser keeps for all tabs.
  constructor(keep) {
    this.#keep = keep
    this.#ids = keep.read(NAME) ?? []
  }

  get ids() { return this.#ids }
  has(id) { return this.#ids.includes(id) }

  add(id) { this.#change(ids => [...ids.filter(other => other !== id), id].slice(-MOST)) }

  // ended: ids of orders that wait no more.
  remove(ended) {
    if (this.#ids.some(id => ended.has(id))) this.#change(ids => ids.filter(id => !ended.has(id)))
  }

  // Another tab may have changed it. Answers whether it did.
  reload() {
    const before = this.#ids
    this.#ids = this.#keep.read(NAME) ?? []
    return String(before) !== String(this.#ids)
  }

  // A browser that keeps nothing still knows what this tab was told.
  #change(changed) {
    this.#ids = changed(this.#keep.read(NAME) ?? this.#ids)
    this.#keep.write(NAME, this.#ids.length > 0 ? this.#ids : null)
  }
}
