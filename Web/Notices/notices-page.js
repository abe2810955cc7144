// The person's notices, the newest first: what they say, where they lead, and which are unread. It follows the person's feed, so
// that a notice read on another device is read here too.

import { personFeed } from "../Feed/person-feed.js"
import { timeSince } from "../People/models/time-since.js"
import { currentPerson, loadSession } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get, post, sendLeaving } from "../Shared/http.js"
import { clockTime, day, relativeTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { byDay, endedTags, withRead } from "./models/inbox.js"
import { noticeIcon } from "./notice-words.js"
import { closeShown } from "./push-device.js"
import { unreadIs } from "./unread.js"
import "../Feed/link-state.js"
import "../People/account-bar.js"
import "../Shared/notice-bar.js"
import "./models/push-message.js"

const NOTICES = "/api/v1/notices"
const { ownAddress } = globalThis.pushMessage

class NoticesPage extends HTMLElement {
  #abort = null
  #feed = null
  #notices = null // as the server lists them; null while they are not known
  #turn = 0 // counts people, so that an answer for one is not shown to another
  #parts = {
    account: h("account-bar"),
    link: h("link-state"),
    offline: h("div", { role: "status" }),
    main: h("div.inbox-main.stack"),
    list: h("div.stack"),
    head: h("div.row.apart"),
    notice: h("notice-bar"),
  }

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    for (const name of ["signed-in", "signed-out"]) this.addEventListener(name, () => this.#begin(), { signal })
    this.addEventListener("sign-out-failed", ({ detail }) => this.#parts.notice.show(detail), { signal })
    for (const name of ["online", "offline"]) addEventListener(name, () => this.#showOffline(), { signal })
    const { account, link, offline, main, notice } = this.#parts
    render(this, account, link, offline, main, notice)
    this.#showOffline()
    this.#begin()
  }

  disconnectedCallback() {
    this.#turn += 1
    this.#abort.abort()
    this.#feed?.stop()
  }

  async #begin() {
    const turn = ++this.#turn
    this.#feed?.stop()
    this.#feed = null
    this.#notices = null
    const { account, link, main } = this.#parts
    link.show(null)
    render(main, loading(t("Loading your notices.")))
    try {
      await loadSession()
    } catch (error) {
      if (turn === this.#turn) render(main, failure(explain(error), () => this.#begin()))
      return
    }
    if (turn !== this.#turn) return
    const person = currentPerson()
    account.show(person)
    if (!person) return render(main, account.invitation(t("Notices"), t("Sign in to see your notices.")))
    this.#follow(person, turn)
  }

  #follow(person, turn) {
    this.#feed = personFeed(person, {
      isNumbered: true,
      loadSnapshot: () => this.#load(turn),
      loadChanges: changes => changes.some(({ kind }) => kind === "notice") && this.#load(turn),
      refused: () => this.#begin(),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
  }

  #linkChanged() {
    if (!this.#feed) return
    this.#parts.link.show(this.#feed)
    if (!this.#notices && this.#feed.isLost) {
      render(this.#parts.main, failure(t("The server cannot be reached. Check the network, then try again."), () => this.#begin()))
    }
  }

  async #load(turn) {
    const { notices, unread, asOf } = await get(NOTICES)
    if (turn !== this.#turn) return asOf
    this.#take(notices, unread)
    return asOf
  }

  #take(notices, unread) {
    for (const tag of endedTags(this.#notices ?? [], notices)) closeShown(tag).catch(() => null)
    this.#notices = notices
    unreadIs(unread)
    this.#show()
  }

  #show() {
    const { main, head, list } = this.#parts
    const unread = this.#notices.filter(({ read }) => !read).length
    render(main,
      h("h1", { tabindex: "-1" }, t("Notices")),
      head, list,
      h("p", {}, h("a", { href: "/notice-settings", "data-key": "settings" }, t("Choose how notices reach you"))))
    render(head,
      h("p", { role: "status" }, unread > 0 ? tn("{count} unread", "{count} unread", unread) : this.#notices.length > 0 && t("All are read.")),
      unread > 0 && h("button.button", { type: "button", "data-key": "read-all", onclick: () => this.#readAll() }, icon("check"), t("Mark all as read")))
    render(list, this.#notices.length === 0 ? this.#none() : byDay(this.#notices, day).map(group => this.#day(group)))
  }

  #none() {
    return h("div.empty", {}, mark(), h("p", {}, t("No notices yet. When an order is ready, or you are reminded at the door, it is listed here.")))
  }

  #day({ day, notices }) {
    return h("section.stack.inbox-day", {}, h("h2", {}, day), h("ol.inbox", {}, notices.map(notice => this.#row(notice))))
  }

  #row({ id, kind, title, body, url, at, read }) {
    const since = timeSince(at, Date.now())
    return h("li", {}, h(read ? "a.inbox-row" : "a.inbox-row.is-unread", {
      href: ownAddress(url, location.origin).href, "data-key": `notice-${id}`, onclick: () => this.#read(id),
    },
      icon(noticeIcon(kind)),
      h("span.inbox-words", {},
        h("strong.own-direction", {}, title),
        body && h("span.own-direction", {}, body),
        h("span.muted.small", {}, h("time.figures", { datetime: at }, clockTime(at)), since && [" · ", relativeTime(since)])),
      !read && h("span.inbox-new", {}, t("New"))))
  }

  // The browser goes on to where the notice leads; it may stay on this page.
  #read(id) {
    const notice = this.#notices.find(each => each.id === id)
    if (notice.read) return
    sendLeaving("POST", `${NOTICES}/${encodeURIComponent(id)}/read?version=${notice.version}`)
    const notices = withRead(this.#notices, id)
    this.#take(notices, notices.filter(({ read }) => !read).length)
  }

  async #readAll() {
    const [newest] = this.#notices
    try {
      const { unread } = await post(`${NOTICES}/read`, { upTo: newest.id })
      this.#take(withRead(this.#notices), unread)
      this.querySelector("h1").focus({ preventScroll: true })
    } catch (error) {
      this.#parts.notice.show(explain(error))
    }
  }

  #showOffline() {
    render(this.#parts.offline, !navigator.onLine && h("p.notice.waiting", {}, icon("offline"),
      h("span", {}, t("You are offline. What you see may be old."))))
  }
}

customElements.define("notices-page", NoticesPage)
