import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { isUsable, keptScan, scannedCode } from "./door-scan.js"

describe("a scanned code of an entrance", () => {
  const table = [
    ["the code of a picture", "#door=entrance-berlin.AAAA", "entrance-berlin.AAAA"],
    ["with an escape", "#door=a%2Eb", "a.b"],
    ["with a broken escape", "#door=%", "%"],
    ["no code", "", null],
    ["another fragment", "#hours", null],
  ]
  for (const [name, hash, expected] of table) it(name, () => assert.equal(scannedCode(hash), expected))

  it("can be confirmed until its end, also before the server’s time is known", () => {
    const scan = { scan: "x", expiresAt: "2026-11-20T08:10:00.000Z" }
    assert.equal(isUsable(scan, null), true)
    assert.equal(isUsable(scan, Date.parse("2026-11-20T08:09:59.999Z")), true)
    assert.equal(isUsable(scan, Date.parse("2026-11-20T08:10:00.000Z")), false)
  })

  it("is kept as text, and nothing else is read", () => {
    assert.deepEqual(keptScan('{"scan":"x"}'), { scan: "x" })
    for (const text of [null, "", "{", "{}", "3"]) assert.equal(keptScan(text), null)
  })
})
