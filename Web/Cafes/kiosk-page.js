// The kiosk: a guest orders at a screen of the café, standing or sitting, by touch, by keyboard or switch, or by listening.
// models/kiosk-visit.js holds what belongs to the guest, models/kiosk-idle.js decides when it is forgotten, and kiosk-views.js
// shows it.

import { LiveFeed } from "../Feed/live.js"
import { loadSession, signOut } from "../People/session.js"
import { h, icon, render } from "../Shared/dom.js"
import { get, Problem, Unreachable } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { language, speak, t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { randomKey } from "../Shared/random-key.js"
import { explain } from "./explain.js"
import { KioskDialogs } from "./kiosk-dialogs.js"
import { kioskFoot } from "./kiosk-foot.js"
import { KioskHelp } from "./kiosk-help.js"
import { KioskLanguages } from "./kiosk-languages.js"
import { loadCafe, loadKiosk, loadMenu, loadQuote, placeOrder } from "./kiosk-server.js"
import { staffForm } from "./kiosk-staff.js"
import { KioskTools } from "./kiosk-tools.js"
import { attractView, basketView, doneView, menuView, payView } from "./kiosk-views.js"
import { KioskVoice } from "./kiosk-voice.js"
import { paymentName } from "./kiosk-words.js"
import { applyQuote, isEmpty, setQuantity } from "./models/basket.js"
import { IdleWatch } from "./models/kiosk-idle.js"
import { kioskOrder, KioskVisit, Stage } from "./models/kiosk-visit.js"
import { ScreenAwake } from "./screen-awake.js"
import "./kiosk-item.js"
import "./screen-setup.js"

const TICK = 250 // milliseconds
const GREETING = 3000 // milliseconds for each language
const REFRESH = 60_000 // milliseconds between two looks at the opening hours
const HELP_LOOK = 4000 // milliseconds between two looks whether somebody is coming
const RETRY = 3000 // milliseconds
const NEWS = 8000 // milliseconds
const LONG = 6000 // milliseconds of waiting before the page says so

class KioskPage extends HTMLElement {
  #abort = null
  #setup = h("screen-setup", { as: "kiosk" })
  #room = h("p.kiosk-room", { "aria-hidden": "true" })
  #view = h("div.kiosk-view")
  #foot = h("div.kiosk-foot")
  #status = h("p.kiosk-status", { role: "status" })
  #lost = h("div.kiosk-lost", { role: "alert", hidden: true })
  #item = h("kiosk-item")
  #dialogs = new KioskDialogs(this)
  #feed = null
  #awake = new ScreenAwake()
  #languages = null
  #home = null // the catalogue of the kiosk's own language
  #greeting = 0
  #idle = new IdleWatch(performance.now())
  #asked = 0 // counts the questions for a price, so that only the last answer counts
  #tools = new KioskTools(this)
  #menu = null
  #help = new KioskHelp({ say: words => this.#announce(words), show: () => this.show() })
  #sentAt = null
  #saying = null // the timer that ends what is said

  visit = new KioskVisit()
  voice = new KioskVoice()
  cafe = null
  ways = [] // to pay, as the server offers them
  quote = null
  trouble = null // a sentence

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#languages ??= new KioskLanguages()
    this.#setup.addEventListener("admitted", ({ detail }) => this.#open(detail), { signal })
    this.addEventListener("line-confirmed", ({ detail }) => this.#confirm(detail), { signal })
    this.addEventListener("focusin", ({ target }) => this.#readFocus(target), { signal })
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, event => this.#touched(event), { signal, capture: true })
    // A screen reader presses without a pointer and without a key.
    addEventListener("click", event => { if (event.detail === 0) this.#touched(event) }, { signal, capture: true })
    addEventListener("contextmenu", event => event.preventDefault(), { signal })
    every(TICK, () => this.#tick(), signal)
    every(GREETING, () => this.#greet(), signal)
    every(REFRESH, () => this.#refresh(), signal)
    every(HELP_LOOK, () => { if (this.#feed && !this.#feed.isLost) this.#help.look() }, signal)
    render(this, this.#setup)
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#close()
  }

  // MARK: the café

  #open(cafe) {
    this.cafe = cafe
    this.dataset.open = ""
    this.#awake.connect()
    render(this, this.#room, this.#view, this.#status, this.#foot, this.#tools.element, this.#lost)
    render(this.#view, loading(t("Loading the menu.")))
    this.#feed = new LiveFeed({
      topics: [`cafe/${cafe.id}/menu`],
      isNumbered: false,
      loadSnapshot: async () => { await this.#load() },
      loadChanges: () => this.#loadMenu(),
      probe: () => get("/api/v1/session"),
      refused: () => this.#refused(),
      changed: () => this.#linkChanged(),
    })
    this.#feed.start()
    // A menu on the screen is worth more than a stream: the first look does not wait for it.
    this.#load().catch(() => null)
  }

  #close() {
    this.#feed?.stop()
    this.#feed = null
    this.#awake.disconnect()
    this.#forget()
    this.#menu = null
    delete this.dataset.open
  }

  // The kiosk was revoked.
  async #refused() {
    this.#close()
    await loadSession().catch(() => null)
    render(this, this.#setup)
  }

  async #load() {
    const [offer, cafe, menu] = await Promise.all([loadKiosk(), loadCafe(this.cafe.id), loadMenu(this.cafe.id), this.#languages.load()])
    this.ways = offer.payments.filter(({ kind }) => paymentName(kind) !== null)
    this.cafe = cafe
    this.#help.take(offer.helpCalledAt)
    this.#takeMenu(menu)
  }

  async #loadMenu() { this.#takeMenu(await loadMenu(this.cafe.id)) }

  async #refresh() {
    if (!this.#feed || this.#feed.isLost || this.visit.stage !== Stage.attract) return
    await this.#load().catch(() => null)
  }

  #takeMenu(menu) {
    if (!this.#feed) return
    this.#menu = menu
    this.visit.rename(menu)
    const open = this.item(this.visit.item)
    if (open) this.#item.follow(open)
    else if (this.visit.stage === Stage.item) this.visit.back()
    if (!isEmpty(this.visit.basket)) this.#check()
    this.show()
  }

  // The parts of the menu that have something.
  get sections() { return this.#menu?.sections.filter(({ items }) => items.length > 0) ?? [] }

  item(id) { return this.sections.flatMap(({ items }) => items).find(item => item.id === id) ?? null }

  // MARK: the visit

  begin() {
    if (!this.cafe.isOpen) return
    const isThere = ({ soldOut, isServed, pausedUntil }) => !soldOut && isServed !== false && !pausedUntil
    this.visit.begin(Math.max(0, this.sections.findIndex(({ items }) => items.some(isThere))))
    this.#opened()
  }

  openGroup(index) {
    this.visit.openGroup(index)
    this.show()
    this.#view.scrollTop = 0
  }

  openItem(id, key = null) {
    const item = this.item(id)
    if (!item) return
    this.visit.openItem(id, key)
    this.#item.open(item, this.visit.basket.lines.find(line => line.key === key) ?? null, this.cafe.timeZone)
    this.#opened()
  }

  #confirm(line) {
    this.visit.confirm(this.cafe, line, randomKey)
    this.#opened()
    this.say(t("{name} is in your basket.", { name: line.name }))
    this.#check()
  }

  openBasket() {
    this.visit.openBasket()
    this.#opened()
    this.#check()
  }

  setQuantity(key, quantity) {
    this.visit.basket = setQuantity(this.visit.basket, key, quantity)
    this.#changed()
  }

  remove(key) {
    this.visit.remove(key)
    this.#changed()
    this.#view.querySelector("[data-key=put-back]")?.focus()
  }

  putBack = () => {
    this.visit.putBack()
    this.#changed()
    this.#focusHeading()
  }

  #changed() {
    this.quote = null
    this.trouble = null
    this.show()
    this.#check()
  }

  pay() {
    if (!this.quote?.isOrderable) return
    this.visit.pay()
    this.#opened()
  }

  back() {
    this.trouble = null
    this.visit.back()
    this.#opened()
  }

  // Asks for the price; a newer question replaces an older one.
  async #check() {
    const mine = ++this.#asked
    const { visit } = this
    if (isEmpty(visit.basket)) return
    try {
      const quote = await loadQuote(this.cafe.id, visit.basket)
      if (mine !== this.#asked || visit !== this.visit) return
      this.quote = quote
      visit.basket = applyQuote(visit.basket, this.cafe, quote)
    } catch (error) {
      if (mine !== this.#asked || visit !== this.visit) return
      this.trouble = explain(error, this.cafe.timeZone)
    }
    this.show()
  }

  async order(kind) {
    if (!this.quote?.isOrderable || this.visit.isUndecided || this.#feed?.isLost) return
    this.trouble = null
    this.visit.send(kioskOrder(this.visit, this.quote.total, kind), randomKey, this.quote.pickup?.soonest ?? null)
    this.#sentAt = performance.now()
    this.#opened()
    await this.#send(this.visit)
  }

  // Sends the order until there is an answer. The visit cannot end before (C95).
  async #send(visit) {
    while (visit.isUndecided && this.#feed && visit === this.visit) {
      try {
        visit.placed(await placeOrder(visit.attempt))
        this.quote = null
      } catch (error) {
        if (error instanceof Unreachable || !(error instanceof Problem) || error.status >= 500) {
          await new Promise(resolve => setTimeout(resolve, RETRY))
          continue
        }
        visit.refused()
        this.trouble = explain(error, this.cafe.timeZone)
        this.#check()
      }
      this.#idle.reset(performance.now())
      this.#opened()
    }
  }

  get isWaitingLong() { return this.#sentAt !== null && performance.now() - this.#sentAt > LONG }

  // Says something that has happened, for a while: to those who look, and to those who listen.
  say(words) {
    clearTimeout(this.#saying)
    this.#status.dataset.words = words
    render(this.#status, words !== "" && h("span", {}, words))
    if (words !== "") this.#saying = setTimeout(() => this.say(""), NEWS)
  }

  // Says it aloud too, for those who have that on.
  #announce(words) {
    this.say(words)
    this.voice.say(words)
  }

  // MARK: ending

  // Forgets the guest at once (C94): a new visit, the kiosk's own language, no dialog, nothing typed or spoken. Nothing of a
  // visit is in storage, in the address or in the history.
  #forget() {
    this.visit = new KioskVisit()
    this.quote = null
    this.trouble = null
    this.#asked++
    this.#sentAt = null
    this.#dialogs.close()
    this.#dialogs.closeWarning()
    this.voice.isOn = false
    this.voice.silence()
    this.say("")
    this.#idle.reset(performance.now())
    if (this.#home && this.#home.language !== language()) speak(this.#home)
    this.applyLook()
  }

  reset() {
    const isForeign = this.visit.language !== null
    this.#help.forget()
    this.#forget()
    this.#opened()
    // The next guest sees the menu in the kiosk's own language, and as it is now.
    if (isForeign) this.#load().catch(() => null)
  }

  askToStartOver() {
    if (isEmpty(this.visit.basket)) return this.reset()
    this.#dialogs.open(t("Start over?"), [h("p", { "data-say": true }, t("Your basket is emptied, and everything goes back to the beginning.")),
      this.#choice("keep", t("Keep my order"), () => this.#dialogs.close(), true),
      this.#choice("over", t("Start over"), () => this.reset())])
  }

  #touched(event) {
    if (!this.#feed) return
    const wasWarning = this.#idle.isWarning
    if (event.target.closest?.("[data-over]")) return
    this.#idle.touched(performance.now())
    if (!wasWarning) return
    event.preventDefault()
    event.stopPropagation()
    this.#dialogs.closeWarning()
  }

  #tick() {
    if (!this.#feed) return
    const { isFresh, isUndecided } = this.visit
    const { kind, seconds } = this.#idle.tick(performance.now(), { isFresh, isUndecided })
    if (kind === "reset") this.reset()
    else if (kind === "warn") this.#warn(seconds)
    else this.#dialogs.closeWarning()
    if (isUndecided && this.isWaitingLong && !this.#view.querySelector("[data-long]")) this.show()
  }

  #warn(seconds) {
    if (this.#dialogs.warn(seconds, () => this.reset())) this.voice.say(t("Are you still there?"))
  }

  // MARK: language and look

  // The basket stays, with the names of the other language (C99).
  async changeLanguage(tag) {
    this.#dialogs.close()
    await this.#languages.load()
    const catalogue = this.#languages.find(tag)
    if (!catalogue) return this.say(t("The server cannot be reached. Check the network, then try again."))
    this.#home ??= this.#languages.find(language())
    this.visit.language = tag === this.#home?.language ? null : tag
    speak(catalogue)
    this.show()
    this.#focusHeading()
    await this.#load().catch(() => { this.say(t("The names of the dishes follow when the server can be reached again.")) })
    if (this.visit.readsAloud) this.voice.readView(this.#view)
  }

  get languages() { return this.#languages.list }
  get help() { return this.#help.state }

  // Shows the look that the guest chose.
  applyLook() {
    const { textSize, isHighContrast, isLow } = this.visit
    const { dataset } = document.documentElement
    dataset.text = String(textSize)
    dataset.contrast = isHighContrast ? "high" : "usual"
    this.dataset.reach = isLow ? "low" : "usual"
  }

  changeLook() {
    this.applyLook()
    this.show()
  }

  readAloud(isOn) {
    this.visit.readsAloud = isOn
    this.voice.isOn = isOn
    if (isOn) this.voice.readView(this.#view)
    else this.voice.silence()
    this.show()
  }

  #readFocus(target) { if (this.visit.readsAloud && target.tabIndex >= 0) this.voice.readControl(target) }

  // MARK: help and staff

  toggleHelp() { return this.#help.toggle() }

  askForStaff() {
    this.#dialogs.open(t("For staff"), [staffForm(async () => {
      await signOut().catch(() => null)
      await this.#refused()
    })])
  }

  get isAttract() { return this.visit.stage === Stage.attract }

  openDialog(title, content) { this.#dialogs.open(title, content) }

  #choice(key, label, onclick, isPrimary = false) {
    return h(isPrimary ? "button.button.primary.kiosk-on" : "button.button.kiosk-on", { type: "button", "data-key": key, onclick }, label)
  }

  // MARK: showing

  // After a step of the visit: the new view begins at its top, and a screen reader reads its heading.
  #opened() {
    this.say("")
    this.show()
    this.#view.scrollTop = 0
    this.#focusHeading()
    this.voice.readView(this.#view)
  }

  #focusHeading() {
    const first = this.#view.querySelector("h1[tabindex]") ?? this.#view.querySelector("button")
    first?.focus({ preventScroll: true })
  }

  show() {
    if (!this.#feed || this.#menu === null) return
    const { stage } = this.visit
    this.dataset.stage = stage
    this.applyLook()
    render(this.#room, this.cafe.name)
    render(this.#view, ...this.#content(stage))
    if (this.visit.isUndecided && this.isWaitingLong) this.#view.firstElementChild.dataset.long = ""
    render(this.#foot, ...kioskFoot(this))
    this.#tools.show()
  }

  #content(stage) {
    switch (stage) {
      case Stage.menu: return menuView(this)
      case Stage.item: return [this.#item]
      case Stage.basket: return basketView(this)
      case Stage.pay: return payView(this)
      case Stage.done: return doneView(this)
      default: return attractView(this, this.#presentGreeting)
    }
  }

  get confirmButton() { return this.#item.confirmButton }

  get #presentGreeting() {
    const own = { tag: language(), words: t("Touch to order") }
    const all = [own, ...this.#languages.greetings.filter(({ tag }) => tag !== own.tag)]
    return all[this.#greeting % all.length]
  }

  #greet() {
    if (!this.#feed || this.#menu === null || !this.isAttract || this.#feed.isLost) return
    this.#greeting++
    const place = this.#view.querySelector(".kiosk-greeting")
    if (!place) return
    const { tag, words } = this.#presentGreeting
    place.lang = tag
    place.textContent = words
  }

  // While the server cannot be reached, the kiosk takes no order and says so (C101). It goes on by itself.
  #linkChanged() {
    if (!this.#feed || !this.#menu) return
    const { isLost } = this.#feed
    if (isLost === !this.#lost.hidden) return
    for (const part of [this.#view, this.#foot]) part.inert = isLost
    this.#lost.hidden = !isLost
    render(this.#lost, isLost && [icon("offline"), h("div.stack", {},
      h("h2", {}, t("This kiosk has no connection.")),
      h("p", {}, this.visit.isUndecided
        ? t("Your order was sent, but no answer has come. The kiosk asks again by itself; you order only once.")
        : t("It takes no orders now. Please order at the counter.")),
      h("p", {}, isEmpty(this.visit.basket) ? t("It goes on by itself as soon as it can.") : t("It goes on by itself as soon as it can. Your basket is kept.")))])
    if (isLost) this.voice.say(this.#lost.innerText)
    else this.#refreshAfterLoss()
  }

  async #refreshAfterLoss() {
    await this.#load().catch(() => null)
    if (!this.isAttract) this.#focusHeading()
  }
}

customElements.define("kiosk-page", KioskPage)
