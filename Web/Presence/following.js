// Whether the person's pages follow their device, as the server knows it.

import { get, put } from "../Shared/http.js"

const FOLLOWING = "/api/v1/presence/following"

export class Following {
  #last = Promise.resolve()
  #turn = 0 // counts people, so that an answer for one is not taken for another
  #told = null // what the feed told while a request was under way, and its answer may not know
  // { following, since?, cafe?, candidates? }, or null for somebody who is not signed in.
  state = null

  get isOn() { return this.state?.following ?? false }

  load() { return this.#take(() => get(FOLLOWING)) }
  set(isOn) { return this.#take(() => put(FOLLOWING, { following: isOn })) }

  // Where the device is now, as the feed tells it.
  tell({ cafe, candidates }) {
    this.#told = { cafe, candidates }
    if (this.state) this.state = { ...this.state, cafe, candidates }
  }

  forget() {
    this.#turn += 1
    this.state = null
  }

  // One request after the other: the feed tells of a wish before its answer is here, and the look that this brings about
  // would overtake it.
  #take(request) {
    const turn = this.#turn
    const taken = this.#last.then(async () => {
      if (turn !== this.#turn) return
      this.#told = null
      const state = await request()
      if (turn === this.#turn) this.state = { ...state, ...(state.following ? this.#told : null) }
    })
    this.#last = taken.catch(() => null)
    return taken
  }
}
