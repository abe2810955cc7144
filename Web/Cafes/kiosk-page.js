// The kiosk: a guest orders at a screen of the café, standing or sitting, by touch, by keyboard or switch, or by listening.
// models/kiosk-visit.js holds what belongs to the guest, kiosk-views.js shows it, kiosk-ordering.js sends the order, and
// kiosk-quiet.js notices that the guest has gone.

import { LiveFeed } from "../Feed/live.js"
import { loadSession, signOut } from "../People/session.js"
import { h, render } from "../Shared/dom.js"
import { get } from "../Shared/http.js"
import { every } from "../Shared/interval.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { randomKey } from "../Shared/random-key.js"
import { explain } from "./explain.js"
import { KioskDialogs } from "./kiosk-dialogs.js"
import { kioskFoot } from "./kiosk-foot.js"
import { KioskHelp } from "./kiosk-help.js"
import { KioskLook } from "./kiosk-look.js"
import { lostNotice } from "./kiosk-lost.js"
import { KioskNews } from "./kiosk-news.js"
import { KioskOrdering, notPaidWords } from "./kiosk-ordering.js"
import { KioskPrice } from "./kiosk-price.js"
import { KioskQuiet } from "./kiosk-quiet.js"
import { loadCafe, loadKiosk, loadMenu } from "./kiosk-server.js"
import { staffForm } from "./kiosk-staff.js"
import { KioskTools } from "./kiosk-tools.js"
import { kioskView } from "./kiosk-views.js"
import { KioskVoice } from "./kiosk-voice.js"
import { badgeTrouble, paymentName } from "./kiosk-words.js"
import { isEmpty, setQuantity } from "./models/basket.js"
import { firstSection, KioskVisit, Stage } from "./models/kiosk-visit.js"
import { ScreenAwake } from "./screen-awake.js"
import "./kiosk-badge.js"
import "./kiosk-item.js"
import "./screen-setup.js"

const TICK = 1000 // milliseconds
const GREETING = 3000 // milliseconds for each language
const REFRESH = 60_000 // milliseconds between two looks at the opening hours
const HELP_LOOK = 4000 // milliseconds between two looks whether somebody is coming

class KioskPage extends HTMLElement {
  #abort = null
  #setup = h("screen-setup", { as: "kiosk" })
  #room = h("p.kiosk-room", { "aria-hidden": "true" })
  #view = h("div.kiosk-view")
  #foot = h("div.kiosk-foot")
  #news = new KioskNews()
  #lost = h("div.kiosk-lost", { role: "alert", hidden: true })
  #item = h("kiosk-item")
  #badge = h("kiosk-badge")
  #dialogs = new KioskDialogs(this)
  #feed = null
  #awake = new ScreenAwake()
  #greeting = 0
  #quiet = new KioskQuiet(this, this.#dialogs)
  #price = new KioskPrice(this)
  #tools = new KioskTools(this)
  #menu = null
  #ordering = new KioskOrdering(this)

