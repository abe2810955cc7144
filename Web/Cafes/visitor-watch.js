// Asks again and again for what the feed tells a person who is signed in: a visitor has no feed (C21, C62).

const INTERVAL = 1_500 // milliseconds

export class VisitorWatch {
  #question = null
  #timer = null
  #isAsking = false

  // question: an async function, or null when nothing is asked.
  ask(question) {
    this.#question = question
    if ((question === null) === (this.#timer === null)) return
    clearInterval(this.#timer)
    this.#timer = question && setInterval(() => this.#turn(), INTERVAL)
  }

  async #turn() {
    if (this.#isAsking || document.visibilityState !== "visible") return
    this.#isAsking = true
    try { await this.#question?.() } finally { this.#isAsking = false }
  }
}
