import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { describe, it } from "node:test"

const WEB = new URL("../", import.meta.url)
const pages = readdirSync(WEB, { recursive: true }).filter(path => path.endsWith(".html") && !path.includes("parts"))

describe("a page before its script runs", () => {
  it("is found", () => assert.ok(pages.includes("Cafes/order.html")))

  for (const path of pages) {
    const main = readFileSync(new URL(path, WEB), "utf8").match(/<main[^]*<\/main>/)[0]

    it(`${path} has a heading and says what the page is for`, () => {
      assert.match(main, /<h1>\{\{[^}]+\}\}<\/h1>\s*(\{\{#demo\}\})?<p[^>]*>\{\{[^}]+\}\}<\/p>/)
    })

    it(`${path} leads on, or says that it needs JavaScript`, () => assert.match(main, /<a [^>]*href="\/|<noscript>/))
  }
})
