import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { it } from "node:test"
import { ICONS } from "../Shared/icons.js"
import { SCREEN_ICONS } from "./screen-icons.js"

const campus = JSON.parse(readFileSync(new URL("../../Examples/demo-campus.json", import.meta.url), "utf8"))

it("each kind of screen of the demo has an icon that exists", () => {
  const kinds = campus.sites.flatMap(({ cafes }) => cafes).flatMap(({ devices = [] }) => devices).map(({ role }) => role)
  const more = (campus.devices ?? []).map(({ role }) => role)
  const all = new Set([...kinds, ...more])
  assert.ok(all.has("kiosk"))
  for (const kind of all) assert.ok(SCREEN_ICONS[kind] in ICONS, kind)
})
