// Keeps what a person has marked in step with the server. What is pressed is shown at once, and taken back when the server
// does not take it. One request goes after the other, so that a press and the one that undoes it arrive in their order.

import { FavouriteList } from "./models/favourites.js"
import { explain } from "../Shared/explain.js"
import { get, put, remove, sendLeaving } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { beforeSignOut } from "../People/session.js"
import { tips } from "../Tips/tips.js"

const SOON = 300 // milliseconds

export class Favourites {
  #list = new FavouriteList()
  #notice
  #changed
  #person = null
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #last = Promise.resolve()
  #loading = null
  #isMissed = false

  // notice: where sentences are said. changed: called when there is something else to show.
  constructor(notice, changed) {
    this.#notice = notice
    this.#changed = changed
    // What the page has said is so has to reach the server first.
    beforeSignOut(() => (this.#list.wishes.length > 0 ? this.#last : null))
    addEventListener("pagehide", () => this.#sendAll())
  }

  // The ids of a café's items that are marked; null while nobody is there who can mark any.
  of(cafe) { return cafe ? this.#list.of(cafe.id) : null }

  // Ends when what was asked for last has come, or has not, and in any case soon: a menu is not kept back for longer.
  get settledSoon() { return Promise.race([this.#last, pause(SOON)]) }

  // Before the feed is there, so that a menu need not wait for that; the feed has it loaded again.
  follow({ id }) {
    if (id !== this.#person) this.forget()
    this.#person = id
    this.lookAgain()
  }

  // What was known stays when there is no answer, until the next look.
  async lookAgain() {
    try {
      await this.#load()
      this.#isMissed = false
    } catch {
      this.#isMissed = true
    }
  }

  // Looks again when the last look had no answer.
  catchUp() { if (this.#isMissed && this.#person !== null) this.lookAgain() }

  forget() {
    this.#person = null
    this.#turn += 1
    this.#loading = null
    this.#isMissed = false
    this.#list.forget()
  }

  #load() {
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

  // There is no time left for one after the other; what is on its way may be lost with the page, and is sent again.
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
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
