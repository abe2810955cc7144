// Keeps a copy of the person's preferences in this browser, so that pages are right before the server answers, and without it.
// Signing out removes it.

import { read, write } from "../Shared/storage.js"
import { copyOf } from "./models/preferences.js"

const KEY = "vicinity-preferences"
let copy

export function storedPreferences() {
  if (copy === undefined) copy = globalThis.localStorage ? read(localStorage, KEY) : null
  return copy
}

// person: null removes the copy.
export function storePreferences(person) {
  copy = person && copyOf(person)
  if (globalThis.localStorage) write(localStorage, KEY, copy)
}
