// The orders for which this device may watch its position (C113). All tabs store them in one place, so that they
// survive a reload; each change begins with the stored list.

const NAME = "vicinity-arrivals"
const MOST = 20

export class SharedOrders {
  #keep
  #ids

  // kept: { read(name), write(name, value) }, the browser's storage for all tabs.
  constructor(keep) {
    this.#keep = keep
    this.#ids = keep.read(NAME) ?? []
  }

  get ids() { return this.#ids }
  has(id) { return this.#ids.includes(id) }

  add(id) { this.#change(ids => [...ids.filter(other => other !== id), id].slice(-MOST)) }

  // ended: the ids of orders that wait no more.
  remove(ended) {
    if (this.#ids.some(id => ended.has(id))) this.#change(ids => ids.filter(id => !ended.has(id)))
  }

  // Another tab may have changed it. Returns whether it did.
  reload() {
    const before = this.#ids
    this.#ids = this.#keep.read(NAME) ?? []
    return String(before) !== String(this.#ids)
  }

  // Without storage, the list is kept for this tab.
  #change(changed) {
    this.#ids = changed(this.#keep.read(NAME) ?? this.#ids)
    this.#keep.write(NAME, this.#ids.length > 0 ? this.#ids : null)
  }
}
