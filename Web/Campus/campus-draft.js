// The draft of one café or site: holds it, saves each change at once, one after the other, and brings in what others changed meanwhile.

import { get, Problem, sendTagged } from "../Shared/http.js"
import { isEqual, merge } from "./models/merge.js"

const ATTEMPTS = 5 // saves of one change while others keep changing the draft

export class CampusDraft extends EventTarget {
  #address
  #state = null // as the server sent it last
  #document = null // with changes that are on their way
  #queue = Promise.resolve()

  // address: of the café or the site.
  constructor(address, decide) {
    super()
    this.address = address
    this.decide = decide
    this.#address = address
  }

  get part() { return this.#document }
  // Without unpublished changes the server sends it once.
  get inForce() { return this.#state.inForce ?? this.#state.document }
  get revision() { return this.#state.revision }
  get version() { return this.#state.version }
  get mistakes() { return this.#state.mistakes }
  get currency() { return this.#state.currency }
  get timeZone() { return this.#state.timeZone }
  // Of a site: what its beacons send, and the cafés that its spots can name.
  get beaconUUID() { return this.#state.beaconUUID }
  get major() { return this.#state.major }
  get cafes() { return this.#state.cafes }
  get changedBy() { return this.#state.changedBy ?? null }
  get changedAt() { return this.#state.changedAt ?? null }
  get isChanged() { return !isEqual(this.#document, this.inForce) }
  // The languages, the one that every text must have first. A language that the name gets is one of them at once.
  get languages() {
    const { defaultLanguage, languages } = this.#state
    return [...new Set([defaultLanguage, ...languages, ...Object.keys(this.#document?.name ?? {})])]
  }

  async load() {
    this.#take(await get(`${this.#address}/draft`))
    await this.#catchUp()
  }

  // Changes the part and saves it. change(part) returns the new part. What others changed meanwhile is brought in; where both changed
  // the same, decide({ name, clashes, mine, theirs }) is asked for "mine" or "theirs" before anything is saved. Returns the name of
  // who else changed the draft, or null.
  change(change) {
    const result = this.#queue.then(() => this.#save(change))
    this.#queue = result.catch(() => {})
    return result
  }

  async #save(change) {
    const mine = change(this.#document)
    if (isEqual(mine, this.#document)) return null
    const before = this.#document
    this.#document = mine
    this.#tell()
    let document = mine, other = null
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        this.#take(await sendTagged("PUT", `${this.#address}/draft`, { document, base: this.#state.base }, this.#state.version))
        await this.#catchUp()
        return other
      } catch (error) {
        if (!(error instanceof Problem && error.code === "stale-draft")) {
          this.#document = before
          this.#tell()
          throw error
        }
        this.#state = await get(`${this.#address}/draft`)
        other = this.#state.changedBy ?? ""
        document = await this.#join(before, mine)
      }
    }
    this.#take(this.#state)
    throw new Problem(412, { code: "stale-draft" })
  }

  async #join(before, mine) {
    const theirs = this.#state.document
    const { merged, clashes } = merge(before, mine, theirs)
    if (clashes.length === 0) return merged
    const choice = await this.decide({ name: this.#state.changedBy ?? "", clashes, before, mine, theirs })
    return choice === "mine" ? merged : merge(before, theirs, mine).merged
  }

  // Puts the changes onto the part in force, when that is another than the one they began from.
  async #catchUp() {
    const { base, revision, document, version } = this.#state
    if (base === revision) return
    const { document: begun } = await get(`${this.#address}/revisions/${base}`)
    const { merged, clashes } = merge(begun, document, this.inForce)
    try {
      this.#take(await sendTagged("PUT", `${this.#address}/draft`, { document: merged, base: revision }, version))
    } catch (error) {
      // Somebody else did it first.
      if (!(error instanceof Problem && error.code === "stale-draft")) throw error
      this.#take(await get(`${this.#address}/draft`))
    }
    this.dispatchEvent(new CustomEvent("caught-up", { detail: { clashes } }))
  }

  // Resolves when the changes so far are saved, or refused.
  get settled() { return this.#queue }

  async discard() {
    await this.#queue
    await sendTagged("DELETE", `${this.#address}/draft`, undefined, this.version)
    await this.load()
  }

  // Puts the draft in force. What was published meanwhile is brought in first, and then this throws: people see it before they
  // publish.
  async publish() {
    await this.#queue
    try {
      await sendTagged("POST", `${this.#address}/revisions`, undefined, this.version)
    } finally {
      await this.load()
    }
  }

  revisions() { return get(`${this.#address}/revisions`).then(({ revisions }) => revisions) }
  partAt(number) { return get(`${this.#address}/revisions/${number}`).then(({ document }) => document) }
  preview() { return get(`${this.#address}/draft/menu`) }

  async returnTo(number) {
    await this.#queue
    try {
      await sendTagged("POST", `${this.#address}/revisions/${number}/return`, { seen: this.revision })
    } finally {
      await this.load()
    }
  }

  #take(state) {
    this.#state = state
    this.#document = state.document
    this.#tell()
  }

  #tell() { this.dispatchEvent(new Event("changed")) }
}
