// The core as `scripts/wasm` built it, for tests outside a browser.

import { readFile } from "node:fs/promises"
import { Core } from "./core.js"

const file = new URL("../../core/vicinity.wasm", import.meta.url)
export const core = await Core.start(await WebAssembly.compile(await readFile(file)))
