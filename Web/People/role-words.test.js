import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { grantsText, roleMeaning, roleName, rolesText } from "./role-words.js"

const ROLES = ["employee", "cook", "expo", "manager", "finance", "approver", "hr", "auditor", "facilities", "administrator"]

describe("roles in words", () => {
  const places = new Map([["cafe:main-cafe", "Main Café"], ["site:berlin", "Berlin"]])

  it("name the place", () => {
    assert.equal(grantsText(["cook@cafe:main-cafe", "manager@site:berlin", "administrator"], places), "cook at Main Café, manager in Berlin, and administrator")
  })
  it("show the identifier of a place that is gone", () => assert.equal(grantsText(["cook@cafe:old"], places), "cook at old"))
  it("are a list", () => assert.equal(rolesText(["employee", "expo"]), "employee and expediter"))
  it("show an unknown role as it is", () => assert.equal(roleName("gardener"), "gardener"))
  for (const role of ROLES) it(`say what ${role} may do`, () => assert.match(roleMeaning(role), /\.$/))
})
