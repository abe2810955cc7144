import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { channelAdvice, channelName, failureName } from "./notice-words.js"

describe("the name of a device or an address", () => {
  it("is what the person calls it", () => assert.equal(channelName({ label: "My phone", address: "https://ntfy.example/lunch", kind: "ntfy" }), "My phone"))
  it("is its address without a name", () => assert.equal(channelName({ label: "", address: "ada@example.org", kind: "mail" }), "ada@example.org"))
  it("is its kind without both", () => assert.equal(channelName({ label: "", kind: "push" }), "Browsers and phones"))
})

describe("the advice for a device or an address", () => {
  it("is to enter the code of a new address", () => assert.match(channelAdvice({ state: "unconfirmed" }), /^Enter the six digits/))
  it("is to check an address whose mail came back", () => assert.match(channelAdvice({ state: "unconfirmed", failure: "mail-bounced" }), /^Mail to this address comes back/))
  it("does not blame an address when the mail server refuses this server", () => {
    assert.match(channelAdvice({ state: "failing", kind: "mail", failure: "mail-refused" }), /^The last notice did not get through \(mail-refused\)/)
  })
  it("is none while it works", () => assert.equal(channelAdvice({ state: "working" }), null))
})

describe("why a delivery failed", () => {
  const cases = [
    ["expired", "It was too late to send it."], ["push-403", "The other server refused it."], ["http-413", "It was too large for the other server."],
    ["mail-refused", "The mail server refuses this server."], ["http-503", "Failed (http-503)."], ["of-a-later-server", "Failed (of-a-later-server)."],
  ]
  for (const [code, words] of cases) it(`${code} is a sentence`, () => assert.equal(failureName(code), words))
})
