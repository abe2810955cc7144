// Shows the tips of a page: models/tip-presentation.js decides, this acts. A page has one presenter; `provideTips` gives it
// its source.

import { emit, h } from "../Shared/dom.js"
import { ICONS } from "../Shared/icons.js"
import { t } from "../Shared/messages.js"
import { Presentation, GRACE } from "./models/tip-presentation.js"
import { noTips } from "./models/tip-source.js"
import { readTip } from "./models/tip.js"

const REPORT_EVERY = 10_000 // milliseconds between two reports of how long a tip has been on screen
const BEFORE_SPEAKING = 150 // milliseconds for which a live region must exist before its text
const PLACE = "\uFFFC" // a placeholder for an element in a sentence
const SPOKEN_AFTER = 10_000 // milliseconds after which the words of a live region are removed

// Announces a tip to screen readers without moving the focus, inside the dialog that contains it, if any. Several tips are
// announced one after the other.
function announce(element, { title, message, language }) {
  const place = element.closest("dialog") ?? document.body
  let region = place.querySelector(":scope > .tip-announcer")
  if (!region) place.append(region = h("div.tip-announcer.hidden-visually", { "aria-live": "polite" }))
  // The tip's own words are read in their own language.
  const [before, after] = t("Tip: {title}", { title: PLACE }).split(PLACE)
  const words = h("div", {}, h("p", {}, before, h("span", { lang: language }, title), after), message && h("p", { lang: language }, message))
  setTimeout(() => region.append(words), BEFORE_SPEAKING)
  setTimeout(() => words.remove(), BEFORE_SPEAKING + SPOKEN_AFTER)
}

class TipPresenter {
  #presentation = new Presentation()
  #source = noTips
  #unsubscribe = () => {}
  #elements = new Map() // by key
  #keys = new WeakMap() // of elements
  #read = new WeakMap() // the checked form of a source's tips
  #pending = []
  #isPerforming = false
  #isLookWanted = false
  #reporter = null

  constructor() {
    document.addEventListener("visibilitychange", () => this.#pageVisible())
    addEventListener("pagehide", () => this.#perform(this.#presentation.leave(performance.now())))
    addEventListener("pageshow", () => this.#look())
    this.#pageVisible()
  }

  provide(source) {
    this.#unsubscribe()
    this.#perform(this.#presentation.leave(performance.now()))
    this.#source = source
    this.#unsubscribe = source.subscribe(() => this.#look())
    this.#look()
  }

  // element: has wantTip, showTip, suspendTip and hideTip. surface: { kind, name, isPresented }.
  attach(element, surface, label) {
    const key = this.#freeKey(`${surface.kind}:${label ?? surface.name}`, element)
    this.#elements.set(key, element)
    this.#keys.set(element, key)
    this.#perform(this.#presentation.attach(key, surface, performance.now()))
    this.#look()
  }

  detach(element) {
    const key = this.#keys.get(element)
    if (this.#elements.get(key) === element) this.#elements.delete(key)
    this.#keys.delete(element)
    this.#perform(this.#presentation.detach(key, performance.now()))
    setTimeout(() => this.#perform(this.#presentation.settle(performance.now())), GRACE + 1)
  }

  ready(element, isReady) {
    this.#perform(this.#presentation.ready(this.#keys.get(element), isReady, performance.now()))
  }

  present(element, isPresented) {
    this.#perform(this.#presentation.present(this.#keys.get(element), isPresented, performance.now()))
    this.#look()
  }

  close(element) {
    this.#perform(this.#presentation.close(this.#keys.get(element), performance.now()))
  }

  dismiss(element) {
    this.#perform(this.#presentation.dismiss(this.#keys.get(element), performance.now()))
  }

  anchorGone(element) {
    this.#perform(this.#presentation.anchorGone(this.#keys.get(element), performance.now()))
  }

  act(element, action) {
    this.#perform(this.#presentation.act(this.#keys.get(element), action))
  }

  #pageVisible() {
    const isVisible = document.visibilityState === "visible"
    clearInterval(this.#reporter)
    if (isVisible) this.#reporter = setInterval(() => this.#perform(this.#presentation.tick(performance.now())), REPORT_EVERY)
    this.#perform(this.#presentation.pageVisible(isVisible, performance.now()))
  }

  // A second element for the same tip gets a key of its own.
  #freeKey(wanted, element) {
    let key = wanted
    for (let number = 2; this.#elements.has(key) && this.#elements.get(key) !== element; number += 1) key = `${wanted}#${number}`
    return key
  }

  #look() {
    this.#isLookWanted = true
    this.#perform([])
  }

  // A source may report a change while it is being called: actions run in order, one after the other.
  #perform(actions) {
    this.#pending.push(...actions)
    if (this.#isPerforming) return
    this.#isPerforming = true
    try {
      while (this.#pending.length > 0 || this.#isLookWanted) {
        if (this.#pending.length > 0) this.#act(this.#pending.shift())
        else this.#pending.push(...this.#answers())
      }
    } catch (error) {
      // A mistake in a tip must not stop the page.
      this.#pending = []
      reportError(error)
    } finally {
      this.#isPerforming = false
    }
  }

  #answers() {
    this.#isLookWanted = false
    const answers = {
      current: name => this.#tip(this.#source.current(name)),
      isOver: id => this.#source.isOver(id),
      mayStay: id => this.#source.mayStay(id),
    }
    return this.#presentation.look(answers, performance.now())
  }

  // Each tip is checked once, and its problems are logged once.
  #tip(data) {
    if (data === null || data === undefined) return null
    if (!this.#read.has(data)) {
      const { tip, problems } = readTip(data, ICONS)
      for (const problem of problems) console.warn(problem)
      this.#read.set(data, tip)
    }
    return this.#read.get(data)
  }

  #act({ do: what, key, tip, isBack, id, seconds, how, action }) {
    const element = this.#elements.get(key)
    switch (what) {
      case "want": return element?.wantTip(tip, isBack)
      case "show": return element?.showTip(tip)
      case "suspend": return element?.suspendTip()
      case "hide": return element?.hideTip()
      case "onScreen": return this.#source.onScreen(id, key, seconds)
      default: this.#isLookWanted = true
    }
    switch (what) {
      case "appeared": {
        this.#source.appeared(id, key)
        if (element) announce(element, tip)
        break
      }
      case "ended": this.#source.ended(id, key, seconds, how); break
      case "closed": this.#source.closed(id); break
      case "acted": this.#source.acted(id, action); break
    }
    if (element) emit(element, `tip-${what}`, { id, action, how })
  }
}

export const presenter = new TipPresenter()

// Gives the page its tips: an object as models/tip-source.js describes.
export const provideTips = source => presenter.provide(source)
