// Whether the person's pages follow their device, according to the server.

import { get, put } from "../Shared/http.js"

const FOLLOWING = "/api/v1/presence/following"

export class Following {
  #last = Promise.resolve()
  #turn = 0 // counts people, so that an answer for one person is not used for another
  #fromFeed = null // the feed's report during a request, whose answer may be older
  // { following, since?, cafe?, candidates? }, or null while nobody is signed in.
  state = null

  get isOn() { return this.state?.following ?? false }

  load() { return this.#take(() => get(FOLLOWING)) }
  set(isOn) { return this.#take(() => put(FOLLOWING, { following: isOn })) }

  // The feed reports where the device is.
  tell({ cafe, candidates }) {
    this.#fromFeed = { cafe, candidates }
    if (this.state) this.state = { ...this.state, cafe, candidates }
  }

  forget() {
    this.#turn += 1
    this.state = null
  }

  // Requests go one after the other: the feed reports a change before its answer arrives, and the load that follows would
  // overtake it.
  #take(request) {
    const turn = this.#turn
    const taken = this.#last.then(async () => {
      if (turn !== this.#turn) return
      this.#fromFeed = null
      const state = await request()
      if (turn === this.#turn) this.state = { ...state, ...(state.following ? this.#fromFeed : null) }
    })
    this.#last = taken.catch(() => null)
    return taken
  }
}
