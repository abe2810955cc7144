// Gives the page its tips: fetches the catalogue, loads the machine when the page is idle, and records what pages report. A
// failure here must not disturb the page; events are recorded even without tips.

import { languageOfBrowser } from "../People/own-language.js"
import { beforeSignOut, currentPrincipal, followPrincipal } from "../People/session.js"
import { get, getTagged, Problem } from "../Shared/http.js"
import { idle } from "../Shared/idle.js"
import { LONGEST_TIMER } from "../Shared/interval.js"
import { language } from "../Shared/messages.js"
import { provideTips } from "./tip-presenter.js"
import { forEachGone, takeProcess } from "./tip-processes.js"
import { TipSync } from "./tip-sync.js"
import { NearPlaces } from "./models/near-places.js"
import { PageTips } from "./models/page-tips.js"
import { TipExchange } from "./models/tip-exchange.js"
import { TipMachine } from "./models/tip-machine.js"
import { noTips } from "./models/tip-source.js"
import { replicaOf, TipStorage } from "./models/tip-storage.js"

// Offers another language, in that language: a person who cannot read the page could not read the tip either.
export const LANGUAGE_TIP = "language"

const OFFER = "/api/v1/tips?"
const MODULE = new URL("../core/tips.wasm", import.meta.url)
const FRESH = 60_000 // milliseconds for which a catalogue is fresh
const LEAST_WAIT = 1_000 // the shortest timer, in milliseconds

class Tips {
  #owner = null // "person/ada"
  #last = null // the last owner; it stays after this tab has stopped
  #storage = null // exists before the machine, for events that come early
  #running = null // { tips, sync, release, platform, lookedAt }
  #parameters = new Map() // the page's parameters
  #timer = null
  #turn = 0 // counts owners, so that work for one owner does not continue for another

