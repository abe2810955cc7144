// Decides which café to show: a named café, the closest, the café where beacons find the person's device, or the person's own
// pick. It does not watch the position itself; `watches` tells Presence/location.js whether to. A position is used for one
// decision and then dropped.

export const Phase = Object.freeze({
  listing: "listing", // the person picks from the list
  explaining: "explaining", // "closest" was chosen; the reason is shown, the browser has not been asked
  searching: "searching", // the browser has been asked
  asking: "asking", // several cafés are equally near
  settled: "settled",
})

// Reasons after which the page does not ask for the position again.
const ENDS = ["denied", "withdrawn"]

export class CafeFinder {
  #nearest
  #cafes = []
  #asked = []
  #isRough = false
  #hasFix = false
  #place = {} // where beacons find the person's device: a café, candidates, or neither
  #present = null // that café, if it is known

  // nearest(position, cafes, current id): decides as models/nearest.js does.
  // preference: { kind: "closest" }, { kind: "followed" }, { kind: "named", cafe } or null; lastChosen: the café that was last picked by hand.
  constructor({ nearest, preference = null, lastChosen = null }) {
    this.#nearest = nearest
    this.preference = preference
    this.lastChosen = lastChosen
    this.phase = Phase.listing
    this.cafe = null
    this.reason = null // why the position is not used: denied, unavailable, timed-out, imprecise, all-closed, too-far, withdrawn
    this.closed = null // with too-far: the closed café that is near
    this.distance = null // metres to the café that was found by position
    this.watches = false
  }

  get asked() { return this.#asked }

  // Whether the question is open because the position is not exact enough, and not because the person is between cafés.
  get isRough() { return this.#isRough }

  // How the shown café was found: "beacons", "position", or null when the person picked it.
  get found() {
    if (this.#isNamed) return null
    if (this.#present !== null && this.#present === this.cafe?.id) return "beacons"
    return this.preference?.kind === "closest" && this.reason === null ? "position" : null
  }

  // The first decision, with the list of cafés and the browser's permission (C1, C8).
  begin(cafes, permission) {
    this.#cafes = cafes
    if (this.#isNamed) return this.#settle(this.preference.cafe)
    if (this.present(this.#place)) return
    if (this.preference?.kind === "followed" && this.#find(this.lastChosen)) return this.#settle(this.lastChosen)
    if (this.preference?.kind !== "closest") return this.#list()
    if (permission === "granted") return this.search()
    if (permission === "denied") return this.fail("denied")
    this.phase = Phase.explaining
  }

  // The same cafés with newer opening states or names.
  update(cafes) {
    this.#cafes = cafes
    if (this.cafe) this.cafe = this.#find(this.cafe.id) ?? this.cafe
  }

  chooseClosest(permission) {
    this.preference = { kind: "closest" }
    this.reason = null
    if (permission === "granted") return this.search()
    if (permission === "denied") return this.fail("denied")
    this.phase = Phase.explaining
  }

  // A café picked from the list: from now on no location call is made (C1).
  choose(id) {
    this.preference = { kind: "named", cafe: id }
    this.lastChosen = id
    this.reason = null
    this.#settle(id)
  }

  // Follows the café where the person's device is; until that is known, the shown one stays.
  chooseFollowed() {
    this.preference = { kind: "followed" }
    this.reason = null
    this.watches = false
    this.present(this.#place)
  }

  // Where beacons find the device: a café, several that are equally near (C4), or none. A café named by hand stays (C1).
  present(place) {
    this.#place = place
    const candidates = (place.candidates ?? []).map(id => this.#find(id)).filter(Boolean)
    this.#present = (this.#find(place.cafe) ?? (candidates.length === 1 ? candidates[0] : null))?.id ?? null
    if (this.#isNamed) return false
    if (this.#present !== null) this.#settle(this.#present, this.watches)
    else if (candidates.length > 1) this.#ask(candidates, false)
    else if (this.phase !== Phase.asking || this.watches) return false
    else this.phase = this.cafe ? Phase.settled : Phase.listing
    return true
  }

  // Following has ended: beacons no longer count.
  stopFollowing() {
    this.present({})
    if (this.preference?.kind === "followed") this.preference = null
  }

  search() {
    this.watches = true
    if (this.phase !== Phase.settled) this.phase = Phase.searching
  }

  // A position from the browser (C2, C4). Returns whether another café has become the closest. Beacons have priority.
  locate(position) {
    if (!this.watches || this.#present !== null) return false
    this.#hasFix = true
    const outcome = this.#nearest(position, this.#cafes, this.cafe?.id ?? null)
    if (outcome.decision === "none") return this.fail(outcome.reason, outcome.closed)
    this.reason = null
    if (outcome.decision === "choose") return this.#arrive(outcome)
    if (this.phase === Phase.asking && isSameList(this.#asked, outcome.cafes)) return false
    this.#ask(outcome.cafes, outcome.isRough)
    return true
  }

  // "You are between two cafés": the person's answer. The preference stays.
  answer(id) {
    this.lastChosen = id
    this.#settle(id, this.watches)
  }

  // There is no position. After a first position, a gap is ignored and the watch continues. Otherwise the shown café stays;
  // without one, the page shows the last pick, or else the list (C3). A last pick that is far away is not shown automatically.
  fail(reason, closed = null) {
    this.reason = reason
    this.closed = closed
    this.distance = null
    if (ENDS.includes(reason) || !this.#hasFix) this.watches = false
    this.#asked = []
    if (this.cafe) this.phase = Phase.settled
    else if (reason !== "too-far" && this.#find(this.lastChosen)) this.#settle(this.lastChosen, this.watches)
    else this.phase = Phase.listing
    return true
  }

  // The permission was withdrawn, or never given: use stops at once (C9).
  withdraw() {
    if (this.watches) this.fail(this.#hasFix ? "withdrawn" : "denied")
  }

  get isForgotten() { return this.cafe === null && this.preference === null && this.lastChosen === null }

  // The person has signed out: the next person gets neither their choice nor their position.
  forget() {
    this.#asked = []
    this.#hasFix = false
    this.#place = {}
    this.#present = null
    this.preference = null
    this.lastChosen = null
    this.cafe = null
    this.reason = null
    this.closed = null
    this.distance = null
    this.#list()
  }

  get #isNamed() { return this.preference?.kind === "named" }

  #ask(cafes, isRough) {
    this.#asked = cafes
    this.#isRough = isRough
    this.phase = Phase.asking
  }

  #find(id) { return this.#cafes.find(cafe => cafe.id === id) }

  #arrive({ cafe, distance }) {
    const isOther = cafe.id !== this.cafe?.id
    this.#settle(cafe.id, true)
    this.distance = distance
    return isOther
  }

  #settle(id, keepsWatching = false) {
    const cafe = this.#find(id)
    if (!cafe) return this.#list()
    this.#asked = []
    this.cafe = cafe
    this.distance = null
    this.watches = keepsWatching
    if (!keepsWatching) this.#hasFix = false
    this.phase = Phase.settled
  }

  #list() {
    this.watches = false
    this.phase = Phase.listing
  }
}

const isSameList = (left, right) =>
  left.length === right.length && left.every(cafe => right.some(other => other.id === cafe.id))
