// The café that somebody has chosen in this browser, or how it is found. It goes when they sign out, on whichever page: the
// next person at the browser chooses anew.

import { read, write } from "../Shared/storage.js"

// By the names that models/cafe-finder.js has for the parts.
const KEYS = { preference: "vicinity-cafe-preference", lastChosen: "vicinity-last-cafe" }

export const storedCafe = () => ({ preference: read(localStorage, KEYS.preference), lastChosen: read(localStorage, KEYS.lastChosen) })

export function storeCafe(part, value) { write(localStorage, KEYS[part], value) }

// Whether nothing is kept: nobody has chosen, or who has chosen has signed out, maybe in another tab.
export const isNoCafeStored = () => Object.values(storedCafe()).every(value => value === null)

export function clearStoredCafe() { for (const part in KEYS) storeCafe(part, null) }
