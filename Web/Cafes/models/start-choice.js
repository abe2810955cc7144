// Whether the next order waits until its person comes near. It is chosen for one order, and off for every other (C113).

export class StartChoice {
  #chosen = null // { person, cafe } of the order that is to wait

  // person, cafe: ids; the person is null before they have said who they are, which they may do afterwards.
  choose(waits, person, cafe) { this.#chosen = waits ? { person, cafe } : null }
  forget() { this.#chosen = null }

  // pending: the body of an order that was sent and never answered, or null; what it says is what happens.
  waits(person, cafe, pending) {
    if (pending !== null) return pending.start === "when-near"
    return this.#chosen?.cafe === cafe && (this.#chosen.person ?? person) === person
  }
}
