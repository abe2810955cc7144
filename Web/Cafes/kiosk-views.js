// What a kiosk shows at each stage of a visit: the nodes of its view. page: a KioskPage.

import { h, icon } from "../Shared/dom.js"
import { clockTime, money, windowTime } from "../Shared/locale.js"
import { mark } from "../Shared/mark.js"
import { t } from "../Shared/messages.js"
import { allergenLines } from "./allergen-lines.js"
import { choiceWords, closedSentence, priceWords, statusWords } from "./cafe-words.js"
import { dishFacts, dishPicture, servingLine, taxNote } from "./dish-parts.js"
import { followPicture, paymentPicture } from "./kiosk-server.js"
import { paymentName, stateWords } from "./kiosk-words.js"
import { soFar } from "./models/allergens.js"
import { isEmpty, isOrderableLine, LARGEST_QUANTITY, lineTotal } from "./models/basket.js"
import { dietsSoFar } from "./models/diets.js"
import { energy } from "./models/energy.js"
import { LONGEST_NAME, Stage } from "./models/kiosk-visit.js"
import { Selection } from "./models/selection.js"
import "./quantity-stepper.js"

const PICTURES = 9 // of the first screen

const heading = words => h("h1", { tabindex: "-1", "data-key": "heading" }, words)
const trouble = ({ trouble }) => trouble && h("p.notice", { role: "alert", "data-say": true }, icon("information"), h("span", {}, trouble))

export function kioskView(page) {
  switch (page.visit.stage) {
    case Stage.menu: return menuView(page)
    case Stage.item: return [page.itemView]
    case Stage.basket: return basketView(page)
    case Stage.pay: return payView(page)
    case Stage.badge: return page.visit.isUndecided ? payView(page) : [page.badgeView]
    case Stage.card: return cardView(page)
    case Stage.done: return doneView(page)
    default: return attractView(page)
  }
}

function attractView(page) {
  const { cafe, sections, greeting } = page
  const pictures = [...new Set(sections.flatMap(({ items }) => items).filter(({ soldOut }) => !soldOut).map(({ picture }) => picture).filter(Boolean))]
  const words = cafe.isOpen ? t("Touch to order") : closedSentence(cafe)
  return [
    h("button.kiosk-start", { type: "button", "data-key": "start", "aria-disabled": cafe.isOpen ? null : "true", onclick: () => page.begin() },
      h("span.kiosk-pictures", { "aria-hidden": "true" }, pictures.slice(0, PICTURES).map(picture => dishPicture({ picture }, "kiosk-picture", 320))),
      h("span.kiosk-welcome", {}, mark(), h("span.kiosk-cafe", {}, cafe.name),
        h("span.hidden-visually", {}, " ", words),
        cafe.isOpen
          ? h("span.kiosk-greeting", { "aria-hidden": "true", lang: greeting.tag, dir: "auto" }, greeting.words)
          : h("span.kiosk-closed", { "aria-hidden": "true" }, words))),
  ]
}

function menuView(page) {
  const { visit, sections, cafe } = page
  const shown = sections[visit.group] ?? sections[0]
  if (!shown) return [heading(t("Choose")), h("p.empty", {}, t("Nothing is on this menu today. Another café may have something."))]
  return [
    h("nav.kiosk-groups", { "aria-label": t("Parts of the menu") }, h("ul", {}, sections.map(({ name }, index) =>
      h("li", {}, h("button.jump", {
        type: "button", "data-key": `group-${index}`, "aria-current": sections[index] === shown ? "true" : null, onclick: () => page.openGroup(index),
      }, name))))),
    heading(shown.name), taxNote(page),
    h("ul.kiosk-items", {}, shown.items.map(item => h("li", {}, card(page, item, cafe)))),
  ]
}

