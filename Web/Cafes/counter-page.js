// The counter of a café: a cashier takes walk-up orders and hands orders over.

import { h, icon, render } from "../Shared/dom.js"
import { get, post, Problem } from "../Shared/http.js"
import { clockTime, money, number, windowTime } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { loading } from "../Shared/placeholders.js"
import { randomKey } from "../Shared/random-key.js"
import { SentOnce } from "../Shared/sent-once.js"
import { choiceWords, servedWords, statusWords } from "./cafe-words.js"
import { CafeScreen } from "./cafe-screen.js"
import { CounterOrders } from "./counter-orders.js"
import { takePayment } from "./counter-payment.js"
import { backWords, codeWords, paidWith, placingWords, takingWords } from "./counter-words.js"
import { explain, explainCancelling } from "./explain.js"
import { loadQuote } from "./load-quote.js"
import { addLine, applyQuote, emptyBasket, isEmpty, isOrderableLine, LARGEST_QUANTITY, lineTotal, removeLine, replaceLine, restoreLine, setQuantity } from "./models/basket.js"
import { found, isSold, LONGEST_NAME, lineAtOnce, walkUpRequest } from "./models/counter.js"
import { stageName } from "./order-words.js"
import { pausedWords } from "./pace-words.js"
import { ScreenAwake } from "./screen-awake.js"
import { screenLanguages } from "./screen-languages.js"
import "../Shared/ask-dialog.js"
import "../Shared/notice-bar.js"
import "./item-dialog.js"
import "./quantity-stepper.js"

const TICK = 1000 // milliseconds

