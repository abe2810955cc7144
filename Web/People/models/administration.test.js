import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { mailAddress, openPages } from "./administration.js"

describe("the pages of administration", () => {
  const keys = grants => openPages({ kind: "person", grants }).map(({ key }) => key)
  const cases = [
    [["employee"], []], [["employee", "manager@cafe:main-cafe"], ["manage", "report", "screens", "refunds"]], [["finance"], ["accounts", "refunds"]], [["finance@cafe:main-cafe"], ["refunds"]], [["auditor"], ["security-log"]], [["approver"], ["team"]], [["hr@site:berlin"], ["team"]], [["auditor@site:berlin"], []],
    [["employee", "administrator"], ["people", "manage", "report", "campus", "organisation", "screens", "badges", "gateways", "delivery", "webhooks", "attendance-rules", "security-log"]], [["facilities"], ["campus", "screens", "badges", "gateways"]],
    // A person belongs to no site, so that badges are for those whose role holds everywhere.
    [["facilities@site:berlin"], ["campus", "screens", "gateways"]],
  ]
  for (const [grants, expected] of cases) it(`of ${grants.join(" ")}`, () => assert.deepEqual(keys(grants), expected))

  it("are closed to screens and to nobody", () => {
    assert.deepEqual(openPages(null), [])
    assert.deepEqual(openPages({ kind: "device", roles: ["kitchen"] }), [])
  })
})

describe("the address of a mail", () => {
  it("carries the words", () => {
    assert.equal(mailAddress("ada@example.org", "Hello & welcome", "line\nhttps://x/welcome#T"),
      "mailto:ada@example.org?subject=Hello%20%26%20welcome&body=line%0Ahttps%3A%2F%2Fx%2Fwelcome%23T")
  })
  it("takes nothing else from the sign-in name", () => assert.equal(mailAddress("a?cc=b@c", "", ""), "mailto:a%3Fcc%3Db@c?subject=&body="))
  it("does not exist for a staff number", () => {
    assert.equal(mailAddress("4711", "", ""), null)
    assert.equal(mailAddress(undefined, "", ""), null)
  })
})
