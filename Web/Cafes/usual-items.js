// The items that a person usually orders at the shown café, and their latest order again: above the menu, one press each. Fires
// "order-repeated" with the order, and "usual-added" with a line for the basket.

import { emit, h, icon, render } from "../Shared/dom.js"
import { money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { randomKey } from "../Shared/random-key.js"
import { choiceWords, laterWords } from "./cafe-words.js"
import { dishPicture } from "./dish-parts.js"
import { canBeOrdered } from "./models/serving.js"
import { today } from "./models/usual-items.js"
import { sum, times } from "../Shared/models/money.js"

class UsualItems extends HTMLElement {
  #shown = null
  #cafe = null

  // choices: { again, usual }, as models/usual-items.js makes it, or null. It does not change while the menu is open; only
  // prices and availability follow the menu.
  show(choices, menu, cafe) {
    this.#cafe = cafe
    const shown = JSON.stringify([choices?.again?.id, choices?.usual, menu?.sections])
    if (shown === this.#shown) return
    this.#shown = shown
    const isEmpty = choices === null || menu === null || (choices.again === null && choices.usual.length === 0)
    render(this, !isEmpty && h("section.usual.stack", { "aria-labelledby": "usual-title" },
      h("h2", { id: "usual-title" }, t("Your usual")),
      h("ul.usual-list", {},
        choices.again && h("li", {}, this.#again(choices.again, menu)),
        choices.usual.map(line => h("li", {}, this.#line(line, menu))))))
  }

  #again(order, menu) {
    const lines = order.lines.map(line => this.#today(line, menu))
    const isWhole = lines.every(line => line !== null)
    const names = order.lines.map(({ name, quantity }) => (quantity > 1 ? t("{quantity} × {name}", { quantity, name }) : name))
    const total = isWhole && sum(lines.map(({ unitPrice, quantity }) => times(unitPrice, quantity)), lines[0].unitPrice.currency)
    return h("button.usual-card.is-again", { type: "button", "data-key": "usual-again", onclick: () => emit(this, "order-repeated", order) },
      icon("again"),
      h("span.usual-words", {},
        h("strong", {}, t("Order again")), " ",
        h("span.small.muted", {}, new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(names))), " ",
      total && h("span.figures", {}, money(total)))
  }

  #today(line, menu) { return today(line, menu, randomKey, item => canBeOrdered(item, this.#cafe, Date.now())) }

  #line(line, menu) {
    const now = this.#today(line, menu)
    const item = menu.sections.flatMap(({ items }) => items).find(({ id }) => id === line.item)
    return h("button.usual-card", {
      type: "button", "data-key": `usual-${line.item}`, "aria-disabled": now ? null : "true",
      onclick: () => { if (now) emit(this, "usual-added", now) },
    },
    dishPicture(item ?? {}, "usual-picture") ?? icon("plus"),
    h("span.usual-words", {},
      now && h("span.hidden-visually", {}, t("Add {item} to the basket", { item: now.name })), " ",
      h("strong", { "aria-hidden": now ? "true" : null }, now?.name ?? line.name), " ",
      h("span.small.muted", {}, now ? (item.isServed === false ? laterWords(item, this.#cafe.timeZone) : choiceWords(now)) : t("Not available now"))), " ",
    now && h("span.figures", {}, money(now.unitPrice)))
  }
}

customElements.define("usual-items", UsualItems)
