// The review before paying: café and its time, lines, tax, total, meal account. Fires "order-confirmed", "sign-in-wanted",
// "line-edited", "line-removed", "sold-out-removed", "check-wanted", "waiting-set", "pickup-chosen", "menu-wanted", "cafe-chosen", and
// "windows-passed" when the first pickup window is over.

import { homeOf } from "../People/models/next-address.js"
import { emit, h, icon, render } from "../Shared/dom.js"
import { clockTime, money, windowTime } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { subtract } from "../Shared/models/money.js"
import { loading } from "../Shared/placeholders.js"
import { choiceWords, fitWords, localTimeSentence, notCollectedWords, priceWords, statusWords } from "./cafe-words.js"
import { obstacleSentence } from "./obstacle-words.js"
import { isOrderableLine, lineTotal } from "./models/basket.js"
import { obstacle } from "./models/obstacle.js"
import { payAddress, paymentChoice } from "./payment-choice.js"
import { cutoff, firstEnd } from "./models/pickup.js"
import { readyBand } from "./ready-band.js"
import { FIRST as FIRST_WINDOWS, holdSentence, pickupChoice } from "./pickup-choice.js"

const OBSTACLE = "pay-obstacle"
const CLOCK_TICK = 10_000 // milliseconds

class OrderReview extends HTMLElement {
  #state = null
  #tip = h("tip-view", { tip: "start-cooking" })
  #windowTip = h("tip-view", { tip: "pickup-window" })
  #ticker = null
  #showsAllWindows = false
  #passed = null // the end of the windows for which "windows-passed" was fired

  connectedCallback() {
    this.#ticker = setInterval(() => this.#refreshTime(), CLOCK_TICK)
  }

