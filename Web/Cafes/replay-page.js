// The replay of a kitchen: shows what its screens and its board showed at any time of the last 24 hours.

import { currentPrincipal, loadSession } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { explain } from "../Shared/explain.js"
import { get } from "../Shared/http.js"
import { exactClockTime, minutes } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { failure, loading } from "../Shared/placeholders.js"
import { entryOf } from "./kitchen-entry.js"
import { showViews } from "./kitchen-views.js"
import { BoardList } from "./models/board.js"
import { ReplayTime, shownThen } from "./models/replay.js"
import "./kitchen-ticket.js"
import "./screen-setup.js"

const BOARD = "board"
const MINUTE = 60_000
const MOVES = [-5, -1, 1, 5] // minutes

class ReplayPage extends HTMLElement {
  #cafe = null
  #stations = new Map() // names by identifier
  #menu = new Map() // items by identifier
  #ages = {}
  #time = null // the instants that can be shown
  #at = 0 // the requested instant
  #replay = null // the response that is shown
  #isLoading = false
  #view = "all"
  #setup = h("screen-setup", { as: "kitchen" })
  #title = h("h1", { tabindex: "-1" })
  #clock = h("output.replay-time.figures", { for: "replay-slider" })
  #slider = h("input", { id: "replay-slider", type: "range", min: 0, step: 1, "data-key": "slider", oninput: ({ target }) => this.#go(this.#time.at(Number(target.value))) })
  #views = h("div.kitchen-views", { role: "group", "aria-label": t("Screens of this kitchen") })
  #words = h("p.replay-words", { role: "status" })
  #body = h("div.replay-body")

  connectedCallback() {
    this.#setup.addEventListener("admitted", ({ detail }) => this.#open(detail.id))
    this.#enter()
  }

