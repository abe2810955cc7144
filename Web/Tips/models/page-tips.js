// The tips of one person in one page: the tip source (tip-source.js) over the machine, the browser's storage, and the
// exchange with the server. It has no page access: functions for effects outside are passed in.

import { erasedLike } from "./tip-bytes.js"
import { AVAILABLE } from "./tip-machine.js"
import { Ending } from "./tip-source.js"

const ACTED = "tip.acted"
const DISMISSED = "tip.dismissed"
const OURS = "https://ours.invalid" // a placeholder for the address of this server

export class PageTips {
  #machine
  #storage
  #exchange
  #now
  #open
  #changed = new Set()
  #catalogue = null
  #tips = new Map() // by id: { place, tip, actions }
  #groups = new Map() // by name: { ordered, tips }
  #privateEvents = new Set() // events that must stay on the device, now and later
  #parameters = new Map() // the page's parameters
  #running = new Map() // seconds on screen of the shown tips, by tip and surface
  #statuses = null
  #isEnded = false

  // exchange: a TipExchange, or null for a device without a person. open: goes to an address of ours.
  constructor({ machine, tipStorage, exchange, now, open }) {
    this.#machine = machine
    this.#storage = tipStorage
    this.#exchange = exchange
    this.#now = now
    this.#open = open
  }

  // Joins the records that the browser has stored, and adds the appearances that this process had not reported when it
  // ended. Records of other tabs stay unchanged. Returns the processes that own them.
  begin() {
    const now = this.#now()
    const records = this.#storage.all(ledger => this.#canJoin(ledger))
    for (const name of records.flatMap(({ privateEvents }) => privateEvents)) this.#privateEvents.add(name)
    const [own, others] = [records.filter(({ isOwn }) => isOwn), records.filter(({ isOwn }) => !isOwn)]
    this.#recall(own)
    this.#exchange?.resume(Math.max(0, ...records.map(({ cursor }) => cursor)), records.some(({ isUnsent }) => isUnsent), now)
    const waiting = this.#storage.takeWaiting()
    for (const [event, payload, time] of waiting) this.#donated(event, payload, time)
    if (waiting.length > 0) this.#exchange?.changed(now)
    this.#save()
    return others.map(({ process }) => process)
  }

  // Sets the current catalogue. Throws for an unreadable catalogue; then the earlier one stays.
  take(catalogue) {
    const kept = this.#known(catalogue)
    const isWorthKeeping = this.#machine.declare(kept, this.#now())
    const before = this.#tips
    this.#catalogue = kept
    this.#tips = new Map(kept.tips.map((tip, place) => [tip.id, { place, actions: tip.actions ?? [], tip: same(before.get(tip.id)?.tip, shown(tip)) }]))
    this.#groups = new Map(kept.groups.map(group => [group.name, { ...group, tips: group.tips.filter(id => this.#tips.has(id)) }]))
    if (isWorthKeeping) this.#keep()
    this.#tell()
  }

