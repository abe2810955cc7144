// Prints the number that the core computes in WebAssembly for each seed: node browser.mjs MODULE FUNCTION SEED …

import { readFile } from "node:fs/promises"
import { argv } from "node:process"
import { CoreMemory } from "../../Web/Shared/models/core-memory.js"

const [, , file, name, ...seeds] = argv
const memory = new CoreMemory()
// What compares may use hash tables, which pages do without; any seed will do, as nothing may depend on it.
const imports = { ...memory.imports, arc4random_buf() {} }
const { instance } = await WebAssembly.instantiate(await readFile(file), { env: imports })
memory.attach(instance.exports)
for (const seed of seeds) console.log(BigInt.asUintN(64, instance.exports[name](BigInt(seed))).toString())
