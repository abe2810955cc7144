import assert from "node:assert/strict"
import { beforeEach, describe, it } from "node:test"
import { isOurAddress, PageTips } from "./page-tips.js"
import { fromBase64, toBase64 } from "./tip-bytes.js"
import { TipExchange } from "./tip-exchange.js"
import { atLeast, catalogueOf, FakeServer, FakeStorage, isTrue, made, startMachine } from "./tip-fakes.test-support.js"
import { replicaOf, TipStorage } from "./tip-storage.js"

const DAY = 86_400_000
const OWNER = "person/ada"
const DEVICES = ["11111111111111", "22222222222222"].map(digits => `${digits}00`)

// A tab of a browser, as tips.js and tip-sync.js drive it.
class Tab {
  opened = []

  static clock = { now: 1_800_000_000_000 }

  static async open({ storage = new FakeStorage(), device = DEVICES[0], process = 0, gone = [], server = null, catalogue } = {}) {
    const tab = new Tab()
    const now = () => Tab.clock.now
    tab.server = server
    tab.device = device
    tab.storage = storage
    tab.told = []
    tab.tipStorage = new TipStorage(storage, OWNER, process, sentence => tab.told.push(sentence))
    tab.exchange = server ? new TipExchange(() => 0) : null
    const machine = await startMachine(replicaOf(device, process))
    tab.tips = new PageTips({ machine, tipStorage: tab.tipStorage, exchange: tab.exchange, now, open: address => tab.opened.push(address) })
    const others = tab.tips.begin()
    tab.tips.take(catalogue ?? catalogueOf([{ id: "a" }, { id: "b", rules: [atLeast(2, "used")] }]))
    for (const other of others) if (gone.includes(other)) tab.tips.takeOver(other)
    return tab
  }

  // Exchanges until nothing is due any more.
  settle() {
    for (let round = 0; round < 10 && this.exchange.due !== null && this.exchange.due <= Tab.clock.now + 1_500; round += 1) this.exchangeNow()
    return this
  }

  exchangeNow() {
    const now = Tab.clock.now
    const changes = this.exchange.begin() ? toBase64(this.tips.changes) : null
    try {
      const answer = this.server.post({ device: this.device, cursor: this.exchange.cursor, changes }, now)
      const hasAll = answer.changes !== null && this.tips.joined(fromBase64(answer.changes))
      this.exchange.answered(answer, hasAll, now, this.tips.isCut)
      this.tips.save()
    } catch (error) {
      if (!error.code) return this.exchange.failed(now)
      this.wanted = this.exchange.refused(error.code, error.body, now)
    }
  }

  id(name) { return this.tips.current(name)?.id ?? null }
}

beforeEach(() => { Tab.clock.now = 1_800_000_000_000 })

