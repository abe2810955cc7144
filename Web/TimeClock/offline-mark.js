// Identifies this browser and numbers its punches, so that the server can tell the order of offline punches.

import { randomKey } from "../Shared/random-key.js"

const NAME = "vicinity-punch-device"

// Returns { offline: { device, counter } }, or {} when the browser stores nothing.
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
