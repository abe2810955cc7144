// Follows one person's orders, favourites, reminders and presence, and the menu that the person looks at.

import { personFeed } from "../Feed/person-feed.js"
import { staleSince } from "../Shared/kept-answers.js"
import { isAboutAttendance } from "../TimeClock/reminders.js"

export class OrderFeed {
  #orders
  #favourites
  #callbacks
  #feed = null

  // callbacks: { order(order, before), reminders(), following(), present(place), menu(), windows(), shown(), refused(), link() }:
  // called when the feed reports a change.
  constructor(orders, favourites, callbacks) {
    this.#orders = orders
    this.#favourites = favourites
    this.#callbacks = callbacks
  }

  get state() { return this.#feed?.state ?? null }

  get lostSince() { return this.#feed?.lostSince ?? null }

  // cafe: the café whose menu is followed, or null.
  follow(person, cafe) {
    this.stop()
    this.#favourites.follow(person)
    this.#feed = personFeed(person, {
      topics: cafe ? [`cafe/${cafe.id}/menu`] : [],
      isNumbered: false,
      loadSnapshot: () => this.#loadAll(),
      loadChanges: changes => this.#loadChanged(changes),
      refused: () => this.#callbacks.refused(),
      changed: () => this.#callbacks.link(),
    })
    this.#feed.start()
    if (staleSince() !== null) this.#loadKept()
  }

  stop() {
    this.#feed?.stop()
    this.#feed = null
  }

  // Without the server the feed does not open; the service worker's cached orders are shown.
  async #loadKept() {
    await this.#orders.load().catch(() => null)
    this.#callbacks.shown()
  }

  // Loads the favourites in parallel.
  async #loadAll() {
    this.#favourites.reload()
    for (const { order, before } of await this.#orders.load()) this.#callbacks.order(order, before)
    this.#callbacks.reminders()
    this.#callbacks.following()
    this.#callbacks.shown()
  }

  async #loadChanged(changes) {
    if (changes.some(isAboutAttendance)) this.#callbacks.reminders()
    if (changes.some(({ kind }) => kind === "favourites")) this.#favourites.reload()
    const place = changes.findLast(({ kind }) => kind === "presence.cafe")?.body
    if (place) this.#callbacks.present(place)
    if (changes.some(({ kind }) => kind === "presence.following")) this.#callbacks.following()
    const ids = new Set(changes.filter(({ kind }) => kind === "order").map(({ body }) => body.order))
    for (const id of ids) {
      const found = await this.#orders.loadOne(id)
      if (found) this.#callbacks.order(found.order, found.before)
    }
    if (changes.some(({ kind }) => kind === "menu")) this.#callbacks.menu()
    if (changes.some(({ kind }) => kind === "pickup")) this.#callbacks.windows()
    this.#callbacks.shown()
  }
}
