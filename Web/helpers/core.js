// Loads the core for the page.

import { Core } from "../models/core.js"

const ADDRESS = new URL("../core/vicinity.wasm", import.meta.url)

// Rejects when the file cannot be had or the browser does not allow WebAssembly.
export async function loadCore() {
  return Core.start(await WebAssembly.compileStreaming(fetch(ADDRESS)))
}
