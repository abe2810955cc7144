// The way back and the way on, at the foot of each view of a kiosk. page: a KioskPage.

import { h, icon } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { isEmpty, itemCount, subtotal } from "./models/basket.js"
import { Stage } from "./models/kiosk-visit.js"

export function kioskFoot(page) {
  const { visit } = page
  const back = control("back", t("Back"), "page-before", () => page.back())
  switch (visit.stage) {
    case Stage.menu: return [control("over", t("Start over"), "undo", () => page.askToStartOver()), basketButton(page)]
    case Stage.item: return [back, page.confirmButton]
    case Stage.basket: return isEmpty(visit.basket) ? [back] : [control("back", t("Add more"), "plus", () => page.back()), payButton(page)]
    case Stage.pay: return visit.isUndecided ? [] : [back]
    case Stage.badge: return visit.isUndecided ? [] : [back, amountButton(page, "pay-badge", t("Pay"), () => page.badgeView.submit())]
    case Stage.card: return [h("button.button", { type: "button", "data-key": "abandon", "aria-disabled": page.isAbandoning ? "true" : null, onclick: () => page.abandon() }, icon("page-before"), t("Pay in another way"))]
    case Stage.done: return [h("button.button.primary.kiosk-on", { type: "button", "data-key": "done", onclick: () => page.reset() }, t("I am finished"))]
    default: return []
  }
}

const control = (key, words, sign, onclick) => h("button.button", { type: "button", "data-key": key, onclick }, icon(sign), words)

// The same amount as in the basket: the server's, which has the tax of a café that adds it.
function basketButton(page) {
  const { visit: { basket }, quote, pricesIncludeTax } = page
  const total = quote?.total ?? (pricesIncludeTax ? subtotal(basket) : null)
  const count = itemCount(basket)
  return h("button.button.primary.kiosk-on", { type: "button", "data-key": "basket", "aria-disabled": count === 0 ? "true" : null, onclick: () => { if (count > 0) page.openBasket() } },
    h("span.row", {}, icon("basket"), tn("Basket, {count} item", "Basket, {count} items", count)),
    count > 0 && total && h("span.figures", {}, " ", money(total)))
}

const payButton = page => amountButton(page, "pay", page.quote?.total.amount === 0 ? t("Go on") : t("Go on to pay"), () => page.pay())

function amountButton({ quote }, key, words, onclick) {
  return h("button.button.primary.kiosk-on", { type: "button", "data-key": key, "aria-disabled": quote?.isOrderable ? null : "true", onclick },
    h("span", {}, words), quote?.total && h("span.figures", {}, " ", money(quote.total)))
}
