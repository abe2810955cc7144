// Tells the server which tickets this screen shows, and the kitchen which tickets no screen of their station shows (C83).

import { get, post } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { openAt, stationsOf } from "./models/sightings.js"

export class KitchenSightings {
  #path = null
  #told = new Set() // tickets that the server knows to be on this screen
  #view = null
  #isTelling = false
  #missed = null // what could not be told
  #unseen = []

  // path: of the café in the API. It is a new screen, or the same one after a change of its view.
  open(path) {
    this.#path = path
    this.#told.clear()
    this.#view = null
    this.#unseen = []
  }

  // Tells the server about tickets that it does not know to be here. ids: of the tickets that the screen shows. A page in the background
  // shows nothing to anybody.
  async tell(view, stations, ids) {
    const own = stationsOf(view, stations)
    if (this.#isTelling || own.length === 0 || document.visibilityState !== "visible") return
    const tickets = ids.filter(id => !this.#told.has(id))
    if (view === this.#view && tickets.length === 0) return
    this.#isTelling = true
    this.#missed = null
    try {
      await post(`${this.#path}/sightings`, { stations: own, tickets })
      if (view !== this.#view) this.#told.clear()
      this.#view = view
      for (const id of tickets) this.#told.add(id)
    } catch {
      this.#missed = [view, stations, ids]
    } finally {
      this.#isTelling = false
    }
  }

  // The server can be reached.
  tryAgain() {
    const missed = this.#missed
    this.#missed = null
    if (missed) this.tell(...missed)
  }

  // Another view has other stations.
  forget() {
    this.#told.clear()
    this.#view = null
  }

  // Returns whether there is one that was not there before.
  async load() {
    const known = new Set(this.#unseen.map(({ ticket }) => ticket))
    this.#unseen = (await get(`${this.#path}/unseen`)).tickets
    return this.#unseen.some(({ ticket }) => !known.has(ticket))
  }

  // As kitchen-notices.js shows them. find: returns a ticket of the screen by its identifier, or null; stations: names by identifier.
  notices(find, stations) {
    return openAt(this.#unseen, find).map(({ station, numbers }) => ({
      kind: "unseen", icon: "offline", isAlarm: true,
      text: t("No screen of {station} shows {numbers}. Look whether it works.", { station: stations.get(station) ?? station, numbers: list(numbers) }),
    }))
  }
}

const list = numbers => new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(numbers)
