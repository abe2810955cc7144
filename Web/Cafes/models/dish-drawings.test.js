import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { it } from "node:test"
import { DRAWINGS } from "./dish-drawings.js"

it("the list of drawings has those of the folder", () => {
  const files = readdirSync(new URL("../../images/dishes", import.meta.url)).map(file => file.replace(/\.svg$/u, ""))
  assert.deepEqual(DRAWINGS, files.sort())
})