// The whole card is the button. What is in the dish comes with the button's own words.
function card(page, item, cafe) {
  const selection = new Selection(item)
  const isGone = item.soldOut || item.isServed === false || Boolean(item.pausedUntil)
  return h(isGone ? "button.kiosk-card.is-gone" : "button.kiosk-card", {
    type: "button", "data-key": `item-${item.id}`, "aria-disabled": item.soldOut ? "true" : null, onclick: () => { if (!item.soldOut) page.openItem(item.id) },
  },
    dishPicture(item, "kiosk-card-picture", 320),
    h("span.kiosk-card-words", {},
      h("strong", {}, item.name),
      h("span.price.figures", {}, money(item.price)),
      h("span.kiosk-card-facts", {}, asSpans(dishFacts(dietsSoFar(item, selection), energy(item, selection)))),
      item.soldOut ? h("span.sold-out.small", {}, icon("close"), t("Sold out")) : asSpans(servingLine(item, cafe.timeZone)),
      !item.soldOut && h("span.small.kiosk-card-facts", {}, allergenLines(soFar(item, selection)).map(asSpans))))
}

// A button holds no paragraphs.
function asSpans(paragraph) {
  return paragraph && h("span", { class: paragraph.className }, ...paragraph.childNodes)
}

function basketView(page) {
  const { visit, quote } = page
  if (isEmpty(visit.basket)) return [heading(t("Your basket")), removedLine(page), h("p.empty", {}, t("Your basket is empty."))]
  return [
    heading(t("Your basket")), trouble(page), removedLine(page),
    h("ul.kiosk-lines", {}, visit.basket.lines.map(line => h("li", {}, basketLine(page, line)))),
    h("dl.kiosk-sums", { "data-say": true }, sums(page, quote)),
  ]
}

function basketLine(page, line) {
  const { cafe } = page
  const stepper = h("quantity-stepper")
  stepper.show({ label: line.name, value: line.quantity, minimum: 1, maximum: LARGEST_QUANTITY })
  stepper.addEventListener("quantity-changed", ({ detail }) => page.setQuantity(line.key, detail))
  const problem = statusWords(line.status, { servedAt: line.servedAt, timeZone: cafe.timeZone })
  const item = page.item(line.item)
  return h(isOrderableLine(line) ? "article.kiosk-line" : "article.kiosk-line.is-gone", {},
    item && dishPicture(item, "kiosk-line-picture"),
    h("div.kiosk-line-words", {},
      h("h2", {}, line.name),
      choiceWords(line) && h("p.muted", {}, choiceWords(line)),
      problem && h("p.sold-out", {}, icon("information"), h("span", {}, problem)),
      priceWords(line) && h("p.muted", {}, priceWords(line))),
    h("span.price.figures", {}, money(lineTotal(line))),
    h("div.row.kiosk-line-tools", {},
      stepper,
      item && item.groups.length > 0 && h("button.button", { type: "button", "data-key": `change-${line.key}`, onclick: () => page.openItem(line.item, line.key) },
        t("Change"), h("span.hidden-visually", {}, `: ${line.name}`)),
      h("button.button", { type: "button", "data-key": `remove-${line.key}`, onclick: () => page.remove(line.key) },
        t("Remove"), h("span.hidden-visually", {}, `: ${line.name}`))))
}

function removedLine({ visit, putBack }) {
  return visit.removed && h("p.row.apart.notice", { role: "status" },
    h("span", {}, t("{name} is removed.", { name: visit.removed.line.name })),
    h("button.button", { type: "button", "data-key": "put-back", onclick: putBack }, icon("undo"), t("Put it back")))
}

function sums({ visit }, quote) {
  if (!quote) return [h("div", {}, h("dt", {}, t("Total")), h("dd.muted", {}, t("The price is being checked.")))]
  return [
    !quote.taxIncluded && h("div", {}, h("dt", {}, t("Tax")), h("dd.figures", {}, money(quote.tax))),
    h("div.kiosk-total", {}, h("dt", {}, t("Total")), h("dd.figures", {}, money(quote.total))),
  ]
}

