// Asks again and again while the page is visible, and waits for each answer.
export class Poll {
  #interval
  #question = null
  #timer = null
  #isAsking = false

  // interval: milliseconds from one question to the next.
  constructor(interval) { this.#interval = interval }

  // question: an async function, or null when nothing is asked.
  ask(question) {
    this.#question = question
    if ((question === null) === (this.#timer === null)) return
    clearInterval(this.#timer)
    this.#timer = question && setInterval(() => this.#turn(), this.#interval)
  }

  async #turn() {
    if (this.#isAsking || document.visibilityState !== "visible") return
    this.#isAsking = true
    try { await this.#question?.() } finally { this.#isAsking = false }
  }
}
