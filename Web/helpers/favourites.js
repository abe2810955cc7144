// Keeps what a person has marked in step with the server. What is pressed is shown at once, and taken back when the server
// does not take it. One request goes after the other, so that a press and the one that undoes it arrive in their order.

import { FavouriteList } from "../models/favourites.js"
import { explain } from "./explain.js"
import { get, put, remove } from "./http.js"
import { t } from "./messages.js"
import { tips } from "./tips.js"

export class Favourites {
  #list = new FavouriteList()
  #notice
  #changed
  #person = null
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #last = Promise.resolve()
  #loading = null

  // notice: where sentences are said. changed: called when there is something else to show.
  constructor(notice, changed) {
    this.#notice = notice
    this.#changed = changed
  }

  // The ids of a café's items that are marked; null while nobody is there who can mark any.
  of(cafe) { return cafe ? this.#list.of(cafe.id) : null }

  // Ends when what was asked for last has come, or has not.
  get settled() { return this.#last }

  // Before the feed is there, so that a menu need not wait for that; the feed has it loaded again.
  follow({ id }) {
    if (id !== this.#person) this.forget()
    this.#person = id
    this.load().catch(() => null)
  }

  forget() {
    this.#person = null
    this.#turn += 1
    this.#loading = null
    this.#list.forget()
  }

  // Throws when it cannot be had; what was known stays.
  load() {
    this.#loading ??= this.#next(async isCurrent => {
      this.#loading = null // what changes from here on may not be in the answer
      const { favourites } = await get("/api/v1/favourites")
      if (!isCurrent()) return
      this.#list.take(favourites)
      this.#changed()
    })
    return this.#loading
  }

  set(cafe, item, isMarked) {
    this.#list.wish(cafe.id, item.id, isMarked)
    this.#notice.show(isMarked ? t("{item} stands first now.", { item: item.name }) : t("{item} is in its usual place again.", { item: item.name }))
    this.#changed()
    this.#next(isCurrent => this.#send(cafe.id, item.id, isCurrent))
  }

  async #send(cafe, item, isCurrent) {
    const isMarked = this.#list.wanted(cafe, item)
    if (isMarked === null) return
    const address = `/api/v1/cafes/${encodeURIComponent(cafe)}/favourites/${encodeURIComponent(item)}`
    try {
      const { favourites } = await (isMarked ? put(address) : remove(address))
      if (!isCurrent()) return
      this.#list.take(favourites)
      if (isMarked) tips.donate("item.marked")
    } catch (error) {
      if (!isCurrent()) return
      this.#notice.show(explain(error))
    }
    this.#list.settle(cafe, item, isMarked)
    this.#changed()
  }

  #next(act) {
    const turn = this.#turn
    const isCurrent = () => turn === this.#turn
    const next = this.#last.then(() => (isCurrent() ? act(isCurrent) : null))
    this.#last = next.catch(() => null)
    return next
  }
}
