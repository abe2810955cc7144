import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { EVERYWHERE, grantsOf, isSameGrants, parseGrant, placeChoices, placeNames, placesByRole, takesPlace } from "./grants.js"

describe("a grant", () => {
  const texts = [
    ["administrator", { role: "administrator", scope: "organisation", place: null }],
    ["cook@cafe:main-cafe", { role: "cook", scope: "cafe", place: "main-cafe" }],
    ["manager@site:berlin", { role: "manager", scope: "site", place: "berlin" }],
  ]
  for (const [text, grant] of texts) it(`${text} is read`, () => assert.deepEqual(parseGrant(text), grant))
})

describe("the places of roles", () => {
  const grants = ["employee", "cook@cafe:main-cafe", "cook@cafe:coffee"]

  it("are grouped by role and written back", () => {
    const places = placesByRole(grants)
    assert.deepEqual(places, { employee: [EVERYWHERE], cook: ["cafe:main-cafe", "cafe:coffee"] })
    assert.deepEqual(grantsOf(places), grants)
  })

  it("drop what everywhere contains, and repeated places", () => {
    assert.deepEqual(grantsOf({ cook: ["cafe:a", EVERYWHERE] }), ["cook"])
    assert.deepEqual(grantsOf({ cook: ["cafe:a", "cafe:a"] }), ["cook@cafe:a"])
  })

  it("compare without an order", () => {
    assert.ok(isSameGrants(["a", "b"], ["b", "a"]))
    assert.ok(!isSameGrants(["a", "b"], ["a"]))
    assert.ok(!isSameGrants(["a"], ["b"]))
  })

  it("are not offered for an administrator, unless one is there", () => {
    assert.ok(takesPlace("cook", [EVERYWHERE]))
    assert.ok(!takesPlace("administrator", [EVERYWHERE]))
    assert.ok(takesPlace("administrator", ["site:berlin"]))
  })
})

describe("the choices of places", () => {
  it("list each site before its cafés", () => {
    const berlin = { id: "berlin", name: "Berlin" }
    const cafes = [{ id: "a", name: "A", site: berlin }, { id: "x", name: "X", site: { id: "tokyo", name: "Tokyo" } }, { id: "b", name: "B", site: berlin }]
    assert.deepEqual(placeChoices(cafes).map(({ value }) => value), [EVERYWHERE, "site:berlin", "cafe:a", "cafe:b", "site:tokyo", "cafe:x"])
  })

  it("have names", () => {
    const names = placeNames([{ id: "a", name: "A", site: { id: "berlin", name: "Berlin" } }])
    assert.deepEqual([...names], [["cafe:a", "A"], ["site:berlin", "Berlin"]])
  })
})
