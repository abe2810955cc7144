// The shared core of Vicinity, compiled from Swift to WebAssembly: the page decides with the same code as the server
// and every device, so that no position has to leave the page.

import { CoreMemory } from "../../Shared/models/core-memory.js"
import { CoreAuthorization } from "./core-authorization.js"
import { CoreConditions } from "./core-conditions.js"

const HEADER = 4 // numbers before the places of a request
const PLACE = 3 // numbers for each place of a request
const ANSWER_HEADER = 2
const ANSWER = 2
const OUTCOMES = ["choose", "ask", "imprecise", "all-closed", "too-far"]

export class Core {
  #calls

  constructor(calls) { this.#calls = calls }

  // module: a compiled WebAssembly.Module.
  static async start(module) {
    const memory = new CoreMemory()
    const instance = await WebAssembly.instantiate(module, { env: memory.imports })
    memory.attach(instance.exports)
    return new Core(instance.exports)
  }

  // areas: as the server gives them with the cafés. The caller calls end() on the result.
  conditions(areas) { return new CoreConditions(this.#calls, areas) }

  // The permissions of the page; the caller calls end() on them.
  authorization() { return new CoreAuthorization(this.#calls) }

  // position: { latitude, longitude, accuracy in metres }; places: [{ latitude, longitude, isOpen }]; current: an index
  // or -1. Returns { outcome, isRough, places: [{ index, distance in metres }] }, the places nearest first; outcome is
  // one of OUTCOMES.
  nearestPlace(position, places, current) {
    const block = this.#calls.vicinity_nearest_block(places.length)
    try {
      const { latitude, longitude, accuracy } = position
      const flags = places.flatMap(place => [place.latitude, place.longitude, place.isOpen ? 1 : 0])
      this.#numbers(block, HEADER + PLACE * places.length).set([latitude, longitude, accuracy, current, ...flags])
      const outcome = this.#calls.vicinity_nearest_decide(block, places.length)
      return { outcome: OUTCOMES[outcome], ...this.#answer(block, places.length, outcome) }
    } finally {
      this.#calls.vicinity_nearest_release(block)
    }
  }

  #answer(block, places, outcome) {
    if (["imprecise", "all-closed"].includes(OUTCOMES[outcome])) return { isRough: false, places: [] }
    const numbers = this.#numbers(block, HEADER + PLACE * places)
    const answers = Array.from({ length: numbers[0] }, (_, number) => {
      const [index, distance] = numbers.subarray(ANSWER_HEADER + ANSWER * number)
      return { index, distance }
    })
    return { isRough: numbers[1] === 1, places: answers }
  }

  // Made for each call, because memory that grows gets a new buffer.
  #numbers(block, count) { return new Float64Array(this.#calls.memory.buffer, block, count) }
}
