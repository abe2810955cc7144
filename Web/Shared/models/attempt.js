// One try to place an order or to punch. Its key is stored until an answer arrives, and is sent again with the same body, so
// that a lost answer never makes a second order (C37).

export class Attempt {
  #storage
  #name
  #held = null // the try that the browser could not store; it lives as long as the page

  // name: under which the try is stored.
  constructor(storage, name) {
    this.#storage = storage
    this.#name = name
  }

  // The try whose answer never arrived, or null: { key, person, body }.
  get pending() {
    if (this.#held !== null) return this.#held
    try {
      return JSON.parse(this.#storage.getItem(this.#name))
    } catch {
      return null
    }
  }

  isPendingFor(person) { return this.pending?.person === person }

  // Starts a try. A pending one is sent again unchanged: nothing else is sent before it is known whether it arrived.
  begin(person, body, makeKey) {
    const pending = this.pending
    if (pending && pending.person === person) return pending
    const attempt = { key: makeKey(), person, body }
    try {
      this.#storage.setItem(this.#name, JSON.stringify(attempt))
    } catch {
      this.#held = attempt
    }
    return attempt
  }

  // An answer has arrived.
  settle() {
    this.#held = null
    try {
      this.#storage.removeItem(this.#name)
    } catch {
      // The browser stores nothing.
    }
  }
}