function payView(page) {
  const { visit, quote, ways } = page
  const input = h("input.kiosk-name", {
    id: "kiosk-name", type: "text", value: visit.name, maxlength: LONGEST_NAME, autocomplete: "off", autocorrect: "off", spellcheck: "false", dir: "auto",
    "data-key": "name", "aria-describedby": "kiosk-name-hint", oninput: ({ target }) => { visit.name = target.value },
  })
  if (visit.isUndecided) {
    return [heading(t("Your order is being sent.")), h("p.lead", { role: "status", "data-say": true }, page.isWaitingLong
      ? t("No answer has come yet. The kiosk asks again by itself; you order only once. Please wait, or ask at the counter.")
      : t("One moment, please."))]
  }
  const isFree = quote?.total.amount === 0
  return [
    heading(isFree ? t("Nothing to pay") : t("How would you like to pay?")), trouble(page),
    h("div.kiosk-paying", {},
      h("div.stack", {},
        h("p.kiosk-due.figures", { "data-say": true }, quote ? money(quote.total) : t("The price is being checked.")),
        pickupLine(page, quote?.pickup?.soonest),
        h("div.field", {},
          h("label", { for: input.id }, t("A name to call, if you like")), input,
          h("p.muted.small", { id: "kiosk-name-hint", "data-say": true }, t("Without a name we call your number. The name is deleted after a day.")))),
      isFree ? waysList([wayButton(page, "counter", t("Order now"))]) : waysOrNone(page, ways)),
  ]
}

const waysList = buttons => h("ul.kiosk-ways", {}, buttons.map(button => h("li", {}, button)))

function waysOrNone(page, ways) {
  return ways.length > 0
    ? waysList(ways.map(({ kind }) => wayButton(page, kind, paymentName(kind))))
    : h("p.notice", { role: "status" }, icon("information"), h("span", {}, t("This kiosk offers no way to pay now. Please order at the counter.")))
}

function wayButton(page, kind, words) {
  const isOnly = page.ways.length === 1 || page.quote?.total.amount === 0
  return h(isOnly ? "button.button.primary.kiosk-on" : "button.button.kiosk-on", { type: "button", "data-key": `pay-${kind}`, "aria-disabled": page.quote?.isOrderable ? null : "true", onclick: () => page.order(kind) }, words)
}

// When it is handed over, where the café has pickup windows.
function pickupLine({ cafe }, window) {
  return window && h("p.lead.with-icon", { "data-say": true }, icon("clock"), h("span", {}, t("Pickup {start} – {end}", {
    start: windowTime(window.startsAt, cafe.timeZone), end: clockTime(window.endsAt, cafe.timeZone),
  })))
}

// The guest pays on a phone, and this screen waits for it.
function cardView(page) {
  const { visit: { order }, cafe } = page
  return [
    heading(t("Scan and pay on your phone")),
    h("p.kiosk-due.figures", { "data-say": true }, money(order.total)),
    h("div.kiosk-follow", {},
      h("img", { src: paymentPicture(order.id), alt: t("A picture to scan with your phone: it opens the page that pays this order."), width: 220, height: 220 }),
      h("p", { "data-say": true }, t("Point your phone’s camera at the picture. You pay by card or with your phone’s wallet; the card is entered at the payment provider."))),
    h("p.lead", { role: "status", "data-say": true }, t("Waiting for your payment, until {time}.", { time: clockTime(order.until, cafe.timeZone) })),
    h("p.muted", {}, t("Stay here until the number shows. Nothing is ordered before you have paid.")),
  ]
}

function doneView(page) {
  const { visit: { order, pickup } } = page
  const isToPay = order.stage === "placed"
  return [
    h("p.kiosk-number-title", { "aria-hidden": "true" }, t("Your number")),
    h("h1.kiosk-number.figures", { tabindex: "-1", "data-key": "heading", "aria-label": t("Your number is {number}.", { number: order.number }) }, order.number),
    order.name && h("p.lead.own-direction", { "data-say": true }, t("We call {name}.", { name: order.name })),
    isToPay && h("p.kiosk-next", { "data-say": true }, icon("information"),
      h("span", {}, t("Please pay {total} at the counter and say your number. The kitchen begins when you have paid.", { total: money(order.total) }))),
    !isToPay && h("p.lead", { "data-say": true, "data-stage": order.stage }, stateWords(order.stage, page.cafe.name)),
    pickupLine(page, order.pickup ?? pickup),
    order.payment === "account" ? h("p", { "data-say": true }, t("It is paid from your meal account. Your own page follows it too.")) : h("div.kiosk-follow", {},
      h("img", { src: followPicture(order.id), alt: t("A picture to scan with your phone: it opens a page that follows your order."), width: 220, height: 220 }),
      h("p", { "data-say": true }, t("Scan this with your phone: it shows when your order is ready, and the receipt. No sign-in, no app. The board shows your number too."))),
  ]
}
