import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { bySite, parsePractice } from "./data-practices.js"

describe("practices of collecting", () => {
  it("have a kind, a site and a value", () => {
    assert.deepEqual(parsePractice("follows/berlin/gateways"), { kind: "follows", site: "berlin", value: "gateways" })
    assert.deepEqual(parsePractice("keeps-names/90"), { kind: "keeps-names", site: null, value: "90" })
  })

  it("are announced site by site, and those of the organisation by the server", () => {
    assert.deepEqual(bySite(["follows/berlin/gateways", "keeps-names/90", "shows/tokyo/team", "reminds/berlin/devices"]), [
      ["berlin", ["follows/berlin/gateways", "reminds/berlin/devices"]], ["tokyo", ["shows/tokyo/team"]],
    ])
  })
})
