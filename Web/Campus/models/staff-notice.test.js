import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { staffNotice } from "./staff-notice.js"

const RETENTION = [{ kind: "presence-events", hours: 24 }, { kind: "crossings", hours: 24 }, { kind: "data-looks", hours: 8760 }]
const setting = (name, ...values) => ({ name, values, origin: "file" })

// W126: "Configuration generates the notice text and DPIA inputs" – this part of it.
describe("the notice for staff", () => {
  it("says the least of a server that collects the least", () => {
    const facts = { settings: [], retention: RETENTION, collects: { hasBadges: false, gateways: 0, entrances: 0, people: 3, sites: [{ name: "Berlin" }] } }
    assert.deepEqual(staffNotice(facts).map(({ key }) => key), ["orders", "positions", "punches", "looks", "rights"])
  })

  it("says each thing that the configuration adds, with its numbers", () => {
    const facts = {
      settings: [setting("order-identity-days", "90"), setting("identity-provider", "https://login.example.org/x"), setting("stripe-secret-key", "/etc/key"), setting("mail-server", "smtp://mail")],
      retention: RETENTION,
      collects: { hasBadges: true, gateways: 4, entrances: 2, people: 3, sites: [{ name: "Berlin", recordsUntil: "2027-03-31", informed: 12 }, { name: "Austin", attendanceHost: "time.example.org" }] },
    }
    assert.deepEqual(staffNotice(facts), [
      { key: "orders", days: 90 }, { key: "positions" }, { key: "badges", gateways: 4, hours: 24 }, { key: "doors", hours: 24 },
      { key: "records", site: "Berlin", until: "2027-03-31", informed: 12 }, { key: "punches" }, { key: "elsewhere", site: "Austin", host: "time.example.org" },
      { key: "provider", name: "login.example.org" }, { key: "cards" }, { key: "mail" }, { key: "looks", days: 365 }, { key: "rights" },
    ])
  })

  it("needs badges and somebody who hears them to speak of badges", () => {
    const keys = (hasBadges, gateways) => staffNotice({ settings: [], retention: RETENTION, collects: { hasBadges, gateways, entrances: 0, people: 1, sites: [] } }).map(({ key }) => key)
    assert.equal(keys(true, 0).includes("badges"), false)
    assert.equal(keys(false, 2).includes("badges"), false)
  })
})
