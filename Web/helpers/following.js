// Whether the person's pages follow their device, as the server knows it.

import { get, put } from "./http.js"

const FOLLOWING = "/api/v1/presence/following"

export class Following {
  #asked = 0
  #told = null // what the feed told while a request was under way, and its answer may not know
  // { following, since?, cafe?, candidates? }, or null for somebody who is not signed in.
  state = null

  get isOn() { return this.state?.following ?? false }

  load() { return this.#take(get(FOLLOWING)) }
  set(isOn) { return this.#take(put(FOLLOWING, { following: isOn })) }

  // Where the device is now, as the feed tells it.
  tell({ cafe, candidates }) {
    this.#told = { cafe, candidates }
    if (this.state) this.state = { ...this.state, cafe, candidates }
  }

  forget() {
    this.#asked += 1
    this.state = null
  }

  // Of two requests that overlap, the later one counts.
  async #take(request) {
    const number = ++this.#asked
    this.#told = null
    const state = await request
    if (number === this.#asked) this.state = { ...state, ...(state.following ? this.#told : null) }
  }
}
