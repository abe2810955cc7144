// Conditions that the core decides for the page, with the state machine that the server and every device use: one noisy
// position changes nothing. No input is stored.

const KINDS = {
  circle: ({ latitude, longitude, radius }) => [0, latitude, longitude, radius],
  polygon: ({ outer, holes }) => [1, 1 + holes.length, ...[outer, ...holes].flatMap(corners)],
}
const STATES = ["unknown", "satisfied", "unsatisfied", "unmonitored"]
const PERMISSIONS = { granted: 0, prompt: 2, denied: 3 } // the browser's word, and its number in the core

export class CoreConditions {
  #calls
  #place
  #count

  // areas: { circle: { latitude, longitude, radius in metres } }, or { polygon: { outer, holes } } with corners of latitude
  // and longitude. Throws for an area that cannot be decided.
  constructor(calls, areas) {
    const numbers = areas.flatMap(numbersOf)
    const block = calls.vicinity_conditions_block(numbers.length)
    try {
      new Float64Array(calls.memory.buffer, block, numbers.length).set(numbers)
      this.#place = calls.vicinity_conditions_begin(block, numbers.length)
    } finally {
      calls.vicinity_conditions_release(block)
    }
    if (this.#place === 0) throw new RangeError("an area is not on the globe, or has no usable shape")
    this.#calls = calls
    this.#count = areas.length
  }

  // Each of these returns whether anything changed; the time of a position is in milliseconds.
  locate(time, { latitude, longitude, accuracy }) {
    return this.#calls.vicinity_conditions_locate(this.#place, time, latitude, longitude, accuracy) > 0
  }

  // An unknown permission counts as a refusal.
  permit(permission) {
    return this.#calls.vicinity_conditions_permit(this.#place, PERMISSIONS[permission] ?? PERMISSIONS.denied) > 0
  }

  lose() { return this.#calls.vicinity_conditions_lose(this.#place) > 0 }

  get states() {
    return Array.from({ length: this.#count }, (_, index) => STATES[this.#calls.vicinity_conditions_state(this.#place, index)])
  }

  // Releases the conditions; call nothing afterwards.
  end() { this.#calls.vicinity_conditions_end(this.#place) }
}

const corners = ring => [ring.length, ...ring.flatMap(({ latitude, longitude }) => [latitude, longitude])]

function numbersOf(area) {
  const [kind] = Object.keys(area)
  if (!(kind in KINDS)) throw new RangeError(`an area of kind ${kind} is not known`)
  return KINDS[kind](area[kind])
}
