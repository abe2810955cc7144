import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { CampusDraft } from "./campus-draft.js"

const part = (soup, tea = 200, name = "Soup") => ({
  menu: { sections: [{ id: "a", items: [{ id: "soup", name: { en: name }, price: soup }, { id: "tea", price: tea }] }] },
})
const price = (part, id) => part.menu.sections[0].items.find(item => item.id === id).price
const priced = (id, price) => part => ({
  menu: { sections: [{ id: "a", items: part.menu.sections[0].items.map(item => (item.id === id ? { ...item, price } : item)) }] },
})

// As the server keeps it: a draft with its version and base, and the parts of the revisions.
let state = null
const server = {
  document: () => state.draft ?? state.parts.at(-1),
  draft: () => ({
    document: server.document(), ...(state.draft && { inForce: state.parts.at(-1) }), revision: state.parts.length, base: state.base, version: state.version,
    currency: "EUR", timeZone: "UTC", defaultLanguage: "en", languages: ["en"], mistakes: [], changedBy: "Olga",
  }),
  save(document, base = state.base) { Object.assign(state, { draft: document, base, version: state.version + 1 }) },
  publish(document) { state.parts.push(document) },
}

function answer(method, path, body, version) {
  if (method !== "GET" && Number(version) !== state.version) return [412, { code: "stale-draft" }]
  if (path.endsWith("/draft") && method === "PUT") server.save(body.document, body.base)
  if (path.endsWith("/revisions") && method === "POST") {
    if (state.base !== state.parts.length) return [409, { code: "menu-changed" }]
    state.parts.push(server.document())
    Object.assign(state, { draft: null, base: state.parts.length, version: state.version + 1 })
    return [201, { number: state.parts.length }]
  }
  const revision = /\/revisions\/(\d+)$/u.exec(path)
  return [200, revision ? { document: state.parts[revision[1] - 1] } : server.draft()]
}

describe("the draft of a café", () => {
  let asked, draft
  beforeEach(async () => {
    state = { parts: [part(450)], draft: null, base: 1, version: 0 }
    asked = []
    globalThis.fetch = async (path, { method, body, headers }) => {
      const [status, json] = answer(method, path, body && JSON.parse(body), headers["If-Match"]?.replaceAll('"', ""))
      return { ok: status < 300, status, headers: new Headers(), text: async () => JSON.stringify(json) }
    }
    draft = new CampusDraft("main", clash => {
      asked.push(clash)
      return asked.length > 1 ? "mine" : "theirs"
    })
    await draft.load()
  })

  it("saves a change at once, and names nobody when nobody else was there", async () => {
    assert.equal(await draft.change(priced("soup", 480)), null)
    assert.equal(price(state.draft, "soup"), 480)
    assert.ok(draft.isChanged)
  })

  it("does not save what is no change", async () => {
    await draft.change(found => ({ ...found }))
    assert.equal(state.version, 0)
  })

  it("brings in what somebody else changed, and says who", async () => {
    server.save(priced("tea", 210)(part(450)))
    assert.equal(await draft.change(priced("soup", 480)), "Olga")
    assert.deepEqual([price(state.draft, "soup"), price(state.draft, "tea"), asked.length], [480, 210, 0])
  })

  it("asks before anything is saved when both changed the same", async () => {
    server.save(priced("soup", 500)(part(450)))
    await draft.change(priced("soup", 480))
    assert.equal(price(state.draft, "soup"), 500)
    assert.equal(price(asked[0].mine, "soup"), 480)
    server.save(priced("soup", 510)(state.draft))
    await draft.change(priced("soup", 490))
    assert.equal(price(state.draft, "soup"), 490)
  })

  it("keeps changes in their order", async () => {
    await Promise.all([draft.change(priced("soup", 460)), draft.change(priced("tea", 220)), draft.change(priced("soup", 470))])
    assert.deepEqual([price(state.draft, "soup"), price(state.draft, "tea"), state.version], [470, 220, 3])
  })

  it("goes back to what is saved when a change is refused", async () => {
    const { fetch } = globalThis
    globalThis.fetch = async (path, options) => (options.method === "PUT"
      ? { ok: false, status: 503, headers: new Headers(), text: async () => '{"code":"busy"}' } : fetch(path, options))
    await assert.rejects(draft.change(priced("soup", 480)))
    assert.equal(price(draft.part, "soup"), 450)
  })

  it("does not publish over what was published meanwhile, but puts its changes onto it first", async () => {
    await draft.change(priced("soup", 480))
    server.publish(part(450, 250))
    const told = []
    draft.addEventListener("caught-up", ({ detail }) => told.push(detail.clashes.length))
    await assert.rejects(draft.publish(), ({ code }) => code === "menu-changed")
    assert.deepEqual([price(draft.part, "soup"), price(draft.part, "tea"), told], [480, 250, [0]])
    await draft.publish()
    assert.deepEqual([price(state.parts.at(-1), "soup"), price(state.parts.at(-1), "tea"), draft.isChanged], [480, 250, false])
  })

  it("says when what was published touches its changes", async () => {
    await draft.change(priced("soup", 480))
    server.publish(part(460))
    const told = []
    draft.addEventListener("caught-up", ({ detail }) => told.push(detail.clashes))
    await draft.load()
    assert.deepEqual(told, [["/menu/sections/a/items/soup/price"]])
  })
})
