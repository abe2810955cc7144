// Synchronises a person's favourites with the server. A press shows at once and is undone when the server refuses it. Requests
// are sent one after the other, so that presses arrive in order.

import { beforeSignOut } from "../People/session.js"
import { get, put, remove, sendLeaving } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { tips } from "../Tips/tips.js"
import { explain } from "./explain.js"
import { FavouriteList } from "./models/favourites.js"
import { soon } from "./soon.js"

export class Favourites {
  #list = new FavouriteList()
  #notice
  #changed
  #person = null
  #turn = 0 // counts people, so that an answer for one person is not shown to another
  #last = Promise.resolve()
  #loading = null
  #isMissed = false

  // notice: shows sentences. changed: called when the favourites have changed.
  constructor(notice, changed) {
    this.#notice = notice
    this.#changed = changed
    // The page already shows the change, so the server must get it before the sign-out.
    beforeSignOut(() => (this.#list.wishes.length > 0 ? this.#last : null))
    addEventListener("pagehide", () => this.#sendAll())
  }

  // The ids of a café's favourites; null when the reader cannot mark items.
  of(cafe) { return cafe ? this.#list.of(cafe.id) : null }

  // Waits for the last request, but only briefly: a menu does not wait longer for favourites.
  get settledSoon() { return soon(this.#last) }

  // Loads before the feed is open, so that the menu does not have to wait for it; the feed loads again.
  follow({ id }) {
    if (id !== this.#person) this.forget()
    this.#person = id
    this.reload()
  }

  // Without an answer, the known favourites stay until the next load.
  async reload() {
    try {
      await this.#load()
      this.#isMissed = false
    } catch {
      this.#isMissed = true
    }
  }

  // Loads again when the last load had no answer.
  catchUp() { if (this.#isMissed && this.#person !== null) this.reload() }

  forget() {
    this.#person = null
    this.#turn += 1
    this.#loading = null
    this.#isMissed = false
    this.#list.forget()
  }

  #load() {
    this.#loading ??= this.#next(async isCurrent => {
      this.#loading = null // changes from here on may be missing in the answer
      const { favourites } = await get("/api/v1/favourites")
      if (!isCurrent()) return
      this.#list.take(favourites)
      this.#changed()
    })
    return this.#loading
  }

  set(cafe, item, isMarked) {
    this.#list.wish(cafe.id, item.id, isMarked)
    this.#notice.show(isMarked ? t("{item} is among your favourites now.", { item: item.name }) : t("{item} is in its usual place again.", { item: item.name }))
    this.#changed()
    this.#next(isCurrent => this.#send(cafe.id, item.id, isCurrent))
  }

  async #send(cafe, item, isCurrent) {
    const isMarked = this.#list.wanted(cafe, item)
    if (isMarked === null) return
    try {
      const { favourites } = await (isMarked ? put : remove)(addressOf(cafe, item))
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

  // The person leaves the page, so all requests are sent at once. Requests under way may be lost, so they are sent
  // again.
  #sendAll() {
    for (const { cafe, item, isMarked } of this.#list.wishes) sendLeaving(isMarked ? "PUT" : "DELETE", addressOf(cafe, item))
  }

  #next(act) {
    const turn = this.#turn
    const isCurrent = () => turn === this.#turn
    const next = this.#last.then(() => (isCurrent() ? act(isCurrent) : null))
    this.#last = next.catch(() => null)
    return next
  }
}

const addressOf = (cafe, item) => `/api/v1/cafes/${encodeURIComponent(cafe)}/favourites/${encodeURIComponent(item)}`
