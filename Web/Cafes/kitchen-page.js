// The kitchen's screen: the tickets in their original order, and those that are ready for collection.

import { Link } from "../Feed/models/feed.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t, tn } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { tips } from "../Tips/tips.js"
import { CafeScreen } from "./cafe-screen.js"
import { explain } from "./explain.js"
import { neighbour } from "./models/neighbour.js"
import { TicketList } from "./models/ticket.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "../Tips/tip-view.js"
import "./done-drawer.js"
import "./kitchen-ticket.js"

const TICK = 250 // milliseconds

class KitchenPage extends HTMLElement {
  #abort = null
  #stations = new Map() // names by identifier
  #undoTime = 5000 // milliseconds; the server sends the value
  #hasTickets = false
  #list = new TicketList()
  #elements = new Map()

  #head = h("div.kitchen-head")
  #time = h("span.kitchen-time.figures")
  #state = h("span.kitchen-link", { role: "status" })
  #count = h("span.muted")
  #comingWords = h("span.muted")
  #coming = 0 // orders that start on arrival and have no ticket yet
  #tickets = h("div.tickets", { role: "region", "aria-label": t("Tickets in work") })
  #ready = h("section.ready-rail", { "aria-labelledby": "ready-title" })
  #help = h("p.key-help")
  #board = h("div.kitchen-board")
  #drawer = h("done-drawer")
  #ask = h("ask-dialog")
  #notice = h("notice-bar")
  // At the foot, because a tip over the board would hide tickets.
  #tips = h("div.kitchen-tips", {}, ["kitchen-recall", "kitchen-keys"].map(tip => h("tip-view", { tip, "tip-style": "banner" })))

