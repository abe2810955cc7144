// Small parts of the order page: the café's head, the bar on a phone.

import { h, icon } from "../Shared/dom.js"
import { clockTime, money } from "../Shared/locale.js"
import { t, tn } from "../Shared/messages.js"
import { paceNotice } from "./pace-words.js"
import { closestWords, localTimeSentence, namedSentence, openingSentence, reasonSentence, takesOrders } from "./cafe-words.js"
import { itemCount, subtotal } from "./models/basket.js"

// finder: the CafeFinder; change: opens the list of cafés; follow: follows the device again, or null when the page
// already follows it.
export function cafeHead(cafe, { found, finder, pace, change, follow }) {
  const sentence = reasonSentence(finder)
  return h("div.stack", {},
    h("div.cafe-head", {},
      h("div", {},
        h("p.muted.small", {}, foundWords(cafe, found, finder)),
        h("h1", { tabindex: "-1", "data-key": "cafe" }, cafe.name),
        h("p", {}, h("span", { class: takesOrders(cafe) ? "is-open" : "is-closed" }, openingSentence(cafe)), " · ",
          h("span.muted", {}, localTimeSentence(cafe)))),
      h("button.button", { type: "button", id: "change-cafe", "data-key": "change-cafe", onclick: change }, icon("pin"), t("Change café"))),
    pace && paceNotice(pace, cafe),
    follow && h("div.notice", { role: "status" }, icon("information"), h("p", {}, namedSentence(finder.cafe)),
      h("button.button", { type: "button", "data-key": "follow-again", onclick: follow }, t("Follow my device again"))),
    sentence && h("p.notice", { role: "status" }, icon("information"), h("span", {}, sentence)))
}

function foundWords(cafe, found, finder) {
  switch (found) {
    case "beacons": return t("You are here")
    case "position": return closestWords(finder.distance)
    default: return cafe.site.name
  }
}

// since: when the server last did not answer, or null.
export function staleNotice(since) {
  if (!navigator.onLine) {
    return h("p.notice.waiting", { role: "status" }, icon("offline"),
      h("span", {}, t("You are offline. You can fill the basket; ordering needs the network.")))
  }
  if (since === null) return null
  return h("p.notice.waiting", { role: "status" }, icon("clock"),
    h("span", {}, t("This menu may be out of date: the server has not answered since {time}.", { time: clockTime(since) })))
}

// pricesIncludeTax: of the café's menu.
export function basketBar(basket, pricesIncludeTax, open) {
  const count = itemCount(basket)
  return h("button.button.primary.wide.apart", { type: "button", "data-key": "bar", onclick: open },
    h("span.row", {}, icon("basket"), tn("Basket, {count} item", "Basket, {count} items", count)),
    h("span.figures", {}, pricesIncludeTax ? money(subtotal(basket)) : t("{price} plus tax", { price: money(subtotal(basket)) })))
}

export function backToMenu(go) {
  return h("button.button.quiet.back", { type: "button", "data-key": "back", onclick: go }, t("Back to the menu"))
}
