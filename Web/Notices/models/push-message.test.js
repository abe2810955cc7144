import assert from "node:assert/strict"
import { describe, it } from "node:test"
import "./push-message.js"

const { presentation, tagOf, whereTo, ownAddress } = globalThis.pushMessage
const ORIGIN = "https://lunch.example"

const content = (about = {}) => JSON.stringify({
  web_push: 8030,
  notification: {
    title: "Ready at Main Café", body: "Counter 2", navigate: "/order#order/7", lang: "en", dir: "ltr", tag: "order-7",
    data: { notice: "n1", version: 1, kind: "order-ready" }, ...about,
  },
})

describe("a push", () => {
  it("shows its title and text in its language, with where it leads", () => {
    const { title, options } = presentation(content())
    assert.equal(title, "Ready at Main Café")
    assert.deepEqual(
      [options.body, options.lang, options.dir, options.tag, options.silent, options.renotify, options.data.url, options.data.notice],
      ["Counter 2", "en", "ltr", "order-7", false, false, "/order#order/7", "n1"])
    assert.equal(tagOf(content()), "order-7")
  })

  // As NoticeComposer writes it: what a browser with declarative push shows by itself.
  it("W83 is the declarative document that the server sends", () => {
    const document = {
      web_push: 8030,
      notification: {
        title: "Your order is ready", body: "Order 012", navigate: `${ORIGIN}/order#order/7`, lang: "ar", dir: "rtl", tag: "order/7",
        data: { notice: "n1", version: 1, kind: "order-ready" },
      },
    }
    const { title, options } = presentation(JSON.stringify(document))
    assert.deepEqual([title, options.body, options.lang, options.dir, options.tag], ["Your order is ready", "Order 012", "ar", "rtl", "order/7"])
    assert.deepEqual(whereTo([], options.data.url, ORIGIN), { open: document.notification.navigate })
  })

  it("W77 alerts again when the meaning changed", () => {
    const shown = { title: "Ready", body: "", tag: "order-7", data: { version: 1 } }
    const { title, options } = presentation(content({ title: "Not ready yet", data: { version: 2 } }), shown)
    assert.deepEqual([title, options.renotify, options.silent], ["Not ready yet", true, false])
  })

  it("W77 that comes twice shows the same once more without a sound", () => {
    const shown = { title: "Ready at Main Café", body: "Counter 2", lang: "en", dir: "ltr", tag: "order-7", data: { version: 1, url: "/order#order/7" } }
    const { title, options } = presentation(content(), shown)
    assert.deepEqual([title, options.body, options.renotify, options.silent], ["Ready at Main Café", "Counter 2", false, true])
  })

  it("that comes late does not replace a newer one", () => {
    const shown = { title: "Not ready yet", body: "", tag: "order-7", data: { version: 2 } }
    assert.equal(presentation(content(), shown).title, "Not ready yet")
  })

  const unreadable = [
    null, undefined, "", "{", "null", "[]", "7", '"text"', "{}", '{"notification": null}', '{"notification": {"title": 7}}', '{"notification": {"title": ""}}',
  ]
  for (const text of unreadable) {
    it(`W76 shows something also for ${text}`, () => {
      const { title, options } = presentation(text)
      assert.deepEqual([title, options.tag, options.data.url], ["Vicinity", "unreadable", "/notices"])
    })
  }

  it("takes nothing of another kind than expected", () => {
    const { options } = presentation(content({ body: 7, dir: "up", lang: null, tag: {}, navigate: 5, data: "x" }))
    assert.deepEqual([options.body, options.dir, options.lang, options.tag, options.data, options.silent], ["", "auto", "", "vicinity", { url: "/notices" }, false])
  })
})

describe("a press on a notice", () => {
  const client = path => ({ url: ORIGIN + path })

  it("W78 opens the target when no page is open", () => assert.deepEqual(whereTo([], "/order", ORIGIN), { open: `${ORIGIN}/order` }))

  it("W78 focuses the page that shows the target", () => {
    const open = client("/order#order/7")
    assert.deepEqual(whereTo([client("/attendance"), client("/order"), open], "/order#order/7", ORIGIN), { focus: open, navigate: null })
  })

  it("W78 leads the open page to the target's place in it", () => {
    const open = client("/order#menu")
    assert.deepEqual(whereTo([client("/attendance"), open], "/order#order/7", ORIGIN), { focus: open, navigate: `${ORIGIN}/order#order/7` })
  })

  it("W78 leaves another page of the app alone", () => {
    assert.deepEqual(whereTo([client("/attendance")], "/order", ORIGIN), { open: `${ORIGIN}/order` })
  })

  it("W78 never focuses a page of another origin", () => {
    assert.deepEqual(whereTo([{ url: "https://elsewhere.example/order" }, { url: "" }], "/order", ORIGIN), { open: `${ORIGIN}/order` })
  })

  for (const url of ["https://elsewhere.example/order", "//elsewhere.example", "javascript:alert(1)", "data:text/html,x", "http://lunch.example/order", undefined, "https://"]) {
    it(`W78 leads to the inbox instead of ${url}`, () => assert.equal(ownAddress(url, ORIGIN).href, `${ORIGIN}/notices`))
  }
})