describe("PageTips", () => {
  it("is a source: a tip by its id, a group by its name (T82, T83)", async () => {
    const groups = [{ name: "first", ordered: false, tips: ["b", "a", "missing"] }, { name: "inOrder", ordered: true, tips: ["b", "a"] }]
    const tab = await Tab.open({ catalogue: catalogueOf([{ id: "a" }, { id: "b", rules: [atLeast(2, "used")] }], { groups }) })
    assert.deepEqual(["a", "b", "first", "inOrder", "other"].map(name => tab.id(name)), ["a", null, "a", null, null])
    assert.equal(tab.tips.current("a"), tab.tips.current("first"), "the same tip is the same object")
    tab.tips.donate("used")
    tab.tips.donate("used")
    assert.deepEqual(["first", "inOrder"].map(name => tab.id(name)), ["b", "b"])
    tab.tips.closed("b")
    assert.deepEqual(["b", "first", "inOrder"].map(name => tab.id(name)), [null, "a", "a"])
    assert.equal(tab.tips.isOver("b"), true)
    assert.equal(tab.tips.isOver("missing"), true)
  })

  it("keeps a tip while its own rules hold, whatever its group shows (T36, TD15)", async () => {
    const groups = [{ name: "b", ordered: false, tips: ["a", "b"] }]
    const parameters = [{ name: "isKnown", initial: made(true), transient: true, formerly: [] }]
    const catalogue = catalogueOf([{ id: "a", rules: [atLeast(1, "used")] }, { id: "b", rules: [isTrue("isKnown")] }], { groups, parameters })
    const tab = await Tab.open({ catalogue })
    assert.deepEqual([tab.id("b"), tab.tips.mayStay("b")], ["b", true])
    tab.tips.donate("used")
    assert.deepEqual([tab.id("b"), tab.tips.mayStay("b")], ["a", true])
    tab.tips.set("isKnown", false)
    assert.deepEqual([tab.tips.mayStay("b"), tab.tips.isOver("b")], [false, false])
    assert.equal(tab.tips.mayStay("missing"), false)
    tab.tips.end()
    assert.equal(tab.tips.mayStay("a"), false)
  })

  it("notifies its subscribers when an answer may have changed", async () => {
    const tab = await Tab.open()
    let told = 0
    const end = tab.tips.subscribe(() => { told += 1 })
    tab.tips.donate("used")
    assert.ok(told > 0)
    end()
    told = 0
    tab.tips.donate("used")
    assert.equal(told, 0)
  })

  it("opens the address of an action, which ends the tip (TD5)", async () => {
    const odd = ["//elsewhere.example", "/\t/elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", "order"]
    assert.deepEqual(odd.filter(isOurAddress), [])
    const actions = [{ id: "show", title: "Show me", opens: "/order#cafes" }, { title: "Later" }, { id: "odd", title: "Odd", opens: odd[1] }]
    const tab = await Tab.open({ catalogue: catalogueOf([{ id: "a", actions }]) })
    assert.deepEqual(tab.tips.current("a").actions.map(({ label }) => label), ["Show me", "Later", "Odd"])
    tab.tips.acted("a", "1")
    assert.equal(tab.tips.isOver("a"), false)
    tab.tips.acted("a", "show")
    assert.deepEqual(tab.opened, ["/order#cafes"])
    assert.equal(tab.tips.isOver("a"), true)
    tab.tips.acted("a", "odd")
    assert.deepEqual(tab.opened, ["/order#cafes"])
  })

  it("survives a reload: displays, ends and donations are kept at once (T9, T12)", async () => {
    const storage = new FakeStorage()
    const catalogue = catalogueOf([{ id: "a", maximumDisplayCount: 1 }, { id: "b", rules: [atLeast(2, "used")] }])
    const first = await Tab.open({ storage, catalogue })
    first.tips.appeared("a", "inline:a")
    first.tips.donate("used")
    first.tips.donate("used")
    const second = await Tab.open({ storage, catalogue })
    assert.equal(second.tips.isOver("a"), true, "the page was killed while it showed its last display")
    assert.equal(second.id("b"), "b")
  })

  it("counts what a killed page had shown, to the last report (T76)", async () => {
    const storage = new FakeStorage()
    const catalogue = catalogueOf([{ id: "a", maximumDisplayMicroseconds: 70_000_000 }])
    const first = await Tab.open({ storage, catalogue })
    first.tips.appeared("a", "inline:a")
    first.tips.onScreen("a", "inline:a", 50)
    const second = await Tab.open({ storage, catalogue })
    second.tips.appeared("a", "inline:a")
    second.tips.onScreen("a", "inline:a", 59)
    assert.equal(second.tips.isOver("a"), false)
    second.tips.onScreen("a", "inline:a", 60)
    assert.equal(second.tips.isOver("a"), true)
  })

  it("does not show again what a killed page had shown for long enough (TD3)", async () => {
    const storage = new FakeStorage()
    const catalogue = catalogueOf([{ id: "a", maximumDisplayMicroseconds: 50_000_000 }])
    const first = await Tab.open({ storage, catalogue })
    first.tips.appeared("a", "inline:a")
    first.tips.onScreen("a", "inline:a", 50)
    assert.equal(first.tips.isOver("a"), false, "what is on screen has its minute (T77)")
    const second = await Tab.open({ storage, catalogue })
    assert.equal(second.tips.isOver("a"), true)
  })

  it("counts donations from before the machine was loaded", async () => {
    const storage = new FakeStorage()
    const tipStorage = new TipStorage(storage, OWNER, null)
    tipStorage.wait("used", null, Tab.clock.now)
    tipStorage.wait("used", { place: "menu" }, Tab.clock.now)
    const server = await FakeServer.start()
    const tab = await Tab.open({ storage, server })
    assert.equal(tab.id("b"), "b")
    assert.equal(tab.exchange.isUnsent, true)
    assert.deepEqual(tipStorage.takeWaiting(), [])
  })

  it("works in a browser without storage", async () => {
    const storage = new FakeStorage()
    storage.isFull = true
    const tab = await Tab.open({ storage })
    tab.tips.donate("used")
    tab.tips.donate("used")
    assert.equal(tab.id("b"), "b")
  })

  it("sets an unreadable record aside, reports it once, and starts again (TD16)", async () => {
    const storage = new FakeStorage()
    const records = { 0: "no JSON", 1: JSON.stringify({ ledger: "AQID" }), 2: JSON.stringify({ ledger: "%" }) }
    for (const [process, text] of Object.entries(records)) storage.setItem(`vicinity-tips/${OWNER}/${process}`, text)
    const tab = await Tab.open({ storage, gone: [2] })
    assert.equal(tab.told.length, 1)
    assert.equal(storage.getItem(`vicinity-tips-aside/${OWNER}/0`), records[0])
    assert.equal(storage.getItem(`vicinity-tips/${OWNER}/1`), records[1], "another tab may be able to read its own")
    assert.equal(tab.id("a"), "a")
    assert.equal((await Tab.open({ storage })).told.length, 0)
  })

  it("reports and writes nothing after its end", async () => {
    const tab = await Tab.open()
    tab.tips.end()
    tab.tipStorage.forget()
    tab.tips.donate("used")
    tab.tips.ended("a", "inline:a", 1, "left")
    assert.equal(tab.id("a"), null)
    assert.equal(tab.storage.length, 0)
  })
})