  constructor() {
    followPrincipal((principal, hasLeft) => this.#follow(principal, hasLeft))
    beforeSignOut(() => this.#running?.sync?.flush())
    addEventListener("language-chosen", () => this.donate("language.chosen"))
    addEventListener("storage", event => this.#storageChanged(event))
    addEventListener("pagehide", () => this.#stop())
    addEventListener("pageshow", ({ persisted }) => { if (persisted) this.#follow(currentPrincipal(), false) })
    if (currentPrincipal()) this.#follow(currentPrincipal(), false)
  }

  // Records that the person has used a feature.
  donate(event, payload = null) {
    if (this.#running) this.#running.tips.donate(event, payload)
    else this.#storage?.wait(event, payload, Date.now())
  }

  // Records that the person is at a place: once for each visit, without the place.
  near(place) {
    if (!this.#storage) return
    const area = new NearPlaces(localStorage, this.#storage.nearName, random).visit(place, Date.now())
    if (area !== null) this.donate("cafe.near", { area })
  }

  // Records that the person has ordered at a place, which they know now; the place stays on this device.
  orderedAt(place) {
    if (!this.#storage) return
    const area = new NearPlaces(localStorage, this.#storage.nearName, random).take(place, Date.now())
    if (area !== null) this.donate("cafe.known", { area })
  }

  // Sets a parameter that only the page knows.
  set(parameter, value) {
    this.#parameters.set(parameter, value)
    this.#running?.tips.set(parameter, value)
  }

  // Handles changes in the feed: another device of the person may have exchanged tips.
  feedChanged(changes) {
    const exchanged = changes.findLast(({ kind }) => kind === "tips")
    if (exchanged) this.#running?.sync?.learned(exchanged.body.cursor)
  }

  // The feed has started again, so changes may have been missed.
  feedRestarted() { this.#running?.sync?.hurry() }

  // The server has erased its data; this browser erases its own at once and starts again.
  async erase() {
    this.#stop()
    this.#forget(this.#last)
    await this.#follow(currentPrincipal(), false)
  }

  async #follow(principal, hasLeft) {
    const owner = principal && `${principal.kind}/${principal.id}`
    if (owner !== this.#owner) this.#stop()
    if (hasLeft) this.#forget(this.#last)
    if (owner === this.#owner || !owner) return
    this.#owner = owner
    this.#last = owner
    this.#storage = this.#storageOf(owner, null)
    try {
      await this.#begin(principal, owner, this.#turn)
    } catch (error) {
      console.warn(`There are no tips: ${error.message}`)
    }
  }

  #forget(owner) {
    if (owner) this.#storageOf(owner, null).forget()
  }

  #storageOf(owner, process) { return new TipStorage(localStorage, owner, process, console.warn) }

  async #begin(principal, owner, turn) {
    const platform = principal.kind === "person" ? "web" : "screen"
    const offers = await this.#offers(this.#storage, platform)
    if (turn !== this.#turn || !offers.some(({ body }) => body.tips.length > 0)) return
    await idle()
    const [module, place] = await Promise.all([loadModule(), takeProcess(owner)])
    if (place === null) return
    const { process, release } = place
    const device = turn === this.#turn ? TipStorage.device(localStorage, random) : null
    const machine = device && await TipMachine.start(module, replicaOf(device, process))
    if (turn !== this.#turn) {
      machine?.end()
      return release()
    }
    const tipStorage = this.#storageOf(owner, process)
    const exchange = principal.kind === "person" ? new TipExchange() : null
    const tips = new PageTips({ machine, tipStorage, exchange, now: () => Date.now(), open: goTo })
    let others
    try {
      others = tips.begin()
      takeFirst(tips, tipStorage, offers)
    } catch (error) {
      tips.end()
      release()
      throw error
    }
    for (const [parameter, value] of this.#parameters) tips.set(parameter, value)
    const sync = exchange && new TipSync({ tips, exchange, device, answered: isUrgent => this.#exchanged(platform, isUrgent) })
    this.#storage = tipStorage
    this.#running = { tips, sync, release, platform, lookedAt: Date.now() }
    tips.subscribe(() => this.#wait())
    await forEachGone(owner, others, process => { if (turn === this.#turn) tips.takeOver(process) })
    // For a person who is new to this browser the server is asked first: a tip that was closed elsewhere must not show here.
    if (sync && exchange.cursor === 0 && !exchange.hasTried) await sync.exchange()
    if (turn !== this.#turn) return
    provideTips(tips)
    this.#wait()
  }

  // The server's offer for this person, and the last good copy of it, so that an offline page has tips too. Each is { query,
  // other, tag, body }; none when there has never been one, or when the server has none for this person.
  async #offers(tipStorage, platform) {
    const query = offerQuery(platform, language())
    const other = platform === "web" ? languageOfBrowser() : null
    const known = [tipStorage.catalogue].filter(kept => kept?.query === query && kept.other === other)
    try {
      const answer = await getTagged(`${OFFER}${query}`, known[0]?.tag ?? null)
      if (!Array.isArray(answer?.body?.tips)) return known
      const spoken = other === null ? answer.body : await withTipIn(other, answer.body, platform)
      // The offer is usable without these words; the next request asks for them again.
      return [{ query, other, tag: spoken && answer.tag, body: spoken ?? answer.body }, ...known]
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) return known
      // Nobody is signed in any more, so nothing more may be stored for that person.
      if (error.status === 401 && tipStorage === this.#storage) this.#storage = null
      return []
    }
  }

  // The server has answered, so it has the tips that were seen here.
  #exchanged(platform, isUrgent) {
    dispatchEvent(new Event("tips-exchanged"))
    return this.#look(platform, isUrgent)
  }

  // Facts and switches change with the actions of this person and of others.
  async #look(platform, isUrgent = false) {
    const running = this.#running
    if (!running || (!isUrgent && Date.now() - running.lookedAt < FRESH)) return
    running.lookedAt = Date.now()
    const offers = await this.#offers(this.#storage, platform)
    if (offers.length === 0 || running !== this.#running) return
    try {
      takeFirst(running.tips, this.#storage, offers)
    } catch (error) {
      console.warn(`The catalogue of tips is not taken: ${error.message}`)
    }
  }

  // Wakes when a status changes by time alone.
  #wait() {
    clearTimeout(this.#timer)
    if (!this.#running) return
    this.#running.sync?.plan()
    const { next } = this.#running.tips
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#running?.tips.elapsed(), Math.min(Math.max(next - Date.now() + 1, LEAST_WAIT), LONGEST_TIMER))
  }

  // Another tab has written a record, or has signed the person out.
  #storageChanged({ key, newValue }) {
    if (!this.#running) return
    const process = this.#storage.processOf(key)
    if (process === null) return
    if (newValue !== null) return this.#running.tips.hear(process)
    if (key !== this.#storage.key) return
    // Another tab has signed out or erased the tips; data that this tab has written since is removed, too.
    const tipStorage = this.#storage
    this.#stop()
    tipStorage.leave()
    this.#follow(currentPrincipal(), false)
  }

  // The page is left, or the person signs out.
  #stop() {
    this.#turn += 1
    clearTimeout(this.#timer)
    const running = this.#running
    this.#running = null
    this.#owner = null
    this.#storage = null
    if (!running) return
    provideTips(noTips)
    running.sync?.stop()
    running.tips.end()
    running.release()
  }
}

const offerQuery = (platform, lang) => new URLSearchParams({ platform, lang }).toString()

// An offer with the language tip in the other language; null when its words cannot be loaded.
async function withTipIn(other, offer, platform) {
  if (!offer.tips.some(({ id }) => id === LANGUAGE_TIP)) return offer
  try {
    const { tips } = await get(`${OFFER}${offerQuery(platform, other)}`)
    const spoken = tips.find(({ id }) => id === LANGUAGE_TIP)
    return { ...offer, tips: offer.tips.map(tip => (tip.id === LANGUAGE_TIP && spoken) || tip) }
  } catch {
    return null
  }
}

// Takes the first readable catalogue, which is then the last good one (TA5). Throws the error of the last one when none is
// readable.
function takeFirst(tips, tipStorage, [offer, ...others]) {
  try {
    tips.take(offer.body)
    tipStorage.catalogue = offer
  } catch (error) {
    if (others.length === 0) throw error
    takeFirst(tips, tipStorage, others)
  }
}

const random = bytes => crypto.getRandomValues(bytes)

let compiling = null

// Compiles once for a page. Rejects when the file cannot be loaded, or the browser does not allow WebAssembly.
function loadModule() {
  compiling ??= WebAssembly.compileStreaming(fetch(MODULE)).catch(error => {
    compiling = null
    throw error
  })
  return compiling
}

function goTo(address) {
  const target = new URL(address, location.href)
  if (target.pathname === location.pathname && target.hash) location.hash = target.hash
  else location.assign(target)
}

export const tips = new Tips()