class CounterPage extends HTMLElement {
  #abort = null
  #menu = null
  #basket = emptyBasket
  #quote = null // the price of the basket, or null while it is asked for
  #quotes = 0 // how often it was asked for
  #pickup = null // the start of the chosen window; null for as soon as possible
  #text = "" // what the cashier searches for
  #section = null // the shown section's name; null for all
  #error = null
  #isSending = false
  #pausedUntil = null // when the counter takes orders again; null while it does
  #last = null // the order that was placed last
  #orders = new CounterOrders({
    pay: (order, payment) => this.#take(order, payment),
    handOver: order => this.#handOver(order),
    cancel: order => this.#askCancelling(order),
    enterCode: code => this.#enterCode(code),
  })
  #once = null

  #head = h("div.counter-head")
  #time = h("span.counter-time.figures")
  #find = h("input", { type: "search", id: "counter-find", autocomplete: "off", oninput: ({ target }) => this.#search(target.value), onkeydown: event => this.#addFirst(event) })
  #groups = h("div.counter-groups", { role: "group", "aria-label": t("Parts of the menu") })
  #items = h("div.counter-items", { role: "region", "aria-label": t("Menu") })
  #name = h("input", { type: "text", id: "counter-name", "data-key": "name", maxlength: LONGEST_NAME, autocomplete: "off", onkeydown: event => this.#goOn(event) })
  #pickupField = h("div")
  // Not redrawn, so that the cashier can type a name while the rest changes.
  #details = h("div.counter-details", {},
    h("label.field", { for: "counter-name" }, h("span", {}, t("Name to call (optional)")), this.#name), this.#pickupField)
  #ticket = h("section.counter-ticket", { "aria-label": t("This order") })
  #item = h("item-dialog")
  #ask = h("ask-dialog")
  #notice = h("notice-bar")
  #awake = new ScreenAwake()
  #screen = new CafeScreen(this, {
    kind: "kitchen",
    topics: ["menu"],
    parts: [this.#head, h("div.counter-body", {},
      h("div.counter-menu", {},
        h("label.field.counter-find", { for: "counter-find" }, h("span", {}, t("Find a dish")), this.#find),
        this.#groups, this.#items),
      h("div.counter-side", {}, this.#ticket, this.#orders.element))],
    beside: [this.#item, this.#ask, this.#notice],
    advice: () => t("Orders cannot be taken now. Write them down."),
    tick: TICK,
    ticked: now => this.#showTime(now),
    opened: () => this.#opened(),
    closed: () => this.#closed(),
    load: () => this.#load(),
    follow: changes => this.#follow(changes),
    refused: problem => {
      this.append(this.#notice)
      this.#notice.show(problem.code === "sign-in-required" ? t("This screen is not signed in any more.") : explain(problem))
    },
  })

  connectedCallback() {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.addEventListener("line-confirmed", ({ detail }) => this.#confirm(detail), { signal })
    addEventListener("keydown", event => this.#key(event), { signal })
    this.#screen.connect()
  }

  disconnectedCallback() {
    this.#abort.abort()
    this.#screen.disconnect()
  }

  get #cafe() { return this.#screen.cafe }
  get #path() { return `/api/v1/cafes/${encodeURIComponent(this.#cafe.id)}` }

  #opened() {
    this.dataset.open = ""
    this.#awake.connect()
    this.#once = new SentOnce(`${this.#path}/counter/orders`, "vicinity-counter-order")
    render(this.#head, h("h1", {}, t("Counter, {cafe}", { cafe: this.#cafe.name })), this.#time,
      h("span.counter-tools", {},
        h("button.button.quiet", { type: "button", onclick: () => this.#showKeys() }, t("Keys")),
        h("button.button.quiet", { type: "button", onclick: () => this.#screen.leave(this.#ask) }, t("Change screen"))))
    render(this.#items, loading(t("Loading the menu.")))
  }

  #closed() {
    delete this.dataset.open
    this.#awake.disconnect()
    this.#menu = null
    this.#last = null
    this.#empty()
  }

  // MARK: feed

  async #load() {
    const [menu, counter] = await Promise.all([get(`${this.#path}/menu`), get(`${this.#path}/counter`)])
    this.#screen.clock.set(counter.now)
    this.#menu = menu
    this.#note(counter)
    this.#show()
    return counter.asOf
  }

  async #follow(changes) {
    const hasNewMenu = changes.some(({ kind }) => kind === "menu")
    const [menu, counter] = await Promise.all([
      hasNewMenu ? get(`${this.#path}/menu`) : this.#menu,
      get(`${this.#path}/counter`),
    ])
    this.#menu = menu
    this.#note(counter)
    if (hasNewMenu && this.#item.opened !== null) this.#item.follow(this.#found(this.#item.opened))
    if (hasNewMenu || changes.some(({ kind }) => kind === "pickup")) this.#price()
    this.#show()
  }

  #note(counter) {
    this.#pausedUntil = counter.pausedUntil ?? null
    this.#last = counter.orders.find(({ id }) => id === this.#last?.id) ?? this.#last
    this.#orders.reset(counter, this.#cafe.timeZone)
  }

  #found(id) { return this.#menu.sections.flatMap(({ items }) => items).find(item => item.id === id) ?? null }

  // MARK: the order

  #press(item) {
    if (!isSold(item) || this.#isLocked) return
    const line = lineAtOnce(item)
    if (line) this.#confirm({ key: null, line })
    else this.#item.open(item, { timeZone: this.#cafe.timeZone })
  }

  #edit(line) {
    const item = this.#found(line.item)
    if (item) this.#item.open(item, { line, timeZone: this.#cafe.timeZone })
  }

  #confirm({ key, line }) {
    this.#last = null
    this.#change(key === null ? addLine(this.#basket, this.#cafe, { ...line, key: randomKey() }) : replaceLine(this.#basket, key, line))
  }

  #remove(line) {
    const index = this.#basket.lines.indexOf(line)
    this.#change(removeLine(this.#basket, line.key))
    this.#notice.show(t("{name} removed.", { name: line.name }), {
      label: t("Undo"),
      perform: () => this.#change(isEmpty(this.#basket) ? addLine(this.#basket, this.#cafe, line) : restoreLine(this.#basket, line, index)),
    })
  }

  #change(basket) {
    this.#basket = basket
    this.#error = null
    this.#price()
    this.#show()
  }

  #empty() {
    this.#basket = emptyBasket
    this.#quote = null
    this.#pickup = null
    this.#name.value = ""
    this.#error = null
  }

  // Ignores answers to earlier requests.
  async #price() {
    const turn = ++this.#quotes
    this.#quote = null
    if (isEmpty(this.#basket) || this.#isLocked) return
    try {
      const quote = await loadQuote(this.#cafe, this.#basket)
      if (turn !== this.#quotes) return
      this.#quote = quote
      this.#basket = applyQuote(this.#basket, this.#cafe, quote)
    } catch (error) {
      if (turn !== this.#quotes) return
      this.#error = explain(error, this.#cafe?.timeZone)
    }
    this.#show()
  }

  // An order without an answer is sent again as it was; nothing else is sent before.
  get #isLocked() { return this.#isSending || this.#isUndecided }
  get #isUndecided() { return this.#cafe !== null && this.#once.isUndecided(this.#cafe.id) }

  async #pay(payment) {
    if (this.#isSending || (!this.#isUndecided && (!this.#quote?.isOrderable || this.#pausedUntil))) return
    const body = this.#isUndecided
      ? this.#once.pendingBody
      : walkUpRequest(this.#basket, { total: this.#quote.total, payment, pickup: this.#pickup, name: this.#name.value })
    this.#isSending = true
    this.#error = null
    this.#show()
    try {
      this.#last = await this.#once.send(this.#cafe.id, body)
      this.#orders.put(this.#last)
      this.#empty()
      if (this.#text !== "") this.#search(this.#find.value = "")
    } catch (error) {
      this.#error = this.#isUndecided ? t("The server did not answer. Send it again: it is placed once.") : placingWords(error, this.#cafe.timeZone)
    }
    this.#isSending = false
    if (!this.#isUndecided) this.#price()
    this.#show()
    // The pressed button is removed, so the focus moves here for keyboard users.
    if (this.#last) this.#ticket.querySelector(".counter-placed")?.focus()
  }

  // MARK: orders

  // A guest pays here for an order of a kiosk.
  async #take(order, payment) {
    await this.#try(async () => {
      const { stage } = await takePayment(this.#cafe.id, order.id, payment)
      this.#orders.put({ ...order, stage, payment, until: undefined })
    }, error => takingWords(error, this.#cafe.timeZone))
  }

  async #handOver(order) {
    await this.#try(async () => {
      await post(`/api/v1/tickets/${encodeURIComponent(order.ticket)}/actions`, { action: "collect" })
      this.#orders.put({ ...order, stage: "collected" })
    })
  }

  async #askCancelling(order) {
    const reason = await this.#ask.ask({
      title: t("Cancel order {number}?", { number: order.number }),
      text: backWords(order),
      options: [
        { value: "mistake", label: t("I made a mistake"), isPrimary: true },
        { value: "changed-mind", label: t("The guest changed their mind") },
        { value: "not-paid", label: t("The guest could not pay") },
      ],
    })
    if (reason === null) return
    await this.#try(async () => {
      const cancelled = await post(`${this.#path}/counter/orders/${encodeURIComponent(order.id)}/cancellation`, { reason })
      this.#orders.put(cancelled)
      if (this.#last?.id === cancelled.id) this.#last = cancelled
    }, explainCancelling)
  }

  // Returns the message of the code field.
  async #enterCode(code) {
    try {
      const { number } = await post(`${this.#path}/handovers`, { code })
      return { isDone: true, words: t("{number} is handed over.", { number }) }
    } catch (error) {
      return { isDone: false, words: codeWords(error) }
    }
  }

  async #try(work, words = explain) {
    try {
      await work()
    } catch (error) {
      this.#notice.show(error instanceof Problem ? words(error) : t("The server did not answer. Try again."))
    }
    this.#show()
  }

  // MARK: keys

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.querySelector("dialog[open]") || !this.#cafe) return
    if (event.target.closest("input, textarea")) return
    if (event.key === "/") this.#find.focus()
    else if (event.key === "n" || event.key === "N") this.#name.focus()
    else if (event.key === "c" || event.key === "C") this.#orders.focusCode()
    else return
    event.preventDefault()
  }

  #showKeys() {
    this.#ask.ask({
      title: t("Keys"),
      content: [
        h("dl.counter-keys", {},
          [["/", t("find a dish")], ["Enter", t("add the first dish that was found; go to the payment when nothing is typed")], ["N", t("the name to call")], ["C", t("the code for pickup")], ["Tab", t("to the next button")]]
            .map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)))),
        screenLanguages(),
      ],
      options: [{ value: "close", label: t("Close"), isPrimary: true }],
    })
  }

  #search(text) {
    this.#text = text
    this.#show()
  }

  #addFirst(event) {
    if (event.key === "Escape") this.#search(this.#find.value = "")
    if (this.#text.trim() === "") return this.#goOn(event)
    if (event.key !== "Enter") return
    event.preventDefault()
    const first = found(this.#menu.sections, this.#text).flatMap(({ items }) => items).find(isSold)
    if (!first) return
    this.#press(first)
    this.#search(this.#find.value = "")
  }

  // Enter in a field moves the focus to the payment. A key that is held down does not pay.
  #goOn(event) {
    if (event.key !== "Enter" || event.isComposing) return
    event.preventDefault()
    this.#ticket.querySelector("[data-key=pay-cash], [data-key=again]")?.focus()
  }

  // MARK: views

  #showTime(now) {
    const time = clockTime(now, this.#cafe.timeZone)
    if (this.#time.textContent !== time) this.#time.textContent = time
  }

  #show() {
    if (!this.#cafe || !this.#menu) return
    this.#showMenu()
    this.#showTicket()
    this.#orders.show()
  }

  #showMenu() {
    const { sections } = this.#menu
    if (!sections.some(({ name }) => name === this.#section)) this.#section = null
    const group = (name, label) => h("button.button", {
      type: "button", "data-key": `group-${name ?? ""}`, "aria-pressed": String(this.#section === name && this.#text === ""),
      onclick: () => {
        this.#section = name
        this.#search(this.#find.value = "")
      },
    }, label)
    render(this.#groups, group(null, t("Everything")), sections.filter(({ items }) => items.length > 0).map(({ name }) => group(name, name)))
    const shown = found(sections, this.#text).filter(({ name }) => this.#text !== "" || this.#section === null || name === this.#section)
    if (sections.every(({ items }) => items.length === 0)) return render(this.#items, h("p.empty", {}, t("Nothing is on this menu today.")))
    if (shown.length === 0) return render(this.#items, h("p.empty", {}, t("No dish has this name.")))
    render(this.#items, shown.map(({ name, items }) => h("section.counter-section", { "aria-label": name },
      h("h2", {}, name),
      h("ul", {}, items.map(item => h("li", {}, this.#button(item)))))))
  }

  #button(item) {
    const count = this.#basket.lines.filter(line => line.item === item.id).reduce((sum, { quantity }) => sum + quantity, 0)
    return h("button.button.counter-item", {
      type: "button", "data-key": `item-${item.id}`, "aria-disabled": isSold(item) ? null : "true", onclick: () => this.#press(item),
    },
    h("span.counter-item-name", {}, item.name),
    h("span.small", {}, isSold(item)
      ? h("span.figures", {}, money(item.price))
      : h("span.gone", {}, icon("close"), h("span", {}, goneWords(item, this.#cafe.timeZone)))),
    count > 0 && h("span.counter-count.figures", {}, h("span.hidden-visually", {}, t("In this order:"), " "), number(count)))
  }

  #showTicket() {
    const isLocked = this.#isLocked
    this.#name.disabled = isLocked
    this.#showWindows(isLocked)
    render(this.#ticket,
      h("h2", {}, t("This order")),
      this.#last && isEmpty(this.#basket) && this.#placed(this.#last),
      isEmpty(this.#basket)
        ? !this.#last && !this.#isUndecided && h("p.empty", {}, t("Touch a dish to begin."))
        : h("ul.counter-lines", {}, this.#basket.lines.map(line => this.#line(line, isLocked))),
      !isEmpty(this.#basket) && this.#details,
      this.#pausedUntil && h("p.notice.waiting", { role: "status" }, icon("clock"), h("span", {}, t("Orders at the counter are paused until {time} at the latest.", { time: clockTime(this.#pausedUntil, this.#cafe.timeZone) }))),
      this.#error && h("p.notice.alarm", { role: "alert" }, icon("information"), h("span", {}, this.#error)),
      this.#paying())
  }

  #placed(order) {
    const isCancelled = order.stage === "cancelled" || order.stage === "rejected"
    return h("div.counter-placed", { role: "status", tabindex: "-1", "data-key": "placed" },
      h("p", {}, isCancelled ? stageName(order.stage) : t("Placed"), " ", h("strong.order-number.figures", {}, order.number)),
      order.name && h("p.own-direction", {}, order.name),
      h("p", {}, isCancelled ? backWords(order) : paidWords(order)),
      order.pickup && !isCancelled && h("p.with-icon", {}, icon("clock"), h("span", {}, t("Pickup {start} – {end}", {
        start: windowTime(order.pickup.startsAt, this.#cafe.timeZone), end: clockTime(order.pickup.endsAt, this.#cafe.timeZone),
      }))),
      order.stage === "accepted" && h("button.button", { type: "button", "data-key": "undo-order", onclick: () => this.#askCancelling(order) }, t("Cancel order")))
  }

  #line(line, isLocked) {
    const stepper = h("quantity-stepper")
    stepper.addEventListener("quantity-changed", event => {
      event.stopPropagation()
      if (isLocked) return
      if (event.detail < 1) this.#remove(line)
      else this.#change(setQuantity(this.#basket, line.key, event.detail))
    })
    stepper.show({ label: line.name, value: line.quantity, minimum: 0, maximum: LARGEST_QUANTITY })
    return h("li.counter-line", {},
      h("button.counter-line-name", { type: "button", "data-key": `line-${line.key}`, onclick: () => { if (!isLocked) this.#edit(line) } },
        h("strong", {}, line.name),
        line.choices.length > 0 && h("span.small.muted", {}, choiceWords(line)),
        line.note && h("span.small.with-icon", {}, icon("note"), h("span.own-direction", {}, line.note)),
        isOrderableLine(line)
          ? h("span.figures", {}, money(lineTotal(line)))
          : h("span.gone", {}, icon("close"), h("span", {}, statusWords(line.status, { ...line, timeZone: this.#cafe.timeZone, pickup: this.#pickup })))),
      stepper)
  }

  #showWindows(isLocked) {
    const windows = this.#quote?.pickup?.windows ?? []
    render(this.#pickupField, windows.length > 0 && h("label.field", {}, h("span", {}, t("Pickup")),
      h("select", { "data-key": "pickup", disabled: isLocked, onchange: ({ target }) => { this.#pickup = target.value || null } },
        h("option", { value: "", selected: this.#pickup === null }, t("As soon as possible")),
        windows.map(({ startsAt, isFree }) => h("option", { value: startsAt, selected: startsAt === this.#pickup, disabled: !isFree },
          isFree ? windowTime(startsAt, this.#cafe.timeZone) : t("{time}, full", { time: windowTime(startsAt, this.#cafe.timeZone) }))))))
  }

  #paying() {
    if (this.#isUndecided && !this.#isSending) {
      return h("div.counter-pay", {}, h("button.button.primary", { type: "button", "data-key": "again", onclick: () => this.#pay(null) }, t("Send again")))
    }
    if (isEmpty(this.#basket)) return null
    const quote = this.#quote
    const canPay = quote?.isOrderable === true && !this.#isSending && !this.#pausedUntil
    const button = (payment, label) => h(payment === "cash" ? "button.button.primary" : "button.button", {
      type: "button", "data-key": `pay-${payment}`, "aria-disabled": canPay ? null : "true", onclick: () => { if (canPay) this.#pay(payment) },
      onkeydown: event => { if (event.repeat) event.preventDefault() },
    }, label)
    return h("div.counter-pay", {},
      h("dl.sums", {},
        h("div.grand", {}, h("dt", {}, t("Total")), h("dd.figures", {}, quote?.total ? money(quote.total) : "…")),
        h("div.muted", {}, h("dt", {}, quote?.taxIncluded === false ? t("Tax, added") : t("Tax, included")), h("dd.figures", {}, quote?.tax ? money(quote.tax) : "…"))),
      quote?.isOrderable === false && h("p.gone", { role: "status" }, t("Remove what is not available, then take the money.")),
      h("div.counter-means", {}, button("cash", paidWith("cash")), button("terminal", paidWith("terminal"))))
  }
}

function goneWords(item, timeZone) {
  if (item.soldOut) return t("Sold out")
  return item.pausedUntil ? pausedWords(item.pausedUntil, timeZone) : servedWords(item, timeZone)
}

const paidWords = order => order.payment === "cash"
  ? t("{total} paid in cash", { total: money(order.total) })
  : t("{total} paid by card", { total: money(order.total) })

customElements.define("counter-page", CounterPage)
