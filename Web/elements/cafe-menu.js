// One café's menu. Says "item-opened" with the item.

import { allergenLines } from "../helpers/allergen-lines.js"
import { emit, h, icon, render } from "../helpers/dom.js"
import { money } from "../helpers/locale.js"
import { t } from "../helpers/messages.js"
import { soFar } from "../models/allergens.js"
import { Selection } from "../models/selection.js"

class CafeMenu extends HTMLElement {
  #menu = null

  show(menu) {
    if (menu === this.#menu) return
    this.#menu = menu
    const sections = menu.sections.filter(({ items }) => items.length > 0)
    if (sections.length === 0) return render(this, h("p.empty", {}, t("Nothing is on this menu today. Another café may have something.")))
    render(this, this.#jumps(sections), sections.map((section, index) => this.#section(section, index)))
  }

  #jumps(sections) {
    if (sections.length < 2) return null
    const links = sections.map(({ name }, index) =>
      h("li", {}, h("button.jump", { type: "button", onclick: () => this.#jump(index) }, name)))
    return h("nav.jumps", { "aria-label": t("Parts of the menu") }, h("ul", {}, links))
  }

  // Not a link: the page's address says which view is shown.
  #jump(index) {
    const heading = this.querySelector(`#section-${index}`)
    heading.scrollIntoView({ block: "start" })
    heading.focus({ preventScroll: true })
  }

  #section({ name, items }, index) {
    return h("section.stack", { "aria-labelledby": `section-${index}` },
      h("h2", { id: `section-${index}`, tabindex: "-1" }, name),
      h("ul.items", {}, items.map(item => h("li", {}, this.#item(item)))))
  }

  #item(item) {
    const open = () => emit(this, "item-opened", item)
    return h(item.soldOut ? "article.item.is-sold-out" : "article.item", {},
      h("div.item-head", {},
        h("h3", {}, item.soldOut
          ? item.name
          : h("button.item-name", { type: "button", "data-key": `item-${item.id}`, onclick: open, "aria-haspopup": "dialog" }, item.name)),
        h("span.price.figures", {}, money(item.price))),
      item.summary && h("p.muted.own-direction", {}, item.summary),
      h("div.item-foot.small", {}, item.soldOut ? h("p.sold-out", {}, icon("close"), t("Sold out")) : allergenLines(soFar(item, new Selection(item)))))
  }
}

customElements.define("cafe-menu", CafeMenu)
