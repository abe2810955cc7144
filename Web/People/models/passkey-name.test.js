import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { passkeyName } from "./passkey-name.js"

describe("the proposed name of a passkey", () => {
  const table = [
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", "iPhone"], ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"],
    ["Mozilla/5.0 (Linux; Android 10; K)", "Android"], ["Mozilla/5.0 (X11; Linux x86_64)", "Linux"], ["Mozilla/5.0 (X11; CrOS x86_64 1)", "ChromeOS"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"], ["something", "This device"],
  ]
  for (const [program, name] of table) it(name, () => assert.equal(passkeyName(program, [], "This device"), name))

  it("has a number when others have it", () => {
    assert.equal(passkeyName("Linux", ["Linux", "Linux 2"], ""), "Linux 3")
    assert.equal(passkeyName("Linux", ["Linux 2"], ""), "Linux")
  })
})
