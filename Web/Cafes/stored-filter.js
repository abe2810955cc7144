// Stores in this browser what a person does not eat. It tells something about their health, so it never leaves the browser.
// For somebody who is signed in it stays until they sign out; for a guest, as long as the tab.

import { read, write } from "../Shared/storage.js"

const NAME = "vicinity-menu-filter"

// As it was stored, or null; anybody may have changed it, so it is checked before use.
export const storedFilter = () => read(localStorage, NAME) ?? read(globalThis.sessionStorage, NAME)

// kept: { diets, avoid }, or null.
export function storeFilter(kept, isPerson) {
  write(localStorage, NAME, isPerson ? kept : null)
  write(globalThis.sessionStorage, NAME, isPerson ? null : kept)
}

export const clearStoredFilter = () => storeFilter(null, false)
