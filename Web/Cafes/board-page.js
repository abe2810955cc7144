// The status board on the wall: the numbers of orders that are being made, and of those that are ready.

import { h, icon, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { clockTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { BoardVoice } from "./board-voice.js"
import { CafeScreen } from "./cafe-screen.js"
import { BoardList } from "./models/board.js"
import { ScreenAwake } from "./screen-awake.js"
import { screenLanguages, siteLanguages } from "./screen-languages.js"
import "../Shared/ask-dialog.js"

const TICK = 1000 // milliseconds

class BoardPage extends HTMLElement {
  #hasEntries = false
  #list = new BoardList()
  #time = h("span.board-time.figures")
  #head = h("div.board-head")
  #columns = h("div.board-columns")
  #corrections = h("p.board-corrections", { role: "status" })
  #ask = h("ask-dialog")
  #voice = new BoardVoice()
  #awake = new ScreenAwake()
  #abort = null
  #screen = new CafeScreen(this, {
    kind: "board",
    parts: [this.#head, this.#columns, this.#corrections],
    beside: [this.#ask],
    advice: () => t("The numbers may be old. Ask at the counter."),
    tick: TICK,
    ticked: now => this.#tick(now),
    opened: () => this.#opened(),
    closed: () => this.#clear(),
    load: () => this.#load(),
    follow: changes => this.#follow(changes),
  })

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#voice.wake(), { signal, capture: true })
    this.#screen.connect()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#voice.silence()
    this.#screen.disconnect()
  }

  #opened() {
    this.dataset.open = ""
    this.#awake.connect()
    render(this.#head, h("h1", {}, this.#screen.cafe.name), this.#time,
      h("button.button.quiet.board-calls", { type: "button", onclick: () => this.#chooseCalls() }, icon("sound-on"), t("Calls")),
      h("button.button.quiet", { type: "button", onclick: () => this.#screen.leave(this.#ask) }, t("Change screen")))
  }

  get #spokenLanguages() { return this.#voice.canSpeak ? siteLanguages() : [] }

  // Stores how this board calls numbers.
  #chooseCalls() {
    const check = (label, isOn, set, lang = null) => h("label.call", { lang },
      h("input", { type: "checkbox", checked: isOn, onchange: ({ target }) => set(target.checked) }), h("span", {}, label))
    this.#ask.ask({
      title: t("Calls"),
      text: t("How this board calls a number that is ready."),
      content: [
        check(t("With a sound"), !this.#voice.isMuted, isOn => { this.#voice.isMuted = !isOn }),
        ...this.#spokenLanguages.map(({ lang, textContent }) =>
          check(t("By voice: {language}", { language: textContent }), this.#voice.speaks(lang), isOn => this.#voice.setSpeech(lang, isOn))),
        h("button.button", { type: "button", onclick: async () => {
          await this.#voice.wake()
          this.#voice.say("call", "001")
        } }, t("Test it")),
        screenLanguages(),
      ],
      options: [{ value: "close", label: t("Close"), isPrimary: true }],
    })
  }

  #clear() {
    delete this.dataset.open
    this.#awake.disconnect()
    this.#voice.silence()
    this.#hasEntries = false
    this.#list.reset([], 0)
    render(this.#columns)
  }

  async #load() {
    const { asOf, now, dayOver, entries } = await get(`/api/v1/cafes/${this.#screen.cafe.id}/board`)
    this.#screen.clock.set(now)
    this.#screen.loadAgainAt(dayOver)
    this.#list.reset(entries, Date.parse(now))
    this.#hasEntries = true
    this.#show()
    return asOf
  }

  async #follow(changes) {
    for (const { body } of changes) {
      const call = this.#list.put(body, this.#screen.clock.now)
      if (call) this.#voice.say(call, body.number)
    }
    this.#show()
  }

  #tick(now) {
    if (this.#list.expire(now)) this.#show()
    this.#showTime(now)
  }

  #showTime(now) {
    const time = clockTime(now, this.#screen.cafe.timeZone)
    for (const place of this.querySelectorAll(".board-time")) if (place.textContent !== time) place.textContent = time
  }

  #show() {
    if (!this.#hasEntries) return
    this.dataset.density = this.#list.density
    this.dataset.empty = String(this.#list.isEmpty)
    if (this.#list.isEmpty) render(this.#columns, this.#nothing())
    else render(this.#columns, this.#column("preparing", t("Being made"), this.#list.preparing), this.#column("ready", t("Ready"), this.#list.ready))
    render(this.#corrections,
      this.#list.rejected.map(number => h("span", {}, t("{number} cannot be made. Please come to the counter.", { number }))),
      this.#list.corrected.map(number => h("span", {}, t("{number} is not ready yet. Please wait.", { number }))))
    if (this.#screen.clock.isSet) this.#showTime(this.#screen.clock.now)
  }

  #column(stage, name, numbers) {
    const title = `board-${stage}`
    return h(`section.board-column.${stage}`, { "aria-labelledby": title },
      h("h2", { id: title }, name),
      h("ul", { "aria-live": stage === "ready" ? "polite" : null }, numbers.map(number => {
        const isNewest = number === this.#list.newest
        return h(isNewest ? "li.figures.newest" : "li.figures", {}, h("span", {}, number), isNewest && h("span.hidden-visually", {}, " ", t("Called last")))
      })))
  }

  #nothing() {
    return h("div.board-empty", {}, mark(), h("h1.board-cafe", {}, this.#screen.cafe.name), h("p.board-time.figures"), h("p.muted", {}, t("Nothing is being made right now.")))
  }
}

customElements.define("board-page", BoardPage)