describe("tabs", () => {
  it("write their own records, and hear of each other", async () => {
    const storage = new FakeStorage()
    const [one, two] = [await Tab.open({ storage }), await Tab.open({ storage, process: 1 })]
    one.tips.donate("used")
    two.tips.donate("used")
    assert.equal(two.id("b"), null)
    two.tips.hear(0)
    assert.equal(two.id("b"), "b")
    two.tips.closed("b")
    one.tips.hear(1)
    assert.equal(one.tips.isOver("b"), true)
    assert.deepEqual([one.tipStorage.processOf(two.tipStorage.key), one.tipStorage.processOf("vicinity-tips/person/kenji/1")], [1, null])
  })

  it("take over the record of a closed tab, sent or not", async () => {
    const [storage, server] = [new FakeStorage(), await FakeServer.start()]
    server.isReachable = false
    const lost = await Tab.open({ storage, process: 3, server })
    lost.tips.donate("used")
    lost.tips.closed("a")
    server.isReachable = true
    const other = await Tab.open({ storage, server, gone: [3] })
    assert.equal(other.tips.isOver("a"), true)
    assert.equal(storage.getItem(lost.tipStorage.key), null)
    other.settle()
    const elsewhere = (await Tab.open({ device: DEVICES[1], server })).settle()
    assert.equal(elsewhere.tips.isOver("a"), true)
  })

  it("forget a person without touching another", async () => {
    const storage = new FakeStorage()
    const tab = await Tab.open({ storage })
    storage.setItem("vicinity-tips/person/kenji/0", "{}")
    tab.tipStorage.catalogue = { tag: "x", body: {} }
    tab.tipStorage.wait("used", null, 1)
    storage.setItem(tab.tipStorage.nearName, "{}")
    storage.setItem(`vicinity-tips-aside/${OWNER}/7`, "{}")
    TipStorage.device(storage, bytes => bytes.fill(1))
    tab.tipStorage.forget()
    assert.notEqual(storage.getItem("vicinity-tips-device"), null, "the other person's records are this device's")
    storage.removeItem("vicinity-tips-device")
    assert.equal(storage.length, 1)
    assert.equal(storage.getItem("vicinity-tips/person/kenji/0"), "{}")
  })

  it("give the device another number after the last person has left", async () => {
    const storage = new FakeStorage()
    const tab = await Tab.open({ storage })
    TipStorage.device(storage, bytes => bytes.fill(1))
    tab.tipStorage.forget()
    assert.equal(storage.length, 0)
  })
})

