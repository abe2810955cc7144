// Follows one person's orders, favourites, reminders and presence, and the menu that the person looks at.

import { LiveFeed } from "../Feed/live.js"
import { confirmPrincipal } from "../People/session.js"
import { tips } from "../Tips/tips.js"
import { isAboutAttendance } from "../TimeClock/models/attendance.js"

export class PersonFeed {
  #orders
  #favourites
  #told
  #feed = null

  // told: { order(order, before), reminders(), following(), present(place), menu(), shown(), refused(), link() }: called
  // when something has become known.
  constructor(orders, favourites, told) {
    this.#orders = orders
    this.#favourites = favourites
    this.#told = told
  }

  get state() { return this.#feed?.state ?? null }

  // When the link was lost, by this device's clock, or null.
  get lostSince() {
    const lostFor = this.#feed?.lostFor ?? null
    return lostFor === null ? null : Date.now() - lostFor
  }

  // cafe: whose menu is followed, or null.
  follow(person, cafe) {
    this.stop()
    this.#favourites.follow(person)
    this.#feed = new LiveFeed({
      topics: [`person/${person.id}`, ...(cafe ? [`cafe/${cafe.id}/menu`] : [])],
      isNumbered: false,
      loadSnapshot: () => this.#loadAll(),
      loadChanges: changes => this.#loadChanged(changes),
      probe: () => confirmPrincipal(person),
      refused: () => this.#told.refused(),
      changed: () => this.#told.link(),
    })
    this.#feed.start()
  }

  stop() {
    this.#feed?.stop()
    this.#feed = null
  }

  // Nothing here waits for the favourites: whatever becomes of them, orders are shown.
  async #loadAll() {
    this.#favourites.lookAgain()
    for (const { order, before } of await this.#orders.load()) this.#told.order(order, before)
    this.#told.reminders()
    this.#told.following()
    tips.mayHaveChanged()
    this.#told.shown()
  }

  async #loadChanged(changes) {
    tips.heardOf(changes)
    if (changes.some(isAboutAttendance)) this.#told.reminders()
    if (changes.some(({ kind }) => kind === "favourites")) this.#favourites.lookAgain()
    const place = changes.findLast(({ kind }) => kind === "presence.cafe")?.body
    if (place) this.#told.present(place)
    if (changes.some(({ kind }) => kind === "presence.following")) this.#told.following()
    const ids = new Set(changes.filter(({ kind }) => kind === "order").map(({ body }) => body.order))
    for (const id of ids) {
      const found = await this.#orders.loadOne(id)
      if (found) this.#told.order(found.order, found.before)
    }
    if (changes.some(({ topic }) => topic.endsWith("/menu"))) this.#told.menu()
    this.#told.shown()
  }
}
