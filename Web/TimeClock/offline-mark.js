// Names this browser and counts its punches, so that one that arrives later is recognised and put in its order.

import { randomKey } from "../Shared/random-key.js"

const NAME = "vicinity-punch-device"

// { offline: { device, counter } }, or {} where the browser keeps nothing.
export function offlineMark() {
  try {
    const { device, counter } = JSON.parse(localStorage.getItem(NAME) ?? "null") ?? { device: randomKey(), counter: 0 }
    const mark = { device, counter: counter + 1 }
    localStorage.setItem(NAME, JSON.stringify(mark))
    return { offline: mark }
  } catch {
    return {}
  }
}