describe("exchange", () => {
  let server

  beforeEach(async () => { server = await FakeServer.start() })

  it("brings what one device did to the others (T98, T99, T100)", async () => {
    const one = await Tab.open({ server, catalogue: catalogueOf([{ id: "a", maximumDisplayCount: 2 }, { id: "b", rules: [atLeast(2, "used")] }, { id: "c" }]) })
    const two = await Tab.open({ server, device: DEVICES[1], catalogue: catalogueOf([{ id: "a", maximumDisplayCount: 2 }, { id: "b", rules: [atLeast(2, "used")] }, { id: "c" }]) })
    for (const tab of [one, two]) {
      tab.tips.appeared("a", "inline:a")
      tab.tips.ended("a", "inline:a", 3, "left")
      tab.tips.donate("used")
      assert.equal(tab.id("b"), null)
      tab.settle()
    }
    one.tips.closed("c")
    one.exchange.hurry(Tab.clock.now)
    one.settle()
    Tab.clock.now += DAY
    two.settle()
    for (const tab of [one, two]) assert.deepEqual([tab.tips.isOver("a"), tab.id("b"), tab.tips.isOver("c")], [true, "b", true])
    assert.equal(toBase64(one.tips.changes), toBase64(two.tips.changes))
  })

  it("asks at once when the feed reports another device, and not for its own changes (T98)", async () => {
    const one = (await Tab.open({ server })).settle()
    const two = (await Tab.open({ server, device: DEVICES[1] })).settle()
    one.tips.closed("a")
    one.settle()
    const { cursor } = one.exchange
    for (const tab of [one, two]) tab.exchange.learned(cursor, Tab.clock.now)
    assert.ok(one.exchange.due > Tab.clock.now + 1_500, "it knows")
    assert.equal(two.exchange.due, Tab.clock.now)
    two.settle()
    assert.equal(two.id("a"), null)
  })

  it("asks once more when the feed reports a change during a request", async () => {
    const tab = (await Tab.open({ server })).settle()
    const told = [tab.exchange.cursor + 5, tab.exchange.cursor]
    for (const [place, cursor] of told.entries()) {
      tab.exchange.hurry(Tab.clock.now)
      tab.exchange.begin()
      tab.exchange.learned(cursor, Tab.clock.now)
      assert.equal(tab.exchange.due, null, "one request at a time")
      tab.exchange.answered({ cursor: tab.exchange.cursor, changes: null }, true, Tab.clock.now)
      assert.equal(tab.exchange.due === Tab.clock.now, place === 0)
    }
  })

  it("asks first in a new browser, so that a closed tip does not show again (T98)", async () => {
    const tab = await Tab.open({ server })
    tab.tips.closed("a")
    tab.settle()
    tab.tips.end()
    tab.tipStorage.forget()
    const again = await Tab.open({ server, storage: tab.storage })
    assert.deepEqual([again.exchange.cursor, again.exchange.hasTried], [0, false])
    again.exchangeNow()
    assert.equal(again.exchange.hasTried, true)
    assert.equal(again.id("a"), null)
    server.isReachable = false
    const offline = await Tab.open({ server, device: DEVICES[1] })
    offline.exchangeNow()
    assert.equal(offline.exchange.hasTried, true)
  })

  it("sends nothing without changes, and gets nothing twice", async () => {
    const tab = (await Tab.open({ server })).settle()
    const count = server.requests.length
    Tab.clock.now += DAY
    tab.settle()
    assert.deepEqual(server.requests.slice(count).map(({ changes }) => changes), [null])
  })

  it("does not send everything again because the server has more", async () => {
    const events = catalogueOf([]).events
    const one = await Tab.open({ server, catalogue: catalogueOf([{ id: "a" }], { events: [...events, { name: "extra", maximumCount: 20, staysOnDevice: false, formerly: [] }] }) })
    one.tips.donate("extra")
    one.settle()
    const count = server.requests.length
    const two = (await Tab.open({ server, device: DEVICES[1] })).settle()
    assert.deepEqual(server.requests.slice(count).map(({ changes }) => changes), [null])
    assert.equal(two.exchange.isUnsent, false)
    two.tips.donate("used")
    two.settle()
    await server.clear()
    Tab.clock.now += DAY
    two.settle()
    assert.notEqual(server.requests.at(-1).changes, null, "a server that has lost something gets everything again")
  })

  it("sends everything after weeks offline", async () => {
    server.isReachable = false
    const storage = new FakeStorage()
    const tab = await Tab.open({ server, storage })
    const dues = []
    for (let day = 0; day < 21; day += 1) {
      tab.tips.donate("used")
      tab.exchangeNow()
      dues.push(tab.exchange.due - Tab.clock.now)
      Tab.clock.now += DAY
    }
    assert.equal(dues[0], 2_500)
    assert.equal(Math.max(...dues), 450_000, "never rarer than every quarter of an hour")
    const again = await Tab.open({ server, storage, gone: [0] })
    server.isReachable = true
    again.settle()
    const elsewhere = (await Tab.open({ server, device: DEVICES[1] })).settle()
    assert.equal(elsewhere.id("b"), "b")
    assert.equal(again.exchange.isUnsent, false)
  })

  it("goes on sending what changed during a request", async () => {
    const tab = await Tab.open({ server })
    tab.tips.donate("used")
    const { post } = server
    server.post = (body, now) => {
      tab.tips.donate("used")
      server.post = post
      return post.call(server, body, now)
    }
    tab.exchangeNow()
    assert.equal(tab.exchange.isUnsent, true)
    tab.settle()
    assert.equal((await Tab.open({ server, device: DEVICES[1] })).settle().id("b"), "b")
  })

  it("sends the same again after a lost answer", async () => {
    const tab = await Tab.open({ server })
    tab.tips.donate("used")
    const { post } = server
    server.post = (body, now) => {
      post.call(server, body, now)
      throw new Error("the answer is lost")
    }
    tab.exchangeNow()
    server.post = post
    Tab.clock.now += DAY
    tab.settle()
    assert.equal((await Tab.open({ server, device: DEVICES[1] })).settle().id("b"), null, "one donation is one")
  })

  it("is erased on every device with the server's next epoch (TA9, T16)", async () => {
    const [one, two] = [await Tab.open({ server }), await Tab.open({ server, device: DEVICES[1] })]
    for (const tab of [one, two]) {
      tab.tips.donate("used")
      tab.tips.donate("near", { area: "x" })
      tab.tips.closed("a")
      tab.settle()
    }
    server.erase(1)
    for (const tab of [one, two]) {
      Tab.clock.now += DAY
      tab.settle()
      assert.equal(tab.id("a"), "a")
      assert.ok(!new TextDecoder().decode(fromBase64(JSON.parse(tab.storage.getItem(tab.tipStorage.key)).ledger)).includes("used"))
    }
  })

  it("counts events from before the first contact with the server, also for a person who has erased their tips (T85, TA9)", async () => {
    const gone = await Tab.open({ server })
    gone.tips.donate("used")
    gone.settle()
    server.erase(300)
    const catalogue = catalogueOf([{ id: "a", endsOn: ["used"] }, { id: "b", rules: [atLeast(1, "used")] }, { id: "c" }])
    const storage = new FakeStorage()
    const killed = await Tab.open({ server, catalogue, storage, device: DEVICES[1] })
    killed.tips.closed("c")
    killed.tips.donate("near", { area: "x" })
    const tab = await Tab.open({ server, catalogue, storage, device: DEVICES[1] })
    tab.tips.donate("used")
    for (const one of [tab.settle(), (await Tab.open({ server, catalogue })).settle()]) {
      assert.deepEqual(["a", "b", "c"].map(name => one.id(name)), [null, "b", null])
    }
    assert.ok(!new TextDecoder().decode(server.ledger).includes("near"))
    server.erase(301)
    Tab.clock.now += DAY
    assert.deepEqual(["a", "b", "c"].map(name => tab.settle().id(name)), ["a", null, "c"])
  })

  it("keeps facts and parameters after an erasure", async () => {
    const parameters = ["orders", "isKnown"].map(name => ({ name, initial: made(false), transient: name === "isKnown", formerly: [] }))
    const catalogue = catalogueOf([{ id: "a", rules: [isTrue("orders"), isTrue("isKnown")] }], { parameters, facts: { orders: made(true) } })
    const tab = await Tab.open({ server, catalogue })
    tab.tips.set("isKnown", true)
    tab.tips.closed("a")
    tab.settle()
    assert.equal(tab.id("a"), null)
    server.erase(1)
    Tab.clock.now += DAY
    tab.settle()
    assert.equal(tab.id("a"), "a")
  })

  it("sends everything again to a server that has lost it", async () => {
    const tab = (await Tab.open({ server }))
    tab.tips.closed("a")
    tab.settle()
    await server.clear()
    Tab.clock.now += DAY
    tab.settle()
    assert.equal((await Tab.open({ server, device: DEVICES[1] })).settle().tips.isOver("a"), true)
  })

  it("never sends events that must stay on the device, whatever a later catalogue says (TA10)", async () => {
    const storage = new FakeStorage()
    const tab = await Tab.open({ server, storage })
    tab.tips.donate("near", { area: "by-the-river", latitude: 52.52 })
    tab.tips.donate("used")
    tab.settle()
    const open = catalogueOf([{ id: "a" }])
    open.events = open.events.map(event => ({ ...event, staysOnDevice: false }))
    const later = await Tab.open({ server, storage, gone: [0], catalogue: open })
    later.tips.donate("used")
    later.tips.donate("near", { area: "at-the-hill" })
    later.settle()
    const sent = server.requests.filter(({ changes }) => changes !== null)
    assert.ok(sent.length >= 2)
    for (const { changes } of sent) {
      const words = new TextDecoder().decode(fromBase64(changes))
      for (const word of ["near", "river", "hill", "latitude"]) assert.ok(!words.includes(word), word)
    }
  })

  it("leaves out events that the server's clock has not reached, and sends the rest", async () => {
    const tab = await Tab.open({ server })
    tab.tips.donate("used")
    Tab.clock.now += 3 * DAY
    tab.tips.donate("used")
    server.refusal = { code: "tip-clock-ahead", body: { now: new Date(Tab.clock.now - 3 * DAY).toISOString() } }
    tab.exchangeNow()
    server.refusal = null
    assert.ok(tab.exchange.due <= Tab.clock.now)
    tab.exchangeNow()
    assert.equal(tab.exchange.isUnsent, true, "what was cut off is still to be sent")
    const elsewhere = await Tab.open({ server, device: DEVICES[1] })
    elsewhere.settle()
    assert.equal(elsewhere.id("b"), null, "one of the two donations has come")
    elsewhere.tips.donate("used")
    assert.equal(elsewhere.id("b"), "b")
    Tab.clock.now += 4 * DAY
    tab.exchangeNow()
    assert.equal(tab.exchange.isUnsent, false)
  })

  it("stops without a session, fetches an outdated catalogue again, and waits after other refusals", async () => {
    const tab = await Tab.open({ server })
    tab.tips.donate("used")
    server.refusal = { code: "tip-event-stays-on-device", body: {} }
    tab.exchangeNow()
    assert.equal(tab.wanted, "catalogue")
    const [first] = [tab.exchange.due - Tab.clock.now, tab.exchangeNow()]
    assert.ok(tab.exchange.due - Tab.clock.now > first, "the pauses grow")
    server.refusal = { code: "tip-ledger-too-large", body: {} }
    tab.exchangeNow()
    assert.ok(tab.exchange.due >= Tab.clock.now + 3_600_000)
    server.refusal = { code: "sign-in-required", body: {} }
    tab.exchangeNow()
    assert.equal(tab.wanted, "sign-in")
    assert.equal(tab.exchange.due, null)
  })
})

