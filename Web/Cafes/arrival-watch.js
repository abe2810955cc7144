// Watches the position for orders that start on arrival, and starts an order when the person comes near. The server gets only
// "start" for that order.

import { loadCore } from "../Presence/core.js"
import { LocationPermission, LocationWatch } from "../Presence/location.js"
import { read, write } from "../Shared/storage.js"
import { Arrivals } from "./models/arrivals.js"
import { isWaiting } from "./models/order.js"
import { SharedOrders } from "./models/shared-orders.js"

const KEPT = { read: name => read(localStorage, name), write: (name, value) => write(localStorage, name, value) }

export class ArrivalWatch {
  #started
  #changed
  #abort = new AbortController()
  #shared = new SharedOrders(KEPT)
  #arrivals = null
  #waiting = []
  #place = null
  #sending = new Set()
  #settled = new Set() // orders whose start the server has settled
  #pauses = new Set()
  #permission = new LocationPermission(state => this.#permit(state))
  #hasCore = true // whether the browser has WebAssembly and positions
  #hasAsked = false // whether the person has let this page ask the browser
  #reason = null // why there is no position at the moment
  #reported = ""
  #watch = new LocationWatch({
    located: (position, time) => this.#locate(position, time),
    failed: reason => this.#fail(reason),
    paused: () => this.#arrivals?.lose(),
  })

  // start(id): asks the server, and returns the milliseconds after which to ask again, or null for never; changed:
  // called when state(id) may have changed.
  constructor(start, changed) {
    this.#started = start
    this.#changed = changed
    addEventListener("storage", () => { if (this.#shared.reload()) this.#apply() }, { signal: this.#abort.signal })
  }

  async begin() {
    const core = await loadCore().catch(() => null)
    await this.#permission.begin(core)
    if (this.#abort.signal.aborted) return
    this.#arrivals = new Arrivals(core)
    this.#arrivals.permit(this.#permission.state)
    this.#arrivals.present(this.#place)
    this.#hasCore = core !== null && Boolean(navigator.geolocation)
    this.#apply()
  }

  stop() {
    this.#abort.abort()
    this.#permission.stop()
    for (const pause of this.#pauses) clearTimeout(pause)
    this.#watch.stop()
    this.#arrivals?.end()
    this.#arrivals = null
  }

  // The person lets this device watch its position until the order starts or ends (C113).
  share(id) {
    this.#shared.add(id)
    this.#hasAsked = this.#permission.request()
    this.#reason = this.#hasAsked ? null : "denied"
    this.#apply()
  }

  // orders: the person's, as far as the page knows them.
  follow(orders) {
    this.#waiting = orders.filter(isWaiting)
    this.#shared.remove(new Set(orders.filter(order => !isWaiting(order)).map(({ id }) => id)))
    this.#apply()
  }

  // The café where beacons locate the person; null without one, and without consent.
  present(cafe) {
    this.#place = cafe ?? null
    this.#arrivals?.present(this.#place)
    this.#apply()
  }

  // Forgets the position and the refusals. Called for another person, and after a new sign-in.
  forget() {
    this.#settled.clear()
    this.present(null)
  }

  // The state of the watch for an order: "looking", "off" when nobody has asked for it, or the reason why it cannot
  // look: "denied", "unavailable", "timed-out", "imprecise".
  state(id) {
    if (!this.#shared.has(id)) return "off"
    if (this.#permission.state === "denied") return "denied"
    if (!this.#mayLook) return "off"
    if (!this.#hasCore) return "unavailable"
    return this.#reason ?? (this.#arrivals?.isRough(id) ? "imprecise" : "looking")
  }

  #apply() {
    if (this.#arrivals === null) return
    const hasNew = this.#arrivals.follow(this.#waiting, new Set(this.#shared.ids))
    if (!this.#looks) this.#watch.stop()
    else if (hasNew) this.#watch.renew()
    else this.#watch.start()
    this.#send()
    this.#tell()
  }

  get #looks() {
    const isRefused = this.#permission.state === "denied" || this.#reason === "denied"
    return this.#hasCore && this.#mayLook && !isRefused && this.#waiting.some(({ id }) => this.#shared.has(id))
  }

  // After a reload the browser shows its question only after the person asks for the position.
  get #mayLook() { return this.#hasAsked || this.#permission.state === "granted" }

  #tell() {
    const states = JSON.stringify(this.#waiting.map(({ id }) => [id, this.state(id)]))
    if (states === this.#reported) return
    this.#reported = states
    this.#changed()
  }

  #locate(position, time) {
    this.#permission.answered()
    this.#reason = null
    this.#arrivals?.locate(time, position)
    this.#apply()
  }

  // A late or missing position may still come; a refused one does not.
  #fail(reason) {
    if (reason === "denied") this.#permission.refused()
    this.#reason = reason
    this.#apply()
  }

  #permit(state) {
    if (state === "granted" && this.#reason === "denied") this.#reason = null
    this.#arrivals?.permit(state)
    this.#apply()
  }

  #send() {
    for (const id of this.#arrivals.due) {
      if (!this.#sending.has(id) && !this.#settled.has(id)) this.#start(id)
    }
  }

  async #start(id) {
    this.#sending.add(id)
    const pause = await this.#started(id)
    if (this.#abort.signal.aborted) return
    if (pause === null) this.#settled.add(id)
    else await this.#wait(pause)
    this.#sending.delete(id)
    if (this.#arrivals !== null) this.#send()
  }

  async #wait(milliseconds) {
    let pause
    await new Promise(done => this.#pauses.add(pause = setTimeout(done, milliseconds)))
    this.#pauses.delete(pause)
  }
}
