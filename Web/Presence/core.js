// Loads the WebAssembly core for the page.

import { Core } from "./models/core.js"

const ADDRESS = new URL("../core/vicinity.wasm", import.meta.url)

let loading = null

// One core serves the whole page. Rejects when the file cannot be loaded or the browser does not allow WebAssembly; the next
// call tries again.
export function loadCore() {
  loading ??= load()
  return loading
}

async function load() {
  try {
    return await Core.start(await WebAssembly.compileStreaming(fetch(ADDRESS)))
  } catch (error) {
    loading = null
    throw error
  }
}