  disconnectedCallback() {
    clearInterval(this.#ticker)
  }

  // A quote has no total when nothing of the basket can be ordered. principal: the employee, or null; nonDiner: the signed-in
  // person if they cannot order, or null. state: { basket, cafe, quote, balance, isAccountKnown, principal, nonDiner, message, failure,
  // oldTotal, errors, isSending, isUndecided, waitsForPerson, pickup, payment, quicker, unpaid }; unpaid: the orders at this café
  // that wait for a card.
  show(state) {
    this.#state = state
    const { basket, cafe, quote } = state
    render(this,
      h("h1", { tabindex: "-1", "data-key": "review-title" }, t("Review your order")),
      h("p.review-cafe", {},
        icon("pin"), h("strong", {}, cafe.name), h("span.muted.local-time", {}, localTimeSentence(cafe))),
      this.#ready(),
      this.#message(),
      state.unpaid.map(order => this.#unpaid(order)),
      quote === null && this.#unpriced(),
      quote && h("div.panel.stack", {},
        h("ul.lines", {}, basket.lines.map((line, index) => this.#line(line, index))),
        quote.total && this.#totals(),
        quote.total && this.#account()),
      this.#tip,
      this.#state.pickup && this.#windowTip,
      ...(state.nonDiner ? [this.#nonDinerNotice()] : [this.#startChoice(), this.#paymentChoice(), this.#obstacleNotice()]),
      this.#actions())
  }

  // When an order for as soon as possible would be ready, and where it would be sooner.
  #ready() {
    const { quote, cafe, quicker, isUndecided, waitsForPerson, pickup } = this.#state
    if (!quote?.ready || isUndecided || waitsForPerson || (pickup && pickup.chosen !== null)) return null
    return h("div.stack", {}, readyBand(quote.ready, cafe.timeZone),
      quicker && h("div.notice", {}, icon("clock"),
        h("p", {}, quickerWords(quicker)),
        h("button.button", { type: "button", "data-key": "quicker", onclick: () => emit(this, "cafe-chosen", quicker.cafe.id) },
          t("Order at {cafe}", { cafe: quicker.cafe.name }))))
  }

  // The person has come back from the card: without this they would order the same again.
  #unpaid({ id, number, total }) {
    return h("div.notice.waiting.unpaid-order", { role: "status" }, icon("clock"), h("div.stack", {},
      h("p", {}, t("Order {number} still waits for its card payment.", { number })),
      h("div.row", {},
        h("a.button.primary", { href: payAddress(id), "data-key": `pay-${id}` }, t("Pay {total}", { total: money(total) })),
        h("button.button", { type: "button", "data-key": `cancel-${id}`, onclick: () => emit(this, "unpaid-cancelled", id) }, t("Cancel order")))))
  }

  // There is no price yet, or it could not be loaded.
  #unpriced() {
    const { failure, isUndecided } = this.#state
    if (failure === null) return isUndecided ? null : loading(t("Checking prices."))
    return h("div.notice.waiting", { role: "alert" }, icon("offline"), h("p", {}, failure),
      h("button.button", { type: "button", "data-key": "check", onclick: () => emit(this, "check-wanted") }, t("Try again")))
  }

  get #obstacle() {
    const { quote, isUndecided, basket, cafe, principal, balance, unpaid } = this.#state
    if (quote === null || isUndecided) return null
    if (unpaid.length > 0) return "unpaid"
    const isByAccount = principal && !this.#isByCard
    const hasNoAccount = isByAccount && this.#state.isAccountKnown && !balance
    return obstacle({ cafe, lines: basket.lines, quote, balance: isByAccount && balance, pickup: this.#window, hasNoAccount })
  }

  get #isByCard() { return this.#state.payment.means === "card" }

  #paymentChoice() {
    const { payment, isUndecided, isSending, principal } = this.#state
    return principal && paymentChoice({ payment, isLocked: isUndecided || isSending, choose: means => emit(this, "payment-chosen", means) })
  }

  // As models/obstacle.js takes it.
  get #window() {
    const { pickup, waitsForPerson } = this.#state
    if (pickup === null || waitsForPerson) return null
    return pickup.chosen === undefined ? "none" : pickup.chosen
  }

  #obstacleNotice() {
    const reason = this.#obstacle
    if (reason === null) return null
    return h("div.notice.waiting", { role: "status" }, icon("information"),
      h("p", { id: OBSTACLE }, obstacleSentence(reason, this.#state)),
      reason === "not-served" && this.#state.pickup.fit !== undefined && h("button.button", {
        type: "button", "data-key": "fit", onclick: () => emit(this, "pickup-chosen", this.#state.pickup.fit),
      }, fitWords(this.#state.pickup.fit, this.#state.cafe.timeZone)),
      reason === "sold-out" && h("button.button", {
        type: "button", "data-key": "remove-sold-out", onclick: () => emit(this, "sold-out-removed"),
      }, t("Remove sold-out items")))
  }

  // Offers more than a new sign-in, because the person may have come here by mistake.
  #nonDinerNotice() {
    const { nonDiner } = this.#state
    const home = homeOf(nonDiner)
    const { name } = nonDiner
    return h("div.notice.waiting", { role: "status" }, icon("person"),
      h("p", {}, nonDiner.kind === "device"
        ? t("{name} is signed in in this browser and cannot order.", { name })
        : t("{name} is signed in in this browser and cannot order. Ask your administrator for the role “employee”, or sign in as somebody else.", { name })),
      home !== "/order" && h("a.button", { href: home, "data-key": "home" }, t("Go to your own page")))
  }

  // The page announces what it will ask the browser for, before it asks (C113). People who refuse start the order by
  // hand.
  #startChoice() {
    const { waitsForPerson, isUndecided, isSending, pickup } = this.#state
    const choice = (waits, name, words) => h("label.choice", {},
      h("input", {
        type: "radio", name: "start", "data-key": waits ? "start-near" : "start-now", checked: waits === waitsForPerson,
        disabled: isUndecided || isSending, onchange: () => emit(this, "waiting-set", waits),
      }),
      h("span.choice-words", {}, h("span", {}, name), h("span.small.muted", {}, words)))
    const near = [choice(true, t("When I come near"), t("The total is set aside now and paid when the kitchen starts.")), waitsForPerson && this.#nearWords()]
    if (pickup) return this.#pickupChoice(near)
    return h("fieldset.choices.start-choice", {},
      h("legend", {}, t("When should the kitchen start?")),
      h("div.choice-list", {},
        choice(false, t("As soon as possible"), t("You pay now. You can cancel free of charge until the kitchen starts.")),
        near[0]),
      near[1])
  }

  #nearWords() {
    return h("div.notice", {}, icon("pin"), h("div.stack", {},
      h("p", {}, t("This page asks your browser for your position until the kitchen starts. It is compared in this page and never leaves it: the café only gets the request to start.")),
      h("p.small", {}, t("Without a position you start the order yourself. An order that has not started after four hours, or when the café closes, ends and costs nothing."))))
  }

  #pickupChoice(near) {
    const { pickup, cafe, waitsForPerson, isUndecided, isSending } = this.#state
    return pickupChoice({
      pickup, cafe, waitsForPerson, near, isLocked: isUndecided || isSending, showsAll: this.#showsAllWindows,
      words: [t("You pay now."), " ", this.#cutoffWords, " ",
        h("span.hold-words", {}, this.#holdWords)],
      acts: {
        choose: startsAt => emit(this, "pickup-chosen", startsAt),
        showAll: () => {
          this.#showsAllWindows = true
          this.show(this.#state)
          this.querySelectorAll(".pickup-window input")[FIRST_WINDOWS]?.focus()
        },
      },
    })
  }

  // Until when the order can be cancelled, before it is paid (C107).
  get #cutoffWords() {
    const { pickup, cafe } = this.#state
    const until = cutoff(pickup.timetable, pickup.chosen, pickup.hold)
    return until
      ? t("You can cancel free of charge until {time}, if the kitchen has not started.", { time: windowTime(until, cafe.timeZone) })
      : t("You can cancel free of charge until the kitchen starts.")
  }

  get #holdWords() {
    const { pickup, cafe, waitsForPerson } = this.#state
    return pickup && !waitsForPerson ? holdSentence(pickup.hold, cafe, Date.now()) : ""
  }

  #message() {
    const { message, oldTotal, quote } = this.#state
    if (!message) return null
    return h("div.notice.alarm", { role: "alert" }, icon("information"), h("div", {},
      h("p", {}, message),
      oldTotal && quote?.total && h("p.figures", {}, h("s", {}, money(oldTotal)), " → ", h("strong", {}, money(quote.total)))))
  }

  #line(line, index) {
    const errors = this.#state.errors?.get(index) ?? []
    const words = [statusWords(line.status, { ...line, timeZone: this.#state.cafe.timeZone, pickup: this.#state.pickup?.chosen }), ...errors.map(fieldWords)].filter(text => text !== null)
    return h("li.line", {},
      h("div.line-head", {},
        h("span", {}, h("span.figures.muted", {}, t("{quantity} ×", { quantity: line.quantity })), " ", h("strong", {}, line.name)),
        isOrderableLine(line) && h("span.figures", {}, money(lineTotal(line)))),
      h("div.muted.small", {}, h("p", {}, choiceWords(line)), line.note && h("p.with-icon", {}, icon("note"), h("span", {}, line.note))),
      isOrderableLine(line) && priceWords(line) && h("p.price-changed.small", {}, icon("information"), h("span", {}, priceWords(line))),
      words.map(text => h("p.field-error.small", { role: "alert" }, icon("information"), h("span", {}, text))),
      words.length > 0 && h("p.row", {}, isOrderableLine(line) && this.#change(line), this.#remove(line)))
  }

  #change({ key, name }) {
    return h("button.button", {
      type: "button", "data-key": `edit-${key}`, "aria-label": t("Change {name}", { name }), onclick: () => emit(this, "line-edited", key),
    }, t("Change"))
  }

  #remove({ key, name }) {
    return h("button.button", {
      type: "button", "data-key": `remove-${key}`, "aria-label": t("Remove {name}", { name }), onclick: () => emit(this, "line-removed", key),
    }, t("Remove"))
  }

  #totals() {
    const { quote } = this.#state
    const taxWords = quote.taxIncluded ? t("Tax, included") : t("Tax, added")
    const rows = quote.taxIncluded
      ? [[t("Total"), quote.total, "grand"], [taxWords, quote.tax, "muted"]]
      : [[t("Subtotal"), quote.subtotal, "muted"], [taxWords, quote.tax, "muted"], [t("Total"), quote.total, "grand"]]
    const rule = notCollectedWords(this.#state.cafe)
    return [h("dl.sums", {}, rows.map(([name, amount, kind]) => h(`div.${kind}`, {}, h("dt", {}, name), h("dd.figures", {}, money(amount))))),
      rule && h("p.small.muted", {}, rule)]
  }

  #account() {
    const { principal, balance, quote } = this.#state
    if (this.#state.nonDiner) return null
    if (!principal) return h("p.muted", {}, t("Paid from your meal account after you sign in."))
    if (this.#isByCard) return null
    if (!balance && (!this.#state.isAccountKnown || this.#obstacle === "no-account")) return null
    if (!balance) return h("p.notice.waiting", {}, icon("information"), h("span", {}, t("You have no meal account in this café’s currency.")))
    const rest = subtract(balance, quote.total)
    return h("dl.sums.account", {},
      h("div", {}, h("dt", {}, t("Meal account now")), h("dd.figures", {}, money(balance))),
      h("div", {}, h("dt", {}, t("After this order")), h("dd.figures", { class: rest.amount < 0 ? "figures short" : "figures" }, money(rest))))
  }

  #actions() {
    const { quote, isUndecided, principal, nonDiner } = this.#state
    if (nonDiner) {
      return h("div.row.apart.review-actions", {},
        this.#toMenu,
        h("button.button", { type: "button", "data-key": "sign-in-other", onclick: () => emit(this, "sign-in-wanted") }, t("Sign in as somebody else")))
    }
    return h("div.row.apart.review-actions", {},
      this.#toMenu,
      isUndecided ? this.#again() : quote?.total && (principal ? this.#pay() : this.#askWho()))
  }

  get #toMenu() {
    return h("button.button", { type: "button", "data-key": "menu", onclick: () => emit(this, "menu-wanted") }, t("Back to the menu"))
  }

  #askWho() {
    const isBlocked = this.#obstacle !== null
    return h("button.button.primary", {
      type: "button", "data-key": "pay", "aria-label": t("Order at {cafe}, local time {time}", this.#placeAndTime),
      "aria-disabled": isBlocked ? "true" : null, "aria-describedby": isBlocked ? OBSTACLE : null,
      onclick: () => { if (!isBlocked) emit(this, "sign-in-wanted") },
    }, t("Order"))
  }

  #pay() {
    const { quote, isSending } = this.#state
    const isRefused = this.#obstacle !== null
    const isBlocked = isSending || isRefused
    return h("button.button.primary.pay", {
      type: "button", "data-key": "pay", "aria-label": this.#payLabel, "aria-disabled": isBlocked ? "true" : null,
      "aria-describedby": isRefused ? OBSTACLE : null,
      onclick: () => { if (!isBlocked) emit(this, "order-confirmed") },
    }, isSending ? t("Sending your order.") : this.#payWords)
  }

  #again() {
    const { isSending } = this.#state
    return h("button.button.primary", {
      type: "button", "data-key": "pay", "aria-disabled": isSending ? "true" : null,
      onclick: () => { if (!isSending) emit(this, "order-confirmed") },
    }, isSending ? t("Sending your order.") : t("Ask again"))
  }

  // C5: the button's name has the café and its local time.
  get #placeAndTime() {
    const { cafe } = this.#state
    return { cafe: cafe.name, time: clockTime(Date.now(), cafe.timeZone) }
  }

  get #payLabel() {
    const { quote, isSending, waitsForPerson } = this.#state
    if (isSending) return t("Sending your order.")
    const values = { total: money(quote.total), ...this.#placeAndTime }
    if (this.#isByCard) return t("Order and pay {total} by card at {cafe}, local time {time}", values)
    return waitsForPerson
      ? t("Order and set aside {total} at {cafe}, local time {time}", values)
      : t("Order and pay {total} at {cafe}, local time {time}", values)
  }

  get #payWords() {
    const total = { total: money(this.#state.quote.total) }
    if (this.#isByCard) return t("Order and pay {total} by card", total)
    return this.#state.waitsForPerson ? t("Order and set aside {total}", total) : t("Order and pay {total}", total)
  }

  // An open page must not offer past windows. It asks once for each window, because the device's clock may be wrong.
  #notePassed() {
    const end = this.#state.pickup && firstEnd(this.#state.pickup.timetable)
    if (!end || end === this.#passed || Date.now() < Date.parse(end)) return
    this.#passed = end
    emit(this, "windows-passed")
  }

  #refreshTime() {
    if (!this.#state) return
    this.#notePassed()
    const text = this.querySelector(".local-time")
    if (text) text.textContent = localTimeSentence(this.#state.cafe)
    const hold = this.querySelector(".hold-words")
    if (hold) hold.textContent = this.#holdWords
    const button = this.querySelector(".pay")
    button?.setAttribute("aria-label", this.#payLabel)
  }
}

// Each number has its own sentence, because languages count each one.
const quickerWords = ({ cafe, here, walk, minutes }) => [
  tn("Here it takes about {count} min.", "Here it takes about {count} min.", here),
  tn("{cafe} is {count} min further on foot.", "{cafe} is {count} min further on foot.", walk, { cafe: cafe.name }),
  tn("There it takes about {count} min.", "There it takes about {count} min.", minutes),
].join(" ")

function fieldWords(field) {
  switch (field) {
    case "quantity": return t("This quantity cannot be ordered.")
    case "choices": return t("These choices do not fit the menu. Choose again.")
    case "note": return t("This note cannot be printed. Shorten it.")
    default: return t("This is not on the menu any more.")
  }
}

customElements.define("order-review", OrderReview)
