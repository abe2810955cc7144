// A screen of a café, such as the kitchen display or the board. It asks for its café, follows that café's feed, and covers the
// content with a warning while the server cannot be reached.

import { LiveFeed } from "../Feed/live.js"
import { ServerClock } from "../Feed/models/server-clock.js"
import { loadSession } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { clockTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { SleepWatch } from "./models/sleep-watch.js"
import "./link-lost-overlay.js"
import "./screen-setup.js"

const ASLEEP = 20_000 // milliseconds without a tick

export class CafeScreen {
  #element
  #options
  #setup
  #overlay = h("link-lost-overlay")
  #feed = null
  #abort = null
  #sleep = new SleepWatch(Date.now(), ASLEEP)
  #outOfDate = Infinity // milliseconds at the server
  cafe = null
  clock = new ServerClock(() => performance.now())

  // element: of the page. options:
  //   kind                "kitchen" or "board", also the last part of the feed's topic
  //   topics              further topics of the café that the screen follows, such as "menu"
  //   parts, beside       the nodes of the screen: parts are inert while the link is lost; nodes beside them are not
  //   advice              returns a sentence that says what a lost link means for the people at the screen
  //   tick, ticked(now)   every so many milliseconds, the server's time
  //   opened(), closed()  the screen has got a café, or has given it up
  //   load()              shows everything; returns the number of the last change in it
  //   follow(changes)     shows these changes
  //   and for a screen that needs them: heard() after each beat, linkChanged(state), refused(problem).
  constructor(element, options) {
    this.#element = element
    this.#options = options
    this.#setup = h("screen-setup", { as: options.kind })
  }

  // Until disconnect().
  connect() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#setup.addEventListener("admitted", ({ detail }) => this.#open(detail), { signal })
    every(this.#options.tick, () => this.#tick(), signal)
    render(this.#element, this.#setup)
  }

  disconnect() {
    this.#abort.abort()
    this.#close()
  }

  // Loads everything again at an instant, for example when the numbers of a service day are over.
  loadAgainAt(instant) { this.#outOfDate = Date.parse(instant) }

  // Whether the screen shows the present, so that people can act on it.
  get isLive() { return this.#feed !== null && !this.#feed.isLost }

  // Leaves the café and asks for another one. Confirms first, because the press may be an accident. ask: the page's ask-dialog.
  async leave(ask) {
    const answer = await ask.ask({
      title: t("Change this screen?"),
      text: t("It stops showing {cafe}. Somebody has to sign it in again.", { cafe: this.cafe.name }),
      options: [{ value: "stay", label: t("Stay here"), isPrimary: true }, { value: "leave", label: t("Change screen") }],
    })
    if (answer !== "leave") return
    this.#close()
    await this.#setup.leave()
    render(this.#element, this.#setup)
  }

  #open(cafe) {
    const { parts, beside = [], opened } = this.#options
    this.cafe = cafe
    opened()
    render(this.#element, ...parts, this.#overlay, ...beside)
    this.#follow()
  }

  #follow() {
    const { kind, topics = [], load, follow, heard } = this.#options
    this.#feed = new LiveFeed({
      topics: [kind, ...topics].map(topic => `cafe/${this.cafe.id}/${topic}`),
      isNumbered: true,
      loadSnapshot: load,
      loadChanges: follow,
      beat: now => {
        this.clock.set(now)
        heard?.()
      },
      probe: () => get("/api/v1/session"),
      refused: problem => this.#refused(problem),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
  }

  #close() {
    this.#feed?.stop()
    this.#feed = null
    this.#options.closed()
  }

  // The server refuses this café to the screen.
  async #refused(problem) {
    this.#close()
    await loadSession().catch(() => null)
    render(this.#element, this.#setup)
    this.#options.refused?.(problem)
  }

  // While the link is lost, the tickets may be wrong, so nothing can be pressed.
  #linkChanged() {
    if (!this.#feed) return
    const { isLost, state } = this.#feed
    for (const part of this.#options.parts) part.inert = isLost
    if (isLost) this.#overlay.show(this.#lostAt, this.#options.advice())
    else this.#overlay.hide()
    this.#options.linkChanged?.(state)
  }

  // The time in the café's time zone, by the server's clock if it is known.
  get #lostAt() {
    const now = this.clock.isSet ? this.clock.now : Date.now()
    return clockTime(now - this.#feed.lostFor, this.cafe.timeZone)
  }

  // Browsers throttle the timers of hidden pages, so a hidden page does not count as asleep.
  get #hasSlept() { return document.visibilityState === "visible" && this.#sleep.look(Date.now()) }

  // After sleep, changes may be missing and the stream may be dead without an error, so everything is loaded again.
  #tick() {
    const isOutOfDate = this.clock.isSet && this.clock.now >= this.#outOfDate
    if ((this.#hasSlept || isOutOfDate) && this.#feed) {
      this.#outOfDate = Infinity
      this.#feed.stop()
      this.#follow()
    }
    if (this.#feed && this.clock.isSet) this.#options.ticked(this.clock.now)
  }
}