describe("TipStorage", () => {
  it("gives a browser one number, whose lowest eight bits are free", () => {
    const storage = new FakeStorage()
    const random = bytes => bytes.fill(0xAB)
    assert.equal(TipStorage.device(storage, random), "abababababababab".slice(0, 14) + "00")
    assert.equal(TipStorage.device(storage, bytes => bytes.fill(1)), "ababababababab00")
    storage.setItem("vicinity-tips-device", JSON.stringify({ number: "7" }))
    assert.equal(TipStorage.device(storage, bytes => bytes.fill(1)), "0101010101010100")
    assert.equal(replicaOf("ababababababab00", 3), 0xABABABABABABAB03n)
  })

  it("drops the oldest waiting donations, and refuses invalid ones", () => {
    const storage = new FakeStorage()
    const tipStorage = new TipStorage(storage, OWNER, null)
    for (let number = 0; number < 250; number += 1) tipStorage.wait("used", number, number)
    const waiting = tipStorage.takeWaiting()
    assert.deepEqual([waiting.length, waiting[0][1]], [200, 50])
    storage.setItem(`vicinity-tips-waiting/${OWNER}`, JSON.stringify([["used", null, 1], ["used"], 7, null, [1, 2, 3]]))
    assert.deepEqual(tipStorage.takeWaiting(), [["used", null, 1]])
  })
})
