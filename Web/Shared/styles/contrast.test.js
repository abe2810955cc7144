// WCAG 2.2, success criterion 1.4.3: the contrast of every pair that VISUAL.md names, read from the style sheets.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"

const sheet = name => readFileSync(new URL(`./${name}.css`, import.meta.url), "utf8")
const properties = css => new Map([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value.trim()]))
const COLOURS = properties(sheet("colours"))
const MEANINGS = properties(sheet("meanings"))
const AA = 4.5

// The value of a meaning in one scheme: "light-dark(var(--a), var(--b))".
function colour(meaning, scheme) {
  const found = MEANINGS.get(meaning)?.match(/^light-dark\(var\(--([\w-]+)\), var\(--([\w-]+)\)\)$/)
  assert.ok(found, `${meaning} has a light and a dark colour`)
  const value = COLOURS.get(found[scheme === "light" ? 1 : 2])
  assert.match(value ?? "", /^#[0-9A-F]{6}$/i, `${meaning} is a colour by name`)
  return value
}

function luminance(hex) {
  const [red, green, blue] = [1, 3, 5].map(start => {
    const channel = parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(left, right) {
  const [darker, lighter] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe("contrast", () => {
  it("is computed correctly", () => {
    assert.equal(contrast("#000000", "#FFFFFF"), 21)
    assert.ok(Math.abs(contrast("#777777", "#FFFFFF") - 4.48) < 0.01)
  })

  for (const scheme of ["light", "dark"]) {
    for (const meaning of ["ink", "muted", "accent", "ready", "waiting", "information", "alarm"]) {
      for (const surface of ["surface", "card"]) {
        it(`${meaning} on ${surface}, ${scheme}`, () => {
          const ratio = contrast(colour(meaning, scheme), colour(surface, scheme))
          assert.ok(ratio >= AA, `${ratio.toFixed(2)} is below ${AA}`)
        })
      }
    }
    for (const meaning of ["accent", "ready", "alarm"]) {
      it(`text on ${meaning}, ${scheme}`, () => {
        assert.ok(contrast(colour("on-colour", scheme), colour(meaning, scheme)) >= AA)
      })
    }
  }
})