  // Takes the café from the address. Without one, a screen uses its own café, and a person chooses one.
  async #enter() {
    render(this, loading(t("Loading the tickets.")))
    try {
      await loadSession()
      const cafe = currentPrincipal() && new URLSearchParams(location.search).get("cafe")
      if (cafe) return await this.#open(cafe)
      render(this, this.#setup)
    } catch (error) {
      render(this, failure(explain(error), () => this.#enter()))
    }
  }

  async #open(id) {
    render(this, loading(t("Loading the tickets.")))
    try {
      const query = new URLSearchParams(location.search)
      this.#cafe = { ...await get(`/api/v1/cafes/${encodeURIComponent(id)}`), id }
      const { sections } = await get(`${this.#path}/menu`)
      const { stations, ticketAges } = this.#cafe
      this.#stations = new Map(stations.map(({ id, name }) => [id, name]))
      this.#menu = new Map(sections.flatMap(({ items }) => items).map(item => [item.id, item]))
      this.#ages = ticketAges
      await this.#begin(Date.parse(query.get("at") ?? ""))
    } catch (error) {
      render(this, failure(explain(error), () => this.#open(id)))
    }
  }

  get #path() { return `/api/v1/cafes/${encodeURIComponent(this.#cafe.id)}` }

  // wanted: an instant; NaN for the present.
  async #begin(wanted = NaN) {
    this.#replay = await get(`${this.#path}/replay`)
    this.#time = new ReplayTime(this.#replay)
    this.#at = this.#time.now
    this.#slider.max = this.#time.steps
    this.#title.textContent = t("Looking back, {cafe}", { cafe: this.#cafe.name })
    render(this, this.#head(), this.#views, this.#words, this.#body)
    this.#draw()
    if (!Number.isNaN(wanted)) this.#go(wanted)
  }

  #head() {
    const move = by => h("button.button", { type: "button", "data-key": `move-${by}`, "aria-label": by < 0 ? tn("{count} minute earlier", "{count} minutes earlier", -by) : tn("{count} minute later", "{count} minutes later", by),
      onclick: () => this.#go(this.#at + by * MINUTE) }, h("span", { dir: "ltr" }, `${by < 0 ? "−" : "+"}${minutes(Math.abs(by) * 60)}`))
    return h("section.replay-head", { "aria-label": t("Time") },
      this.#title, this.#clock,
      h("label.hidden-visually", { for: "replay-slider" }, t("Time")), this.#slider,
      h("div.row.replay-moves", {}, MOVES.map(move),
        h("button.button", { type: "button", "data-key": "now", onclick: () => this.#attempt(() => this.#begin()) }, t("Now"))))
  }

  #go(instant) {
    this.#at = this.#time.within(instant)
    this.#showTime()
    this.#load()
  }

  // Sends one request at a time; the next one asks for the latest requested instant.
  async #load() {
    if (this.#isLoading) return
    this.#isLoading = true
    await this.#attempt(async () => {
      for (let shown = null; shown !== this.#at;) {
        shown = this.#at
        const at = new Date(shown).toISOString()
        this.#replay = await get(`${this.#path}/replay?at=${at}`)
        history.replaceState(null, "", `?${new URLSearchParams({ cafe: this.#cafe.id, at })}`)
        this.#draw()
      }
    })
    this.#isLoading = false
  }

  async #attempt(act) {
    try { await act() } catch (error) { render(this.#body, failure(explain(error), () => this.#load())) }
  }

  #showTime() {
    const words = exactClockTime(this.#at, this.#cafe.timeZone)
    this.#clock.textContent = words
    this.#slider.value = this.#time.step(this.#at)
    this.#slider.setAttribute("aria-valuetext", words)
  }

  #draw() {
    this.#showTime()
    const { tickets, coming, board } = this.#replay
    const at = Date.parse(this.#replay.at)
    const then = shownThen(tickets, this.#view, [...this.#stations.keys()], at)
    showViews(this.#views, this.#view, then.inLine, this.#stations, view => this.#choose(view))
    this.#views.append(h("button.button.view", { type: "button", "data-key": BOARD, "aria-pressed": String(this.#view === BOARD), onclick: () => this.#choose(BOARD) }, t("Board")))
    if (this.#view === BOARD) return this.#drawBoard(board, at)
    const count = then.shown.length
    render(this.#words, [
      count === 0 ? t("No open tickets.") : tn("{count} open ticket.", "{count} open tickets.", count),
      then.later > 0 && t("Later: {count}.", { count: then.later }),
      coming > 0 && tn("{count} order on the way", "{count} orders on the way", coming),
    ].filter(Boolean).join(" "))
    render(this.#body,
      h("div.tickets", { role: "region", "aria-label": t("Tickets in work") }, then.shown.map(ticket => this.#ticket(ticket, at))),
      then.ready.length > 0 && h("section.replay-ready", { "aria-labelledby": "replay-ready" },
        h("h2", { id: "replay-ready" }, t("Ready")), h("ul", {}, then.ready.map(({ number }) => h("li.figures", {}, number)))))
  }

  #ticket(ticket, at) {
    const element = h("kitchen-ticket")
    const screen = {
      view: this.#view, stations: this.#stations, menu: this.#menu, ages: this.#ages, timeZone: this.#cafe.timeZone,
      today: this.#replay.day, lingering: new Map(), undoTime: 1,
    }
    element.show({ ...entryOf(ticket, screen), isPast: true }, at)
    return element
  }

  #drawBoard(entries, at) {
    const list = new BoardList()
    list.reset(entries, at)
    render(this.#words, t("The numbers on the board."))
    const column = (id, title, numbers) => h("section.replay-numbers", { "aria-labelledby": id },
      h("h2", { id }, title),
      numbers.length === 0 ? h("p.muted", {}, t("None")) : h("ul", {}, numbers.map(number => h("li.figures", {}, number))))
    render(this.#body, h("div.replay-board", {}, column("replay-making", t("Being made"), list.preparing), column("replay-called", t("Ready"), list.ready)))
  }

  #choose(view) {
    this.#view = view
    this.#draw()
    this.#views.querySelector(`[data-key="${view}"]`)?.focus()
  }
}

customElements.define("replay-page", ReplayPage)
