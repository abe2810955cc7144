// The kitchen's screen: the tickets of a station, of the pass, or of the whole kitchen, and those that are ready for collection.

import { h, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { read, write } from "../Shared/storage.js"
import { tips } from "../Tips/tips.js"
import { askAllDay } from "./all-day-strip.js"
import { CafeScreen } from "./cafe-screen.js"
import { explain } from "./explain.js"
import { HelpCalls } from "./help-calls.js"
import { entryOf } from "./kitchen-entry.js"
import { KitchenGrid } from "./kitchen-grid.js"
import { KitchenHead } from "./kitchen-head.js"
import { keyAction, keyHelp } from "./kitchen-keys.js"
import { KitchenLater } from "./kitchen-later.js"
import { KitchenPace } from "./kitchen-pace.js"
import { showPager } from "./kitchen-pager.js"
import { KitchenPrinters } from "./kitchen-printers.js"
import { askSettings } from "./kitchen-settings.js"
import { KitchenSounds } from "./kitchen-sounds.js"
import { showViews } from "./kitchen-views.js"
import { rejectedWords } from "./ticket-dialog.js"
import { allDay } from "./models/all-day.js"
import { KitchenAlerts } from "./models/kitchen-alerts.js"
import { chosenView, handsOver, isShown, stageIn, stationView, wholeAction } from "./models/kitchen-view.js"
import { canPutBack, isLater } from "./models/later.js"
import { PressQueue } from "./models/press-queue.js"
import { isRejectable, linesThatKnow } from "./models/rejection.js"
import { TicketList } from "./models/ticket.js"
import { ScreenAwake } from "./screen-awake.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "../Tips/tip-view.js"
import "./done-drawer.js"
import "./ready-rail.js"
import "./sold-out-dialog.js"
import "./unpaid-orders.js"

const TICK = 250 // milliseconds
const VIEW = "vicinity-kitchen-view"
const MUTED = "vicinity-kitchen-muted"

class KitchenPage extends HTMLElement {
  #abort = null
  #stations = new Map() // names by identifier
  #menu = new Map() // items by identifier
  #ages = {} // when tickets are late, by kind of order
  #undoTime = 5000 // milliseconds; the server sends the value
  #hasTickets = false
  #today = null // the date of the service day
  #list = new TicketList()
  #view = "all"
  #lingering = new Map() // until when a station shows what it has just finished, by ticket
  #alerts = new KitchenAlerts()
  #sounds = new KitchenSounds(MUTED)
  #awake = new ScreenAwake()
  #presses = new PressQueue((press, before) => this.#send(press, before), id => this.#grid.element(id)?.showWaiting(this.#presses.waiting(id)))

  #coming = 0 // orders that start on arrival and have no ticket yet
  #views = h("div.kitchen-views", { role: "group", "aria-label": t("Screens of this kitchen") })
  #strip = h("all-day-strip")
  #tickets = h("div.tickets", { role: "region", "aria-label": t("Tickets in work") })
  #printers = new KitchenPrinters(() => this.#head.notices.show("printers", this.#printers.notices))
  #helpCalls = new HelpCalls(() => this.#head.notices.show("help", this.#helpCalls.notices))
  #ready = h("ready-rail")
  #pager = h("div.kitchen-pager")
  #foot = h("div.kitchen-foot", {}, this.#ready, this.#pager)
  #help = h("p.key-help")
  #board = h("div.kitchen-board", {}, this.#tickets)
  #drawer = h("done-drawer")
  #ask = h("ask-dialog")
  #soldOut = h("sold-out-dialog")
  #more = h("ticket-dialog")
  #later = new KitchenLater()
  #unpaid = h("unpaid-orders")
  #notice = h("notice-bar")
  // At the foot, because a tip over the board would hide tickets.
  #tips = h("div.kitchen-tips", {}, ["kitchen-recall", "kitchen-keys"].map(tip => h("tip-view", { tip, "tip-style": "banner" })))
  #grid = new KitchenGrid(this.#tickets, () => showPager(this.#pager, this.#grid, page => this.#grid.turn(page)))
  // What the buttons of the head and the keys do.
  #acts = {
    act: press => this.#act(press),
    undo: focused => this.#undo(focused),
    more: ticket => this.#openMore(ticket),
    done: () => this.#openDrawer(),
    later: () => this.#later.open(),
    allDay: () => askAllDay(this.#ask, this.#strip.items),
    soldOut: () => this.#showSoldOut(),
    unpaid: () => this.#unpaid.open(),
    pace: () => this.#pace.open(),
    settings: () => this.#showSettings(),
  }
  #head = new KitchenHead(this.#acts, this.#ask, this.#sounds)
  #pace = new KitchenPace(this.#head.notices)

  #screen = new CafeScreen(this, {
    kind: "kitchen",
    topics: ["menu"],
    parts: [this.#head.element, h("div.kitchen-bar", {}, this.#views, this.#later.button, this.#strip), this.#board, this.#foot, this.#tips, this.#help],
    beside: [this.#drawer, this.#later.drawer, this.#ask, this.#soldOut, this.#more, this.#pace.dialog, this.#unpaid, this.#notice],
    advice: () => t("Cook what is shown; new orders may be missing."),
    tick: TICK,
    ticked: now => this.#tick(now),
    opened: () => this.#opened(),
    closed: () => this.#clear(),
    load: () => this.#loadTickets(),
    follow: changes => this.#follow(changes),
    heard: () => this.#heard(),
    linkChanged: state => {
      this.#head.link = state
      this.#grid.isBlind = !this.#screen.isLive
    },
    refused: problem => this.#refused(problem),
  })

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.addEventListener("ticket-action", ({ detail }) => this.#act(detail), { signal })
    this.addEventListener("ticket-print", ({ detail }) => this.#print(detail.ticket), { signal })
    this.addEventListener("ticket-more", ({ detail }) => this.#openMore(detail.ticket), { signal })
    this.addEventListener("ticket-rejected", ({ detail }) => this.#takeRejected(detail), { signal })
    this.addEventListener("pace-changed", ({ detail }) => this.#pace.take(detail), { signal })
    this.addEventListener("all-day", () => this.#acts.allDay(), { signal })
    this.addEventListener("more", () => this.#openDrawer(), { signal })
    addEventListener("keydown", event => this.#key(event), { signal })
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#head.wakeSounds(), { signal, capture: true })
    this.#screen.connect()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#screen.disconnect()
  }

  #opened() {
    this.dataset.open = ""
    this.#head.cafe = this.#screen.cafe
    this.#later.cafe = this.#screen.cafe
    render(this.#tickets, loading(t("Loading the tickets.")))
    this.#grid.connect()
    this.#awake.connect()
  }

  #clear() {
    delete this.dataset.open
    this.#helpCalls.clear()
    this.#head.notices.clear()
    this.#grid.disconnect()
    this.#grid.clear()
    this.#awake.disconnect()
    this.#hasTickets = false
    this.#list.reset([])
    this.#lingering.clear()
    this.#alerts.forget()
  }

  #refused(problem) {
    this.append(this.#notice)
    // Revoked or signed out; the sign-in shows above.
    this.#notice.show(problem.code === "sign-in-required" ? t("This screen is not signed in any more.") : explain(problem))
  }

  // MARK: feed

  get #path() { return `/api/v1/cafes/${this.#screen.cafe.id}` }

  async #loadTickets() {
    const [answer] = await Promise.all([get(`${this.#path}/tickets`), this.#loadMenu(), this.#loadHelpCalls(), this.#loadUnpaid(), this.#printers.load(this.#path)])
    this.#undoTime = answer.undoSeconds * 1000
    this.#screen.clock.set(answer.now)
    this.#list.reset(answer.tickets)
    this.#screen.loadAgainAt(answer.dayOver)
    this.#today = answer.day
    this.#coming = answer.coming
    this.#hasTickets = true
    render(this.#help, ...keyHelp(this.#view === "expo"))
    this.#show()
    return answer.asOf
  }

  // A new campus file may also change the stations; lines of a removed station have no station.
  async #loadMenu() {
    const [{ sections }, { stations, ticketAges }, pace] = await Promise.all([get(`${this.#path}/menu`), get(this.#path), get(`${this.#path}/pace`)])
    this.#ages = ticketAges
    this.#stations = new Map(stations.map(({ id, name }) => [id, name]))
    this.#pace.at(this.#screen.cafe, this.#stations, pace)
    this.#view = chosenView(read(localStorage, VIEW), this.#stationIDs)
    this.#menu = new Map(sections.flatMap(({ items }) => items).map(item => [item.id, item]))
  }

  async #loadHelpCalls() { if (await this.#helpCalls.load(this.#screen.cafe.id)) this.#sounds.play("changed") }

  // Unpaid orders exist only at cafés with kiosks.
  async #loadUnpaid() {
    await this.#unpaid.load(this.#screen.cafe)
    this.#head.unpaid = this.#unpaid.count
  }

  async #follow(changes) {
    // The number of waiting orders changes when an order begins or ends its wait.
    if (changes.some(({ kind }) => kind === "coming")) await this.#loadUnpaid()
    if (changes.some(({ kind }) => kind === "help")) await this.#loadHelpCalls()
    this.#coming = changes.findLast(({ kind }) => kind === "coming")?.body.count ?? this.#coming
    if (changes.some(({ kind }) => kind === "coming")) this.#later.drawer.reload()
    // A change that names items is about their stock, which the tickets do not show.
    if (changes.some(({ kind, body }) => kind === "menu" && body.items.length === 0)) await Promise.all([this.#loadMenu(), this.#printers.load(this.#path)])
    await this.#printers.follow(changes)
    const ids = [...new Set(changes.filter(({ kind }) => kind === "ticket").map(({ body }) => body.ticket))]
    for (const ticket of await Promise.all(ids.map(id => get(`/api/v1/tickets/${encodeURIComponent(id)}`)))) this.#list.put(ticket)
    this.#show()
  }

  // The server can be reached again, so tickets must no longer show that it cannot.
  #heard() {
    for (const element of this.#grid.elements) {
      if (element.message === unreachable()) element.message = t("Not sent. The server can be reached again: press again.")
    }
  }

  // MARK: actions

  #act(press) {
    if (this.#screen.isLive) this.#presses.add(press)
  }

  // before: the answer to the previous press, if this press waited for it. Returns the answer, or null.
  async #send({ ticket: pressed, action, line }, before) {
    const ticket = before ?? pressed
    const body = line === null ? wholeAction(this.#view, ticket, this.#stationIDs, action) : { action, line }
    // Stations may change their own lines at the same time; a press on the whole ticket needs its present state.
    const isOfLines = line !== null || "lines" in body || action === "acknowledge"
    try {
      const answer = await post(`/api/v1/tickets/${encodeURIComponent(ticket.id)}/actions`, body, isOfLines ? {} : { "If-Match": `"${ticket.version}"` })
      this.#take(answer, action)
      if (action === "pull-forward") this.#sayPulled(answer)
      if (action === "bump" && line === null) tips.donate("kitchen.bumped")
      if (action === "recall") tips.donate("kitchen.recalled")
      return answer
    } catch (error) {
      this.#showRefusal(error, ticket)
      return null
    }
  }

  #take(ticket, action = null) {
    this.#list.put(ticket)
    this.#linger(ticket, action)
    this.#show()
  }

  // A station that has finished its lines keeps the ticket for a moment, so that it can undo.
  #linger(ticket, action) {
    if (handsOver(this.#view)) return
    if (action === "bump" && stageIn(this.#view, ticket, this.#stationIDs) === "done") {
      this.#lingering.set(ticket.id, this.#screen.clock.now + this.#undoTime)
    } else if (action === "undo") this.#lingering.delete(ticket.id)
  }

  // The refusal stays on the ticket, which shows the server's state.
  #showRefusal(error, ticket) {
    if (error instanceof Problem && error.body.ticket) this.#take(error.body.ticket)
    const words = error instanceof Problem ? explain(error) : unreachable()
    const element = this.#grid.element(ticket.id)
    if (element?.isConnected) element.message = words
    else this.#head.notices.say(t("{number}: {headline}", { number: ticket.number, headline: words }))
  }

  #sayPulled(ticket) {
    this.#head.notices.say(t("{number} is in the line now.", { number: ticket.number }),
      { label: t("Undo"), perform: () => this.#act({ ticket: this.#list.find(ticket.id) ?? ticket, action: "put-back", line: null }) })
  }

  #openMore(ticket) {
    const { canPrint } = this.#printers
    if (canPrint || isRejectable(ticket)) this.#more.open(ticket, { seen: linesThatKnow(this.#view, ticket, this.#stationIDs), canPrint })
  }

  async #print(ticket) { this.#head.notices.say(await this.#printers.print(ticket)) }

  #takeRejected({ ticket, giveBack }) {
    this.#take(ticket)
    this.#head.notices.say(rejectedWords(ticket, giveBack))
  }

  #openDrawer() {
    this.#drawer.open(this.#list.ready, this.#screen.cafe, async () => (await get(`${this.#path}/tickets?state=collected`)).tickets)
  }

  // Items of this station come first.
  #showSoldOut() {
    const isOwn = ({ station }) => stationView(station) === this.#view
    const items = [...this.#menu.values()]
    this.#soldOut.open(this.#screen.cafe, [...items.filter(isOwn), ...items.filter(item => !isOwn(item))])
  }

  // MARK: views

  get #stationIDs() { return [...this.#stations.keys()] }

  #choose(view) {
    this.#view = view
    write(localStorage, VIEW, view)
    this.#lingering.clear()
    this.#alerts.forget()
    this.#grid.clear()
    render(this.#help, ...keyHelp(view === "expo"))
    this.#show()
  }

  // MARK: keys

  #key(event) {
    if (!this.#screen.isLive || document.querySelector("dialog[open]")) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyAction(event, this.#grid, this.#view, { ...this.#acts, mute: () => this.#head.mute() })
    if (!act) return
    event.preventDefault()
    // People who only move between controls also press Enter.
    if (event.key !== "Enter" && event.key !== " ") tips.donate("kitchen.keys")
    act()
  }

  #undo(focused) {
    if (focused && canPutBack(focused.ticket, this.#screen.clock.now)) return this.#act({ ticket: focused.ticket, action: "put-back", line: null })
    if (handsOver(this.#view)) {
      const ticket = this.#list.toUndo(focused?.ticket ?? null)
      if (ticket) this.#act({ ticket, action: "undo", line: null })
    } else {
      const id = focused?.stage === "done" ? focused.ticket.id : [...this.#lingering.keys()].at(-1)
      const ticket = this.#grid.element(id)?.ticket
      if (ticket) this.#act({ ticket, action: "undo", line: null })
    }
  }

  async #showSettings() {
    const answer = await askSettings(this.#ask, this.#view === "expo", () => this.#head.testSounds())
    if (answer === "leave") await this.#screen.leave(this.#ask)
  }

  // MARK: view

  #tick(now) {
    this.#grid.tick(now)
    this.#head.time = clockTime(now, this.#screen.cafe.timeZone)
    const over = [...this.#lingering].filter(([, until]) => until <= now)
    for (const [id] of over) this.#lingering.delete(id)
    if (over.length > 0 || now >= this.#later.nextEntry) this.#show()
    else this.#sound(now)
  }

  #show() {
    if (!this.#hasTickets) return
    const stations = this.#stationIDs
    const inWork = this.#inLine
    const shown = inWork.filter(ticket => isShown(this.#view, ticket, stations, this.#lingering))
    const { now } = this.#screen.clock
    this.#later.show(this.#list.inWork, this.#view, this.#stationIDs, this.#coming, now)
    this.#pace.draw()
    showViews(this.#views, this.#view, inWork, this.#stations, view => this.#choose(view))
    this.#strip.show(allDay(this.#view, inWork, stations))
    this.#showTickets(shown, now)
    this.#ready.hidden = !handsOver(this.#view)
    this.#ready.show(this.#list.ready)
    this.#sound(now)
  }

  #showTickets(tickets, now) {
    if (tickets.length === 0) {
      this.#grid.clear()
      render(this.#tickets, nothing())
      return showPager(this.#pager, this.#grid)
    }
    for (const child of [...this.#tickets.children]) if (child.localName !== "kitchen-ticket") child.remove()
    const screen = {
      view: this.#view, stations: this.#stations, menu: this.#menu, ages: this.#ages, timeZone: this.#screen.cafe.timeZone,
      today: this.#today, lingering: this.#lingering, undoTime: this.#undoTime,
    }
    this.#grid.show(tickets.map(ticket => entryOf(ticket, screen)), now)
  }

  #sound(now) {
    const stations = this.#stationIDs
    const heard = this.#inLine.filter(ticket => isShown(this.#view, ticket, stations) || isShown("unrouted", ticket, stations))
    for (const alert of this.#alerts.look(heard, now, this.#ages)) this.#sounds.play(alert)
  }

  get #inLine() { return this.#list.inWork.filter(ticket => !isLater(ticket, this.#screen.clock.now)) }
}

const unreachable = () => t("Not sent: the server cannot be reached. Press again when it is back.")
const nothing = () => h("div.empty", {}, mark(), h("p", {}, t("No open tickets. New ones appear here by themselves.")))

customElements.define("kitchen-page", KitchenPage)
