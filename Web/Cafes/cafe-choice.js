// Connects models/cafe-finder.js with storage, position, permission and beacons, and the areas of cafés with the
// browser's positions and permissions.

import { loadCore } from "../Presence/core.js"
import { Following } from "../Presence/following.js"
import { LocationPermission, LocationWatch } from "../Presence/location.js"
import { tips } from "../Tips/tips.js"
import { storeCafe, storedCafe } from "./stored-cafe.js"
import { CafeAreas } from "./models/cafe-areas.js"
import { CafeFinder } from "./models/cafe-finder.js"
import { nearest } from "./models/nearest.js"

export class CafeChoice {
  #changed
  #core = null
  #cafes = []
  #ready = null // settles once the core and the permission are known
  #areas = null
  #isStopped = false
  #isRegular
  #kept = storedCafe()
  #permission = new LocationPermission(state => this.#permit(state))
  following = new Following()
  #watch = new LocationWatch({
    located: (position, time) => this.#locate(position, time),
    failed: reason => this.#fail(reason),
    paused: () => this.#areas?.lose(),
  })

  // changed: called when anything about the choice may have changed. isRegular: whether the person has ordered at a café.
  constructor(changed, isRegular = () => false) {
    this.#changed = changed
    this.#isRegular = isRegular
    this.finder = new CafeFinder({
      nearest: (position, cafes, current) =>
        nearest(this.#core, position, this.#areas.candidates(cafes, position), current),
      ...this.#kept,
    })
  }

  // Whether the person has left the café of their device for a named one.
  get mayFollowAgain() {
    return this.following.isOn && this.finder.preference?.kind === "named" && this.finder.cafe !== null
  }

  // Only the closest café takes the core and the permission; any other is shown before they are there.
  async begin(cafes) {
    this.#cafes = cafes
    if (this.finder.preference?.kind === "closest") await this.prepare()
    if (!this.#isStopped) this.#apply(() => this.finder.begin(cafes, this.#permission.state))
  }

  // Loads the core and the permission, once.
  prepare() { return this.#ready ??= this.#prepare() }

  async #prepare() {
    // Without WebAssembly the closest café cannot be found; the person chooses by hand.
    this.#core = await loadCore().catch(() => null)
    await this.#permission.begin(this.#core)
    if (this.#isStopped) return
    this.#monitor(this.#cafes)
    this.#areas?.permit(this.#permission.state)
  }

  // Stops; pending requests have no effect afterwards.
  stop() {
    this.#isStopped = true
    this.#permission.stop()
    this.#watch.stop()
    this.#areas?.end()
    this.#areas = null
  }

  update(cafes) {
    this.#cafes = cafes
    this.#monitor(cafes)
    this.finder.update(cafes)
  }

  async chooseClosest() {
    tips.donate("cafe.closest")
    await this.prepare()
    this.#apply(() => this.finder.chooseClosest(this.#permission.state))
  }

  async search() {
    await this.prepare()
    this.#apply(() => this.#permission.request() ? this.finder.search() : this.finder.fail("denied"))
  }

  choose(id) { this.#apply(() => this.finder.choose(id)) }
  answer(id) { this.#apply(() => this.finder.answer(id)) }

  // Forgets the choice after its person has signed out.
  forget() { this.#apply(() => this.finder.forget()) }

  // The feed reports where beacons find the device.
  present(place) {
    this.following.tell(place)
    if (this.following.isOn) this.#followed()
  }

  async loadFollowing() {
    await this.following.load()
    this.#followed()
  }

  // Throws when the server refuses.
  async setFollowing(isOn) {
    await this.following.set(isOn)
    if (this.following.isOn) this.finder.chooseFollowed()
    this.#followed()
  }

  forgetFollowing() {
    if (this.following.state === null) return
    this.following.forget()
    this.#followed()
  }

  #followed() {
    this.#apply(() => this.following.isOn ? this.finder.present(this.following.state) : this.finder.stopFollowing())
  }

  #monitor(cafes) {
    if (this.#core === null || this.#isStopped) return
    this.#areas ??= new CafeAreas(this.#core)
    this.#areas.monitor(cafes)
  }

  #locate(position, time) {
    this.#permission.answered()
    this.#areas?.locate(time, position)
    this.#noteVisits()
    this.#apply(() => this.finder.locate(position))
  }

  // Records that the person is at a café where they have never ordered. A tip may depend on it; it stays on this
  // device.
  #noteVisits() {
    for (const cafe of this.#areas?.satisfied ?? []) if (!this.#isRegular(cafe)) tips.near(cafe)
  }

  #fail(reason) {
    if (reason === "denied") this.#permission.refused()
    this.#apply(() => this.finder.fail(reason))
  }

  #permit(state) {
    this.#areas?.permit(state)
    if (state !== "granted") this.#apply(() => this.finder.withdraw())
  }

  // Lets the finder decide, acts on the decision, and stores the person's choice. The position is not stored.
  #apply(decide) {
    if (this.#isStopped) return
    decide()
    if (this.finder.watches && this.#core === null) this.finder.fail("unavailable")
    if (this.finder.watches) this.#watch.start()
    else this.#watch.stop()
    this.#keep()
    this.#changed()
  }

  // Stores only a choice made in this tab: an older choice may belong to a person who has signed out in another tab.
  #keep() {
    for (const part in this.#kept) {
      if (this.finder[part] === this.#kept[part]) continue
      this.#kept[part] = this.finder[part]
      storeCafe(part, this.#kept[part])
    }
  }
}
