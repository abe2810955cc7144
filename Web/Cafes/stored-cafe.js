// Stores in this browser which café the person has chosen, or how to find a café. Signing out on any page clears this,
// so that the next person chooses for themselves.

import { read, write } from "../Shared/storage.js"
import { clearStoredFilter } from "./stored-filter.js"

// The keys are the names of models/cafe-finder.js.
const KEYS = { preference: "vicinity-cafe-preference", lastChosen: "vicinity-last-cafe" }

export const storedCafe = () => ({ preference: read(localStorage, KEYS.preference), lastChosen: read(localStorage, KEYS.lastChosen) })

export function storeCafe(part, value) { write(localStorage, KEYS[part], value) }

// Whether nothing is stored: nobody has chosen, or the person has signed out, perhaps in another tab.
export const isNoCafeStored = () => Object.values(storedCafe()).every(value => value === null)

export function clearStoredCafe() {
  for (const part in KEYS) storeCafe(part, null)
  clearStoredFilter()
}
