// One try to place an order. Its key is kept until an answer has arrived and goes out again with the same body, so that
// a lost answer never makes a second order (C37).

const KEY = "vicinity-attempt"

export class Attempt {
  #storage

  constructor(storage) { this.#storage = storage }

  // The try whose answer never arrived, or null: { key, person, body }.
  get pending() {
    const text = this.#storage.getItem(KEY)
    return text === null ? null : JSON.parse(text)
  }

  isPendingFor(person) { return this.pending?.person === person }

  // Starts a try. A pending one goes out again as it was: whether it arrived must be known before anything else is sent.
  begin(person, body, makeKey) {
    const pending = this.pending
    if (pending && pending.person === person) return pending
    const attempt = { key: makeKey(), person, body }
    this.#storage.setItem(KEY, JSON.stringify(attempt))
    return attempt
  }

  // An answer has arrived, whichever.
  settle() { this.#storage.removeItem(KEY) }
}