  visit = new KioskVisit()
  voice = new KioskVoice()
  look = new KioskLook(this)
  help = new KioskHelp({ say: words => this.announce(words), show: () => this.show() })
  cafe = null
  ways = [] // to pay, as the server offers them
  trouble = null // a sentence

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#setup.addEventListener("admitted", ({ detail }) => this.#open(detail), { signal })
    this.addEventListener("line-confirmed", ({ detail }) => this.#confirm(detail), { signal })
    this.addEventListener("badge-entered", ({ detail }) => this.#send("account", detail), { signal })
    this.addEventListener("focusin", ({ target }) => this.#readFocus(target), { signal })
    this.#quiet.listen(signal)
    addEventListener("contextmenu", event => event.preventDefault(), { signal })
    every(TICK, () => this.#tick(), signal)
    every(GREETING, () => this.#greet(), signal)
    every(REFRESH, () => this.#refresh(), signal)
    every(HELP_LOOK, () => { if (this.#feed && !this.#feed.isLost) this.help.look() }, signal)
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
    render(this, this.#room, this.#view, this.#news.element, this.#foot, this.#tools.element, this.#lost)
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
    const [offer, cafe, menu] = await Promise.all([loadKiosk(), loadCafe(this.cafe.id), loadMenu(this.cafe.id), this.look.load()])
    this.ways = offer.payments.filter(({ kind }) => paymentName(kind) !== null)
    this.cafe = cafe
    this.help.take(offer.helpCalledAt)
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
    if (!isEmpty(this.visit.basket)) this.#price.ask()
    this.show()
  }

  get pricesIncludeTax() { return this.#menu?.pricesIncludeTax !== false }

  // The parts of the menu that have something.
  get sections() { return this.#menu?.sections.filter(({ items }) => items.length > 0) ?? [] }

  item(id) { return this.sections.flatMap(({ items }) => items).find(item => item.id === id) ?? null }

  // MARK: the visit

  begin() {
    if (!this.cafe.isOpen) return
    this.visit.begin(firstSection(this.sections))
    this.opened()
  }

  openGroup(index) {
    this.visit.openGroup(index)
    this.show()
    this.#view.scrollTop = 0
    this.#view.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" })
  }

  openItem(id, key = null) {
    const item = this.item(id)
    if (!item) return
    this.visit.openItem(id, key)
    this.#item.open(item, this.visit.basket.lines.find(line => line.key === key) ?? null, this.cafe.timeZone)
    this.opened()
  }

  #confirm(line) {
    this.visit.confirm(this.cafe, line, randomKey)
    this.opened()
    this.say(t("{name} is in your basket.", { name: line.name }))
    this.#price.ask()
  }

  openBasket() {
    this.visit.openBasket()
    this.opened()
    this.#price.ask()
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
    this.shown()
  }

  #changed() {
    this.#price.forget()
    this.trouble = null
    this.show()
    this.#price.ask()
  }

  pay() {
    if (!this.quote?.isOrderable) return
    this.visit.pay()
    this.opened()
  }

  back() {
    this.trouble = null
    this.visit.back()
    this.opened()
  }

  get quote() { return this.#price.quote }

  // kind: a way to pay.
  order(kind) {
    if (!this.quote?.isOrderable) return
    if (kind === "account") {
      this.visit.openBadge()
      this.#badge.open()
      this.opened()
    } else this.#send(kind)
  }

  #send(kind, badge = null) {
    if (!this.quote?.isOrderable || this.visit.isUndecided || this.#feed?.isLost) return
    this.trouble = null
    this.#ordering.send(this.quote, kind, badge)
  }

  // Nothing was ordered. problem: of the server's, or null when a payment was not made.
  refused(problem) {
    const words = problem ? badgeTrouble(problem) : notPaidWords()
    this.trouble = words ?? explain(problem, this.cafe.timeZone)
    if (this.visit.stage === Stage.badge) {
      if (words === null) this.visit.back()
      else this.#badge.open(words)
    }
    this.#price.ask()
  }

  abandon() { return this.#ordering.abandon() }

  get isOpen() { return this.#feed !== null }
  get isWaitingLong() { return this.#ordering.isWaitingLong }
  get isAbandoning() { return this.#ordering.isAbandoning }

  say(words) { this.#news.say(words) }

  // Says it aloud too, for those who have that on.
  announce(words) {
    this.say(words)
    this.voice.say(words)
  }

  // MARK: ending

  // Forgets the guest at once (C94): a new visit, the kiosk's own language, no dialog, nothing typed or spoken. Nothing of a
  // visit is in storage, in the address or in the history.
  #forget() {
    this.visit = new KioskVisit()
    this.#price.forget()
    this.trouble = null
    this.#ordering.forget()
    this.#badge.forget()
    this.#dialogs.close()
    this.#dialogs.closeWarning()
    this.voice.isOn = false
    this.voice.silence()
    this.say("")
    this.#quiet.begin()
    this.look.forget()
  }

  reset() {
    const isForeign = this.visit.language !== null
    this.help.forget()
    this.#forget()
    this.opened()
    // The next guest sees the menu in the kiosk's own language, and as it is now.
    if (isForeign) this.#load().catch(() => null)
  }

  askToStartOver() {
    if (isEmpty(this.visit.basket)) return this.reset()
    this.#dialogs.askToStartOver(() => this.reset())
  }

  // An answer that takes long is worth a word.
  #tick() {
    if (this.#feed && this.visit.isUndecided && this.isWaitingLong && !this.#view.querySelector("[data-long]")) this.show()
  }

  // MARK: look, help and staff

  changeLanguage(tag) {
    this.#dialogs.close()
    return this.look.speak(tag)
  }

  readView() { this.voice.readView(this.#view) }
  reload() { return this.#load() }

  #readFocus(target) { if (this.visit.readsAloud && target.tabIndex >= 0) this.voice.readControl(target) }

  askForStaff() {
    this.#dialogs.open(t("For staff"), [staffForm(async () => {
      await signOut().catch(() => null)
      await this.#refused()
    })])
  }

  get isAttract() { return this.visit.stage === Stage.attract }

  openDialog(title, content) { this.#dialogs.open(title, content) }

  // MARK: showing

  // After a step of the visit: the new view begins at its top, and a screen reader reads its heading.
  opened() {
    this.#quiet.begin()
    this.say("")
    this.show()
    this.#view.scrollTop = 0
    this.shown()
    this.voice.readView(this.#view)
  }

  shown() {
    // The reader of badges types into the field at once.
    if (this.visit.stage === Stage.badge && !this.visit.isUndecided) return this.#badge.focusField()
    const first = this.#view.querySelector("h1[tabindex]") ?? this.#view.querySelector("button")
    first?.focus({ preventScroll: true })
  }

  show() {
    if (!this.#feed || this.#menu === null) return
    const { stage } = this.visit
    this.dataset.stage = stage
    this.look.apply()
    render(this.#room, this.cafe.name)
    render(this.#view, ...kioskView(this))
    this.#letKeysScroll()
    if (this.visit.isUndecided && this.isWaitingLong) this.#view.firstElementChild.dataset.long = ""
    render(this.#foot, ...kioskFoot(this))
    this.#tools.show()
  }

  // A view without a control that is longer than the screen takes the focus itself, so that keys scroll it.
  #letKeysScroll() {
    const view = this.#view
    const isStuck = view.scrollHeight > view.clientHeight && !view.querySelector("button, input")
    if (isStuck) view.tabIndex = 0
    else view.removeAttribute("tabindex")
  }

  get confirmButton() { return this.#item.confirmButton }

  get itemView() { return this.#item }
  get badgeView() { return this.#badge }
  get greeting() { return this.look.greeting(this.#greeting) }

  #greet() {
    if (!this.#feed || this.#menu === null || !this.isAttract || this.#feed.isLost) return
    this.#greeting++
    const place = this.#view.querySelector(".kiosk-greeting")
    if (!place) return
    const { tag, words } = this.greeting
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
    render(this.#lost, isLost && lostNotice(this.visit))
    if (isLost) this.voice.say(this.#lost.innerText)
    else this.#refreshAfterLoss()
  }

  async #refreshAfterLoss() {
    await this.#load().catch(() => null)
    if (!this.isAttract) this.shown()
  }
}

customElements.define("kiosk-page", KioskPage)
