// Keeps the presses on tickets until each is answered. A press waits while another one on the same ticket is being sent, so
// that none is lost. A repeated press that is already waiting or being sent is ignored.

export class PressQueue {
  #presses = new Map() // by ticket; the first one is being sent
  #send
  #changed

  // send(press, before): sends a press; returns the ticket as the server answered, or null when it refused. before: the answer to the
  // press before it, or null. changed(ticket): called with the identifier when the waiting presses of a ticket change.
  constructor(send, changed) {
    this.#send = send
    this.#changed = changed
  }

  // The presses on a ticket that have no answer yet.
  waiting(id) { return this.#presses.get(id) ?? [] }

  // press: { ticket, action, line }. Returns a promise that settles when the presses on this ticket are answered.
  async add(press) {
    const { id } = press.ticket
    const presses = this.waiting(id)
    if (presses.some(other => isSame(other, press))) return
    this.#presses.set(id, [...presses, press])
    this.#changed(id)
    if (presses.length === 0) await this.#work(id)
  }

  async #work(id) {
    let answer = null
    while (this.waiting(id).length > 0) {
      answer = await this.#send(this.waiting(id)[0], answer)
      // Presses after a refused press were meant for another state of the ticket, so they are dropped.
      const rest = answer === null ? [] : this.waiting(id).slice(1)
      if (rest.length > 0) this.#presses.set(id, rest)
      else this.#presses.delete(id)
      this.#changed(id)
    }
  }
}

const isSame = (left, right) => left.action === right.action && left.line === right.line
