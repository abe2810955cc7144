// Looks where this device is for orders that wait for their person, and has one started when the person has come near.
// The server is sent "start" for that order, and nothing else.

import { Arrivals } from "../models/arrivals.js"
import { isWaiting } from "../models/order.js"
import { loadCore } from "./core.js"
import { LocationPermission, LocationWatch } from "./location.js"
import { read, write } from "./storage.js"

const SHARED = "vicinity-arrivals" // the orders for which this device may look where it is
const MOST_SHARED = 20
const PAUSE = 5000 // milliseconds before an order whose start was not answered is started again

export class ArrivalWatch {
  #started
  #changed
  #isStopped = false
  #shared = read(localStorage, SHARED) ?? []
  #arrivals = null
  #waiting = []
  #place = null
  #sending = new Set()
  #refused = new Set() // of these the server has said that they cannot be started
  #retry = null
  #permission = new LocationPermission(state => this.#permit(state))
  #hasCore = true // and a browser that can know positions
  #hasAsked = false // whether the person has let this page ask the browser
  #reason = null // why there is no position, for the time being
  #told = ""
  #watch = new LocationWatch({
    located: (position, time) => this.#locate(position, time),
    failed: reason => this.#fail(reason),
    paused: () => this.#arrivals?.lose(),
  })

  // start(id): asks the server, answers true for done, false for refused, null for no answer; changed: called when what
  // state(id) says may have changed.
  constructor(start, changed) {
    this.#started = start
    this.#changed = changed
  }

  async begin() {
    const core = await loadCore().catch(() => null)
    await this.#permission.begin(core)
    if (this.#isStopped) return
    this.#arrivals = new Arrivals(core)
    this.#arrivals.permit(this.#permission.state)
    this.#arrivals.present(this.#place)
    this.#hasCore = core !== null && Boolean(navigator.geolocation)
    this.#apply()
  }

  stop() {
    this.#isStopped = true
    this.#permission.stop()
    clearTimeout(this.#retry)
    this.#watch.stop()
    this.#arrivals?.end()
    this.#arrivals = null
  }

  // The person lets this device look where it is until the order is started or ends (C113).
  share(id) {
    this.#shared = [...this.#shared.filter(other => other !== id), id].slice(-MOST_SHARED)
    this.#hasAsked = this.#permission.request()
    this.#reason = this.#hasAsked ? null : "denied"
    this.#apply()
  }

  // orders: the person's, as far as they are known.
  follow(orders) {
    this.#waiting = orders.filter(isWaiting)
    const ended = new Set(orders.filter(order => !isWaiting(order)).map(({ id }) => id))
    this.#shared = this.#shared.filter(id => !ended.has(id))
    this.#apply()
  }

  // The café at which beacons find the person, if they do and the person wants it.
  present(cafe) {
    this.#place = cafe ?? null
    this.#arrivals?.present(this.#place)
    this.#apply()
  }

  // What this device does about an order: "looking", "off" when nobody has asked it to, or why it cannot look: "denied",
  // "unavailable", "timed-out".
  state(id) {
    if (!this.#shared.includes(id)) return "off"
    if (this.#permission.state === "denied") return "denied"
    if (!this.#mayLook) return "off"
    return this.#hasCore ? this.#reason ?? "looking" : "unavailable"
  }

  #apply() {
    write(localStorage, SHARED, this.#shared.length > 0 ? this.#shared : null)
    if (this.#arrivals === null) return
    this.#arrivals.follow(this.#waiting, new Set(this.#shared))
    if (this.#looks) this.#watch.start()
    else this.#watch.stop()
    this.#send()
    this.#tell()
  }

  get #looks() {
    const isRefused = this.#permission.state === "denied" || this.#reason === "denied"
    return this.#hasCore && this.#mayLook && !isRefused && this.#waiting.some(({ id }) => this.#shared.includes(id))
  }

  // A page that was loaded anew puts the browser's question only when the person wants it to.
  get #mayLook() { return this.#hasAsked || this.#permission.state === "granted" }

  #tell() {
    const states = JSON.stringify(this.#waiting.map(({ id }) => [id, this.state(id)]))
    if (states === this.#told) return
    this.#told = states
    this.#changed()
  }

  #locate(position, time) {
    this.#permission.answered()
    this.#reason = null
    this.#arrivals?.locate(time, position)
    this.#apply()
  }

  // A position that takes long or is not known now may still come; one that is refused does not.
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
      if (!this.#sending.has(id) && !this.#refused.has(id)) this.#start(id)
    }
  }

  async #start(id) {
    this.#sending.add(id)
    const answer = await this.#started(id)
    if (answer === false) this.#refused.add(id)
    if (answer === null) await new Promise(done => { this.#retry = setTimeout(done, PAUSE) })
    this.#sending.delete(id)
    if (answer === null && this.#arrivals !== null) this.#send()
  }
}
