// Whether the next order starts on arrival. The choice holds for one order, and is off for the next (C113).

export class StartChoice {
  #chosen = null // { person, cafe } of the order that waits

  // person, cafe: ids; the person is null before the sign-in, which may come after the choice.
  choose(waits, person, cafe) { this.#chosen = waits ? { person, cafe } : null }
  forget() { this.#chosen = null }

  // pending: the body of an order without an answer, or null; if there is one, it decides.
  waits(person, cafe, pending) {
    if (pending !== null) return pending.start === "when-near"
    return this.#chosen?.cafe === cafe && (this.#chosen.person ?? person) === person
  }
}
