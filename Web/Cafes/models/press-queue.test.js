import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { PressQueue } from "./press-queue.js"

const press = (action, line = null, id = "t1") => ({ ticket: { id }, action, line })
const words = presses => presses.map(({ action, line }) => line === null ? action : `${action} ${line}`)

// A server that answers when it is told to.
class Server {
  sent = []
  #answers = []
  send = (press, before) => {
    this.sent.push({ ...press, before })
    return new Promise(resolve => this.#answers.push(resolve))
  }

  async answer(ticket) {
    this.#answers.shift()(ticket)
    await new Promise(resolve => setImmediate(resolve))
  }
}

describe("presses on a ticket", () => {
  it("wait while another one is being sent, and none is lost", async () => {
    const server = new Server()
    const queue = new PressQueue(server.send, () => {})
    queue.add(press("bump", 0))
    queue.add(press("bump", 1))
    queue.add(press("bump"))
    assert.deepEqual(words(server.sent), ["bump 0"])
    assert.deepEqual(words(queue.waiting("t1")), ["bump 0", "bump 1", "bump"])
    await server.answer({ id: "t1", version: 2 })
    await server.answer({ id: "t1", version: 3 })
    assert.deepEqual(words(server.sent), ["bump 0", "bump 1", "bump"])
    // A press on the whole ticket goes with the state that the presses before it made.
    assert.deepEqual(server.sent.map(({ before }) => before?.version ?? null), [null, 2, 3])
    await server.answer({ id: "t1", version: 4 })
    assert.deepEqual(queue.waiting("t1"), [])
  })

  it("are taken once while they wait, as when wet hands press twice", async () => {
    const server = new Server()
    const queue = new PressQueue(server.send, () => {})
    for (let time = 0; time < 3; time += 1) queue.add(press("bump", 0))
    await server.answer({ id: "t1", version: 2 })
    assert.deepEqual(words(server.sent), ["bump 0"])
    queue.add(press("bump", 0))
    assert.equal(server.sent.length, 2)
  })

  it("on other tickets do not wait", () => {
    const server = new Server()
    const queue = new PressQueue(server.send, () => {})
    queue.add(press("bump", null, "t1"))
    queue.add(press("bump", null, "t2"))
    assert.deepEqual(server.sent.map(({ ticket }) => ticket.id), ["t1", "t2"])
  })

  it("end with one that is refused, and each change is reported", async () => {
    const server = new Server()
    const seen = []
    const queue = new PressQueue(server.send, id => seen.push(words(queue.waiting(id))))
    queue.add(press("bump", 0))
    queue.add(press("bump"))
    await server.answer(null)
    assert.deepEqual(words(server.sent), ["bump 0"])
    assert.deepEqual(seen, [["bump 0"], ["bump 0", "bump"], []])
  })
})
