// Stores in this browser what a person does not eat. It is health data, so it never leaves the browser. A signed-in person's
// filter is kept until the sign-out, a guest's until the tab is closed.

import { read, write } from "../Shared/storage.js"

const NAME = "vicinity-menu-filter"

// As it was stored, or null. Storage can be edited, so check it before use.
export const storedFilter = () => read(localStorage, NAME) ?? read(globalThis.sessionStorage, NAME)

// kept: { diets, avoid }, or null.
export function storeFilter(kept, isPerson) {
  write(localStorage, NAME, isPerson ? kept : null)
  write(globalThis.sessionStorage, NAME, isPerson ? null : kept)
}

export const clearStoredFilter = () => storeFilter(null, false)
