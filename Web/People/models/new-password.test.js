import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { passwordFault } from "./new-password.js"

describe("new password", () => {
  const table = [
    ["nine lett", "ada@example.org", "too-short"],
    ["ten letter", "ada@example.org", null],
    ["🇺🇾🇺🇾🇺🇾🇺🇾🇺🇾", "ada@example.org", "too-short"],
    ["my lovelace story", "lovelace@example.org", "holds-name"],
    ["MY LOVELACE STORY", "lovelace@example.org", "holds-name"],
    ["the ada story", "ada@example.org", null],
    ["number 4711 it is", "4711", "holds-name"],
    ["a long enough one", "", null],
  ]
  for (const [password, name, fault] of table) {
    it(`“${password}” of ${name || "nobody"} is ${fault ?? "good"}`, () => assert.equal(passwordFault(password, name), fault))
  }
})
