// Prints the number that the core computes in WebAssembly for each seed: node browser.mjs MODULE SEED …

import { readFile } from "node:fs/promises"
import { argv } from "node:process"
import { CoreMemory } from "../../Web/models/core-memory.js"

const [, , file, ...seeds] = argv
const memory = new CoreMemory()
const { instance } = await WebAssembly.instantiate(await readFile(file), { env: memory.imports })
memory.attach(instance.exports)
for (const seed of seeds) console.log(BigInt.asUintN(64, instance.exports.vicinity_smoke(BigInt(seed))).toString())