  #screen = new CafeScreen(this, {
    kind: "kitchen",
    parts: [this.#head, this.#board, this.#tips, this.#help],
    beside: [this.#drawer, this.#ask, this.#notice],
    advice: () => t("Cook what is shown; new orders may be missing."),
    tick: TICK,
    ticked: now => this.#tick(now),
    opened: () => this.#opened(),
    closed: () => this.#clear(),
    load: () => this.#loadTickets(),
    follow: changes => this.#follow(changes),
    heard: () => this.#heard(),
    linkChanged: state => this.#showLink(state),
    refused: problem => this.#refused(problem),
  })

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.addEventListener("ticket-action", ({ detail }) => this.#act(detail), { signal })
    addEventListener("keydown", event => this.#key(event), { signal })
    this.#screen.connect()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#screen.disconnect()
  }

  #opened() {
    this.#buildHead()
    render(this.#board, this.#tickets, this.#ready)
    render(this.#help, ...this.#helpWords())
    render(this.#tickets, loading(t("Loading the tickets.")))
  }

  #clear() {
    this.#elements.clear()
    this.#hasTickets = false
    this.#list.reset([])
  }

  #refused(problem) {
    this.append(this.#notice)
    // Revoked, or signed out: the way in again shows above.
    this.#notice.show(problem.code === "sign-in-required" ? t("This screen is not signed in any more.") : explain(problem))
  }

  #buildHead() {
    render(this.#head,
      h("h1", {}, this.#screen.cafe.name), this.#time, this.#state, this.#count, this.#comingWords,
      h("span.kitchen-tools", {},
        h("button.button", { type: "button", onclick: () => this.#openDrawer() }, icon("list"), t("Done today")),
        h("button.button", { type: "button", onclick: () => this.#showKeys() }, t("Keys")),
        h("button.button.quiet", { type: "button", onclick: () => this.#screen.leave() }, t("Change screen"))))
  }

  // MARK: feed

  get #path() { return `/api/v1/cafes/${this.#screen.cafe.id}` }

  async #loadTickets() {
    const [answer, { stations }] = await Promise.all([get(`${this.#path}/tickets`), get(this.#path)])
    this.#stations = new Map(stations.map(({ id, name }) => [id, name]))
    this.#undoTime = answer.undoSeconds * 1000
    this.#screen.clock.set(answer.now)
    this.#list.reset(answer.tickets)
    this.#coming = answer.coming
    this.#hasTickets = true
    this.#show()
    return answer.asOf
  }

  async #follow(changes) {
    this.#coming = changes.findLast(({ kind }) => kind === "coming")?.body.count ?? this.#coming
    const ids = [...new Set(changes.filter(({ kind }) => kind === "ticket").map(({ body }) => body.ticket))]
    for (const ticket of await Promise.all(ids.map(id => get(`/api/v1/tickets/${encodeURIComponent(id)}`)))) this.#list.put(ticket)
    this.#show()
  }

  // The server can be reached again, so tickets must no longer show that it cannot.
  #heard() {
    for (const element of this.#elements.values()) {
      if (element.message === unreachable()) element.message = t("Not sent. The server can be reached again: press again.")
    }
  }

  #showLink(state) {
    const words = linkWords(state)
    if (this.#state.textContent !== words) render(this.#state, words)
    this.#state.dataset.state = state
  }

  // MARK: actions

  async #act({ ticket, action, line }) {
    const element = this.#elements.get(ticket.id)
    if (!this.#screen.isLive) return
    if (element) element.isSending = true
    try {
      const body = line === null ? { action } : { action, line }
      this.#take(await post(`/api/v1/tickets/${encodeURIComponent(ticket.id)}/actions`, body, { "If-Match": `"${ticket.version}"` }))
      if (action === "bump" && line === null) tips.donate("kitchen.bumped")
      if (action === "recall") tips.donate("kitchen.recalled")
    } catch (error) {
      this.#showRefusal(error, ticket)
    } finally {
      if (element) element.isSending = false
    }
  }

  #take(ticket) {
    this.#list.put(ticket)
    this.#show()
  }

  // The refusal stays on the ticket, which shows the server's state.
  #showRefusal(error, ticket) {
    if (error instanceof Problem && error.body.ticket) this.#take(error.body.ticket)
    const words = error instanceof Problem ? explain(error) : unreachable()
    const element = this.#elements.get(ticket.id)
    if (element?.isConnected) element.message = words
    else this.#notice.show(t("{number}: {headline}", { number: ticket.number, headline: words }))
  }

  #openDrawer() {
    this.#drawer.open(this.#list.ready, this.#screen.cafe, async () => (await get(`${this.#path}/tickets?state=collected`)).tickets)
  }

  // MARK: keys

  #key(event) {
    if (!this.#screen.isLive || document.querySelector("dialog[open]")) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = this.#keyAction(event)
    if (!act) return
    event.preventDefault()
    // People who only move between controls also press Enter.
    if (event.key !== "Enter" && event.key !== " ") tips.donate("kitchen.keys")
    act()
  }

  #keyAction({ key, target }) {
    const focused = this.#focused
    if (key.startsWith("Arrow")) return () => this.#move(key)
    if (key === "?" || key === "؟") return () => this.#showKeys()
    if (key === "r" || key === "R") return () => this.#openDrawer()
    if (key === "u" || key === "U") return () => this.#undo(focused)
    if ((key === "Enter" || key === " ") && focused && target === focused) return () => this.#bump(focused)
    return null
  }

  get #focused() { return document.activeElement?.closest("kitchen-ticket") ?? null }

  #bump({ ticket }) {
    if (ticket.stage !== "done") this.#act({ ticket, action: "bump", line: null })
  }

  #undo(focused) {
    const ticket = this.#list.toUndo(focused?.ticket ?? null)
    if (ticket) this.#act({ ticket, action: "undo", line: null })
  }

  #move(key) {
    const all = [...this.#tickets.querySelectorAll("kitchen-ticket")]
    if (all.length === 0) return
    const index = all.indexOf(this.#focused)
    if (index < 0) return this.#focus(all[0])
    const places = all.map(element => {
      const { x, y, width } = element.getBoundingClientRect()
      return { x: x + width / 2, y }
    })
    this.#focus(all[neighbour(places, index, key, getComputedStyle(this).direction === "rtl")])
  }

  #focus(element) {
    for (const other of this.#elements.values()) other.tabIndex = other === element ? 0 : -1
    element.focus()
    element.scrollIntoView({ block: "nearest" })
  }

  #helpWords() {
    return keyWords().map(([keys, words]) => h("span", {}, h("kbd", {}, keys), " ", words))
  }

  #showKeys() {
    this.#ask.ask({
      title: t("Keys"),
      content: [h("dl.keys", {}, keyWords().map(([keys, words]) => h("div", {}, h("dt", {}, h("kbd", {}, keys)), h("dd", {}, words))))],
      options: [{ value: "close", label: t("Back to the tickets"), isPrimary: true }],
    })
  }

  // MARK: view

  #tick(now) {
    for (const element of this.#elements.values()) element.tick(now)
    const time = clockTime(now, this.#screen.cafe.timeZone)
    if (this.#time.textContent !== time) this.#time.textContent = time
  }

  #show() {
    if (!this.#hasTickets) return
    const tickets = this.#list.inWork
    this.#count.textContent = tn("{count} ticket", "{count} tickets", tickets.length)
    render(this.#comingWords, this.#coming > 0 && this.#comingCount)
    this.#showTickets(tickets)
    this.#showReady(this.#list.ready)
  }

  get #comingCount() {
    return h("span.with-icon", {}, icon("person"), h("span", {}, tn("{count} order on the way", "{count} orders on the way", this.#coming)))
  }

  // Elements stay with their tickets, so that changes elsewhere do not disturb a finger or the focus.
  #showTickets(tickets) {
    const focused = this.#focused
    const at = [...this.#tickets.children].indexOf(focused)
    const ids = new Set(tickets.map(({ id }) => id))
    for (const [id, element] of this.#elements) {
      if (ids.has(id)) continue
      element.remove()
      this.#elements.delete(id)
    }
    if (tickets.length === 0) return render(this.#tickets, nothing())
    for (const child of [...this.#tickets.children]) if (child.localName !== "kitchen-ticket") child.remove()
    tickets.forEach((ticket, index) => this.#place(ticket, index))
    if (![...this.#elements.values()].some(({ tabIndex }) => tabIndex === 0)) this.#tickets.firstElementChild.tabIndex = 0
    if (focused && !focused.isConnected) this.#focus(this.#tickets.children[Math.min(at, this.#tickets.children.length - 1)])
  }

  #place(ticket, index) {
    let element = this.#elements.get(ticket.id)
    if (!element) {
      element = h("kitchen-ticket")
      this.#elements.set(ticket.id, element)
    }
    if (this.#tickets.children[index] !== element) this.#tickets.insertBefore(element, this.#tickets.children[index] ?? null)
    if (element.ticket !== ticket) element.show(ticket, this.#stations, this.#undoTime, this.#screen.clock.now, this.#screen.cafe.timeZone)
  }

  #showReady(tickets) {
    render(this.#ready,
      h("h2", { id: "ready-title" }, t("Ready")),
      tickets.length === 0
        ? h("p.muted", {}, t("Nothing waits for collection."))
        : h("ul", {}, tickets.map(ticket => h("li.ready-ticket", {},
          h("strong.figures", {}, ticket.number),
          this.#readyButton(ticket, "collect", t("Collect"), t("Collect {number}", ticket)),
          this.#readyButton(ticket, "recall", t("Recall"), t("Recall {number}", ticket))))))
  }

  #readyButton(ticket, action, label, name) {
    return h(action === "collect" ? "button.button.collect" : "button.button.quiet", {
      type: "button", "aria-label": name, "data-key": `${action}-${ticket.id}`,
      onclick: ({ currentTarget }) => emit(currentTarget, "ticket-action", { ticket, action, line: null }),
    }, label)
  }
}

const unreachable = () => t("Not sent: the server cannot be reached. Press again when it is back.")
const nothing = () => h("div.empty", {}, mark(), h("p", {}, t("No open tickets. New ones appear here by themselves.")))

function keyWords() {
  return [
    ["← ↑ → ↓", t("go from ticket to ticket")],
    ["Enter", t("bump the ticket")],
    ["U", t("undo the last bump")],
    ["R", t("recall a ticket")],
    ["?", t("show the keys")],
  ]
}

function linkWords(state) {
  switch (state) {
    case Link.live: return t("Live")
    case Link.stale: return t("Waiting for the server.")
    case Link.lost: return t("Link lost")
    default: return t("Catching up")
  }
}

customElements.define("kitchen-page", KitchenPage)