  // Takes over the record of a closed tab; the caller holds its lock.
  takeOver(process) {
    if (this.#isEnded) return
    const record = this.#storage.one(process, ledger => this.#canJoin(ledger), true)
    if (record === null) return
    this.#recall([record])
    if (record.isUnsent) this.#exchange?.changed(this.#now())
    if (this.#save()) this.#storage.drop(process)
    this.#remind()
    this.#tell()
  }

  // Another tab has written its record.
  hear(process) {
    if (this.#isEnded) return
    this.#storage.one(process, ledger => this.#canJoin(ledger))
    this.#remind()
    this.#tell()
  }

  // Records that the person has used something.
  donate(event, payload = null) {
    if (this.#isEnded) return
    this.#donated(event, payload, this.#now())
    this.#keep()
    this.#tell()
  }

  // Sets a parameter of the page.
  set(parameter, value) {
    if (this.#isEnded) return
    this.#parameters.set(parameter, value)
    if (this.#machine.set(parameter, value, this.#now())) this.#keep()
    this.#tell()
  }

  // The changes to send and the received changes, for TipSync.
  get changes() { return this.#machine.shared(this.#exchange.limit(this.#now())) }

  // Whether an event is later than the server would accept, and is therefore not among the changes.
  get isCut() { return this.changes.length !== this.#machine.shared().length }

  // Joins the server's changes; returns whether they contain everything that may be sent from here.
  joined(ledger) {
    const before = this.#exchange.cursor === 0 ? this.#machine.ledger : null
    this.#machine.merge(ledger, this.#now())
    if (before !== null) this.#restore(before, ledger)
    this.#remind()
    this.#tell()
    return this.#machine.holds(ledger, this.changes)
  }

  save() { return this.#save() }

  // When time alone changes a status, in milliseconds; infinite for never.
  get next() { return this.#look().next }

  // Time has passed.
  elapsed() { this.#tell() }

  // Ends; nothing is written afterwards.
  end() {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#tell()
    this.#machine.end()
  }

  // MARK: tip source

  current(name) {
    if (this.#isEnded) return null
    const group = this.#groups.get(name)
    if (!group) return this.#isAvailable(name) ? this.#tips.get(name).tip : null
    const candidates = group.ordered ? group.tips.filter(id => !this.isOver(id)).slice(0, 1) : group.tips
    const id = candidates.find(id => this.#isAvailable(id))
    return id === undefined ? null : this.#tips.get(id).tip
  }

  mayStay(id) { return !this.#isEnded && this.#isAvailable(id) }

  // A tip that is no longer in the catalogue has ended too.
  isOver(id) {
    if (this.#isEnded || !this.#tips.has(id)) return true
    return this.#look().codes[this.#tips.get(id).place] > AVAILABLE
  }

  subscribe(changed) {
    this.#changed.add(changed)
    return () => this.#changed.delete(changed)
  }

  appeared(id, surface) {
    this.#running.set(`${id} ${surface}`, [id, 0])
    this.#after(this.#machine.appeared(id, surface, this.#now()))
  }

  onScreen(id, surface, seconds) {
    if (!this.#running.has(`${id} ${surface}`)) return
    this.#running.set(`${id} ${surface}`, [id, seconds])
    const hasEnded = this.#machine.measured(id, surface, seconds, this.#now())
    this.#save()
    if (hasEnded) this.#after(true)
  }

  ended(id, surface, seconds, how) {
    this.#running.delete(`${id} ${surface}`)
    if (this.#isEnded) return
    this.#machine.disappeared(id, surface, seconds, this.#now())
    if (how === Ending.dismissed) this.#donated(DISMISSED, { tip: id }, this.#now())
    this.#after(true)
  }

  closed(id) { this.#after(this.#machine.invalidate(id, "tipClosed", this.#now())) }

  // An action that leads somewhere fulfils the purpose of the tip.
  acted(id, action) {
    const address = this.#tips.get(id)?.actions.find((one, index) => (one.id ?? String(index)) === action)?.opens
    this.#donated(ACTED, { tip: id, action }, this.#now())
    if (address) this.#machine.invalidate(id, "actionPerformed", this.#now())
    this.#after(true)
    if (isOurAddress(address)) this.#open(address)
  }

  // MARK: parts

  #recall(records) {
    for (const name of records.flatMap(({ privateEvents }) => privateEvents)) this.#privateEvents.add(name)
    for (const [tip, seconds] of records.flatMap(({ running }) => running)) this.#machine.recalled(tip, seconds, this.#now())
  }

  // Events before the first contact with the server count as if they had happened after all erasures.
  #restore(before, ledger) {
    const restored = erasedLike(before, ledger)
    if (restored === before) return
    this.#machine.merge(restored, this.#now())
    this.#exchange.changed(this.#now())
  }

  #canJoin(ledger) {
    try {
      this.#machine.merge(ledger, this.#now())
      return true
    } catch {
      return false
    }
  }

  // A ledger of a later epoch resets everything (T15), including facts of the server and parameters of the page.
  #remind() {
    this.#machine.learn(this.#catalogue?.facts, this.#now())
    for (const [parameter, value] of this.#parameters) this.#machine.set(parameter, value, this.#now())
  }

  // Events that had to stay on the device stay there, whatever a later catalogue says.
  #known(catalogue) {
    for (const { name, staysOnDevice } of catalogue.events) if (staysOnDevice) this.#privateEvents.add(name)
    const events = catalogue.events.map(event => (this.#privateEvents.has(event.name) ? { ...event, staysOnDevice: true } : event))
    return { ...catalogue, events }
  }

  #donated(event, payload, time) { this.#machine.donate(event, payload, time) }

  #isAvailable(id) {
    const known = this.#tips.get(id)
    return known !== undefined && this.#look().codes[known.place] === AVAILABLE
  }

  #look() {
    if (this.#statuses === null || this.#now() >= this.#statuses.next) this.#statuses = this.#machine.statuses(this.#now())
    return this.#statuses
  }

  #after(isWorthKeeping) {
    if (this.#isEnded) return
    if (isWorthKeeping) this.#keep()
    this.#tell()
  }

  #keep() {
    this.#exchange?.changed(this.#now())
    this.#save()
  }

  #save() {
    if (this.#isEnded) return false
    return this.#storage.save({
      ledger: this.#machine.ledger, isUnsent: this.#exchange?.isUnsent ?? false, cursor: this.#exchange?.cursor ?? 0,
      running: [...this.#running.values()], privateEvents: [...this.#privateEvents],
    })
  }

  #tell() {
    this.#statuses = null
    for (const changed of this.#changed) changed()
  }
}

// A tip in the form for the renderer (tip.js).
function shown({ id, title, message, image, imageText, style, language, actions = [] }) {
  return {
    id, title, message: message ?? null, image: image ?? null, imageText: imageText ?? null, style: style ?? null, language: language ?? null,
    actions: actions.map(({ id, title }) => ({ id, label: title })),
  }
}

// The same object as long as the content is the same.
const same = (before, tip) => (before !== undefined && JSON.stringify(before) === JSON.stringify(tip) ? before : tip)

// Whether an address is a page of this server.
export const isOurAddress = address =>
  typeof address === "string" && address.startsWith("/") && originOf(address) === OURS

function originOf(address) {
  try {
    return new URL(address, OURS).origin
  } catch {
    return null
  }
}
